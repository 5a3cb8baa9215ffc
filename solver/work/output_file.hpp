// A file that appears under its name only when it is whole: written to a temporary name beside it,
// synced, renamed. Databases, checkpoints, books and suites are written so.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace pylos {

class OutputFile {
 public:
  enum class Existing { refuse, replace };

  /// Begins the file; throws DiskError if the name is taken and not to be replaced, or no file can
  /// be made there.
  explicit OutputFile(std::string path, Existing existing = Existing::refuse);
  /// Removes what was written unless finish() came before.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Adds bytes at the end; throws DiskError.
  void append(std::string_view bytes);
  std::uint64_t size() const { return size_; }
  /// The checksum of all bytes after the first `skipped` ones, which append() must have written
  /// alone.
  std::uint64_t checksum() const;

  /// Replaces the first bytes twice, without and then with the mark of a whole file, syncing in
  /// between, and gives the file its name. Throws DiskError.
  void finish(std::string_view without_mark, std::string_view with_mark);

  /// Syncs the file and gives it its name. Throws DiskError.
  void finish();

 private:
  void write_at(std::string_view bytes, std::uint64_t offset);
  void sync();

  struct Hash;
  std::string path_;
  std::string temporary_;
  Existing existing_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  std::unique_ptr<Hash> hash_;
};

/// Throws DiskError unless a file of so many bytes can be written under that name, as far as can be
/// known.
void check_can_write(const std::string& path, std::uint64_t bytes);

}  // namespace pylos
