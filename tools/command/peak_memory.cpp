#include "tools/command/peak_memory.hpp"

#include <sys/resource.h>

namespace pylos::tools {

std::uint64_t peak_memory_bytes() {
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;  // Linux counts KiB
}

}  // namespace pylos::tools
