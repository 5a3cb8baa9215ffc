// A file to read from, mapped or not.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace pylos {

class InputFile {
 public:
  /// Throws BadFile if the file cannot be opened.
  InputFile(const std::string& path, bool mapped);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  const std::string& path() const { return path_; }
  std::uint64_t size() const { return size_; }

  /// Bytes of the file, in `buffer` unless they are mapped; valid while both are. Throws BadFile if
  /// they lie outside of the file or cannot be read. Safe from many threads.
  std::span<const std::uint8_t> bytes(std::uint64_t offset, std::uint64_t count,
                                      std::vector<std::uint8_t>& buffer) const;

 private:
  std::string path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  const std::uint8_t* map_ = nullptr;
};

}  // namespace pylos
