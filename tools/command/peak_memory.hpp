// How much memory the program has used at most.
#pragma once

#include <cstdint>

namespace pylos::tools {

/// The largest resident size of the process so far, in bytes.
std::uint64_t peak_memory_bytes();

}  // namespace pylos::tools
