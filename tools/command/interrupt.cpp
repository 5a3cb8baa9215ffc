#include "tools/command/interrupt.hpp"

#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>

#include <pthread.h>

namespace pylos::tools {
namespace {

sigset_t watched_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
}

[[noreturn]] void end_at_once() {
  // Other threads are at work, so nothing of the library's own is touched on the way out.
  constexpr std::string_view kMessage = "\npylos: interrupted\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kMessage.data(), kMessage.size());
  std::_Exit(static_cast<int>(ExitStatus::interrupted));
}

}  // namespace

InterruptWatch::InterruptWatch(OnInterrupt on_interrupt) {
  const sigset_t set = watched_signals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  try {
    thread_ = std::thread([this, on_interrupt] { watch(on_interrupt); });
  } catch (const std::system_error& e) {
    throw std::runtime_error(std::string("the system starts no thread: ") + e.what());
  }
}

InterruptWatch::~InterruptWatch() {
  finished_ = true;
  pthread_kill(thread_.native_handle(), SIGINT);
  thread_.join();
}

void InterruptWatch::watch(OnInterrupt on_interrupt) {
  const sigset_t set = watched_signals();
  while (true) {
    int signal = 0;
    if (sigwait(&set, &signal) != 0) continue;
    if (finished_) return;
    if (on_interrupt == OnInterrupt::end || source_.stop_requested()) end_at_once();
    source_.request_stop();
  }
}

}  // namespace pylos::tools
