// A solve of base 4 that is killed without warning at several moments, and resumed each time, comes
// to the same solution as one that was left alone.

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>

#include "engine/rules.hpp"
#include "solver/retrograde/checkpoint.hpp"
#include "solver/retrograde/solve.hpp"
#include "tests/temporary_folder.hpp"

namespace pylos::retrograde {
namespace {

TEST(CheckpointSlowTest, KilledAtSeveralMomentsOnBaseFour) {
  const twin::TemporaryFolder temporary;
  const std::string folder = temporary.path().string();
  SolveOptions options;
  options.game = {kChildren, 4};
  options.checkpoint_folder = folder;
  options.checkpoint_seconds = 1;
  options.resume = true;
  const Checkpoint checkpoint(folder, options.game);
  // Children first: a process with threads cannot be copied.
  for (const int milliseconds : {0, 300, 900, 2000}) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      try {
        solve(options);
      } catch (...) {
        _exit(1);
      }
      _exit(0);
    }
    // Some time after the next checkpoint, however fast the machine is.
    std::error_code none;
    const auto before = std::filesystem::last_write_time(checkpoint.path(), none);
    int status = 0;
    pid_t ended = 0;
    while (std::filesystem::last_write_time(checkpoint.path(), none) == before && ended == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      ended = waitpid(child, &status, WNOHANG);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    kill(child, SIGKILL);
    if (ended == 0) {
      ASSERT_EQ(waitpid(child, &status, 0), child);
    }
    EXPECT_FALSE(WIFEXITED(status) && WEXITSTATUS(status) != 0);
    EXPECT_TRUE(checkpoint.exists());
  }
  int first_round = -1;
  options.progress = [&](const SolveProgress& p) {
    if (first_round < 0) first_round = p.plies;
  };
  const std::uint64_t resumed = solve(options).checksum();
  EXPECT_GT(first_round, 2);
  SolveOptions plain;
  plain.game = options.game;
  const Solution expected = solve(plain);
  EXPECT_EQ(resumed, expected.checksum());
  EXPECT_EQ(expected.statistics().all().win, 6'144'843'807U);
}

}  // namespace
}  // namespace pylos::retrograde
