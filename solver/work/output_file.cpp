#include "solver/work/output_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include <xxhash.h>

#include "engine/check.hpp"
#include "solver/work/errors.hpp"

namespace pylos {
namespace {

namespace fs = std::filesystem;

std::string reason() { return std::system_category().message(errno); }

std::string folder_of(const std::string& path) {
  const fs::path parent = fs::path(path).parent_path();
  return parent.empty() ? "." : parent.string();
}

void check_free(const std::string& path) {
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(path, ignored))) {
    throw DiskError(path, "the file exists already, and is not replaced");
  }
}

mode_t file_mask() {
  const mode_t mask = umask(0);
  umask(mask);
  return mask;
}

// Renames, in one step that fails when the name is taken meanwhile and not to be replaced.
bool give_name(const std::string& from, const std::string& to, OutputFile::Existing existing) {
  if (existing == OutputFile::Existing::refuse) {
    if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return true;
    if (errno != EINVAL && errno != ENOSYS) return false;
    check_free(to);  // a file system that cannot do it in one step
  }
  return rename(from.c_str(), to.c_str()) == 0;
}

}  // namespace

struct OutputFile::Hash {
  XXH3_state_t* state = XXH3_createState();
  Hash() {
    PYLOS_CHECK(state != nullptr);
    XXH3_64bits_reset(state);
  }
  Hash(const Hash&) = delete;
  Hash& operator=(const Hash&) = delete;
  ~Hash() { XXH3_freeState(state); }
};

OutputFile::OutputFile(std::string path, Existing existing)
    : path_(std::move(path)),
      temporary_(path_ + ".partial-XXXXXX"),
      existing_(existing),
      hash_(std::make_unique<Hash>()) {
  if (existing_ == Existing::refuse) check_free(path_);
  // A name of its own: two programs that write one file do not write into each other's, and nothing
  // that was there before is followed or overwritten.
  descriptor_ = mkostemp(temporary_.data(), O_CLOEXEC);
  if (descriptor_ < 0) throw DiskError(path_, "cannot be made: " + reason());
  fchmod(descriptor_, 0666 & ~file_mask());
}

OutputFile::~OutputFile() {
  if (descriptor_ < 0) return;
  close(descriptor_);
  unlink(temporary_.c_str());
}

void OutputFile::write_at(std::string_view bytes, std::uint64_t offset) {
  while (!bytes.empty()) {
    const ssize_t written =
        pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) throw DiskError(temporary_, "cannot be written: " + reason());
    bytes.remove_prefix(static_cast<std::size_t>(written));
    offset += static_cast<std::uint64_t>(written);
  }
}

void OutputFile::append(std::string_view bytes) {
  write_at(bytes, size_);
  if (size_ > 0) XXH3_64bits_update(hash_->state, bytes.data(), bytes.size());
  size_ += bytes.size();
}

std::uint64_t OutputFile::checksum() const { return XXH3_64bits_digest(hash_->state); }

void OutputFile::sync() {
  if (fsync(descriptor_) != 0) throw DiskError(temporary_, "cannot be written: " + reason());
}

void OutputFile::finish(std::string_view without_mark, std::string_view with_mark) {
  write_at(without_mark, 0);
  sync();
  write_at(with_mark, 0);
  finish();
}

void OutputFile::finish() {
  sync();
  if (!give_name(temporary_, path_, existing_)) {
    throw DiskError(path_, errno == EEXIST ? "the file exists already, and is not replaced"
                                           : "cannot be given its name: " + reason());
  }
  close(descriptor_);
  descriptor_ = -1;
  // The new name is on the disk only when the folder is; where folders cannot be synced, nothing is
  // lost.
  const int folder = open(folder_of(path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0) {
    fsync(folder);
    close(folder);
  }
}

void check_can_write(const std::string& path, std::uint64_t bytes) {
  check_free(path);
  const std::string folder = folder_of(path);
  std::error_code error;
  if (!fs::is_directory(folder, error)) throw DiskError(path, "there is no folder " + folder);
  if (access(folder.c_str(), W_OK | X_OK) != 0) {
    throw DiskError(path, "the folder " + folder + " cannot be written: " + reason());
  }
  const fs::space_info space = fs::space(folder, error);
  if (!error && space.available < bytes) {
    throw DiskError(path, "the file takes up to " + std::to_string((bytes >> 20) + 1) +
                              " MiB, the disk has " + std::to_string(space.available >> 20) +
                              " MiB free");
  }
}

}  // namespace pylos
