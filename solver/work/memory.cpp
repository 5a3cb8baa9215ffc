#include "solver/work/memory.hpp"

#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

#include "solver/work/errors.hpp"

namespace pylos {
namespace {

constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();

// A number in a file of one number; kUnknown if there is none ("max" of a control group, say).
std::uint64_t number_in(const std::string& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  return file >> number ? number : kUnknown;
}

// MemAvailable of Linux, in bytes.
std::uint64_t available() {
  std::ifstream file("/proc/meminfo");
  std::string word;
  while (file >> word) {
    std::uint64_t kib = 0;
    if (word == "MemAvailable:" && file >> kib) return kib * 1024;
  }
  return kUnknown;
}

std::uint64_t mib(std::uint64_t bytes) { return (bytes + (1U << 20) - 1) >> 20; }

}  // namespace

Memory::Memory(std::size_t bytes, [[maybe_unused]] Pages pages) : bytes_(bytes) {
  if (bytes == 0) return;
  data_ = mmap(nullptr, bytes + kReadPast, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
               -1, 0);
  if (data_ == MAP_FAILED) {
    data_ = nullptr;
    throw OutOfMemory("cannot get " + std::to_string(bytes >> 20) + " MiB of memory");
  }
#ifdef MADV_HUGEPAGE
  if (pages == Pages::large) madvise(data_, bytes, MADV_HUGEPAGE);  // a hint: it may be refused
#endif
}

Memory::~Memory() {
  if (data_ != nullptr) munmap(data_, bytes_ + kReadPast);
}

std::uint64_t free_memory() {
  std::uint64_t free = available();
  const std::uint64_t group_limit = number_in("/sys/fs/cgroup/memory.max");
  const std::uint64_t group_used = number_in("/sys/fs/cgroup/memory.current");
  if (group_limit != kUnknown && group_used != kUnknown) {
    free = std::min(free, group_limit > group_used ? group_limit - group_used : 0);
  }
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    free = std::min(free, static_cast<std::uint64_t>(limit.rlim_cur));
  }
  return free;
}

void require_memory(const std::string& work, std::uint64_t needed, std::uint64_t limit) {
  const std::uint64_t allowed = limit != 0 ? limit : free_memory();
  if (needed <= allowed) return;
  throw OutOfMemory(work + " takes " + std::to_string(mib(needed)) + " MiB of memory, " +
                    std::to_string(mib(allowed)) + " MiB may be used");
}

}  // namespace pylos
