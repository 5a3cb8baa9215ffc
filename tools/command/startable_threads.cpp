#include "tools/command/startable_threads.hpp"

#include <latch>
#include <system_error>
#include <thread>
#include <vector>

namespace pylos::tools {

int startable_threads(int wanted) {
  std::latch all_started(1);
  std::vector<std::jthread> started;
  started.reserve(static_cast<std::size_t>(wanted));
  try {
    for (int i = 1; i < wanted; ++i) started.emplace_back([&] { all_started.wait(); });
  } catch (const std::system_error&) {
    // As many as there are.
  }
  all_started.count_down();
  return 1 + static_cast<int>(started.size());
}

}  // namespace pylos::tools
