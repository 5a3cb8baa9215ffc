// A loop over independent pieces of work on several threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace pylos::tools {

/// Calls `work(i)` once for each i from 0 to count - 1, on at most `threads` threads, low numbers
/// first. The first exception ends the loop early and is thrown here.
template <class Work>
void parallel_for(std::size_t count, int threads, Work&& work) {
  std::atomic<std::size_t> next = 0;
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto run = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        work(i);
      } catch (...) {
        const std::lock_guard lock(failure_mutex);
        if (!failure) failure = std::current_exception();
        next = count;
      }
    }
  };
  {
    std::vector<std::jthread> helpers;
    for (std::size_t t = 1; t < static_cast<std::size_t>(threads) && t < count; ++t) {
      helpers.emplace_back(run);
    }
    run();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace pylos::tools
