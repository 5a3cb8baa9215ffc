// SIGINT and SIGTERM turned into a stop request, on a thread of its own and not in a signal
// handler.
//
// Must be made before any other thread starts, so that all threads leave the signals to this one. A
// second signal ends the program at once.
#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

#include "tools/command/command.hpp"

namespace pylos::tools {

class InterruptWatch {
 public:
  /// Throws std::runtime_error if the system starts no thread.
  explicit InterruptWatch(OnInterrupt on_interrupt);
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
  ~InterruptWatch();

  std::stop_token token() const { return source_.get_token(); }

 private:
  void watch(OnInterrupt on_interrupt);

  std::stop_source source_;
  std::atomic<bool> finished_ = false;
  std::thread thread_;
};

}  // namespace pylos::tools
