// The threads that parallel work runs on.
#pragma once

#include <string>

#include <tbb/task_arena.h>

#include "engine/errors.hpp"

namespace pylos {

/// The most threads that any work takes.
inline constexpr int kMaxThreads = 1024;

/// An arena of so many threads, 1 to kMaxThreads; with 0 as many as the machine has. Throws
/// InputError for any other number.
inline tbb::task_arena arena_of(int threads) {
  if (threads < 0 || threads > kMaxThreads) {
    throw InputError("threads: " + std::to_string(threads) + " is not from 1 to " +
                     std::to_string(kMaxThreads));
  }
  return tbb::task_arena(threads == 0 ? tbb::task_arena::automatic : threads);
}

}  // namespace pylos
