#include "solver/work/input_file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "solver/work/errors.hpp"

namespace pylos {
namespace {

std::string reason() { return std::system_category().message(errno); }

}  // namespace

InputFile::InputFile(const std::string& path, bool mapped) : path_(path) {
  descriptor_ =
      open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // a pipe is refused, not waited for
  if (descriptor_ < 0) throw BadFile(path, "cannot be opened: " + reason());
  struct stat status {};
  if (fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) {
    close(descriptor_);
    throw BadFile(path, "not a regular file");
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
  if (!mapped || size_ == 0) return;
  void* map = mmap(nullptr, size_, PROT_READ, MAP_SHARED, descriptor_, 0);
  if (map == MAP_FAILED) {
    const std::string why = reason();
    close(descriptor_);
    throw BadFile(path, "cannot be mapped into memory: " + why);
  }
  map_ = static_cast<const std::uint8_t*>(map);
}

InputFile::~InputFile() {
  if (map_ != nullptr) munmap(const_cast<std::uint8_t*>(map_), size_);
  if (descriptor_ >= 0) close(descriptor_);
}

std::span<const std::uint8_t> InputFile::bytes(std::uint64_t offset, std::uint64_t count,
                                               std::vector<std::uint8_t>& buffer) const {
  if (offset > size_ || count > size_ - offset) {
    throw BadFile(path_, "truncated: bytes " + std::to_string(offset) + " to " +
                             std::to_string(offset + count) + " are not there");
  }
  if (map_ != nullptr) return {map_ + offset, count};
  buffer.resize(count);
  std::uint64_t done = 0;
  while (done < count) {
    const ssize_t got =
        pread(descriptor_, buffer.data() + done, count - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw BadFile(path_, "cannot be read: " + reason());
    if (got == 0) throw BadFile(path_, "became shorter while it was read");
    done += static_cast<std::uint64_t>(got);
  }
  return buffer;
}

}  // namespace pylos
