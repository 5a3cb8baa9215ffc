// The built command at work on the real board: memory for a whole game is needed.

#include <chrono>
#include <csignal>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "tests/tools/command/run.hpp"

namespace pylos {
namespace {

TEST(CliSlow, AnInterruptStopsSolvingAndSaysHowToGoOn) {
  for (const int signal : {SIGINT, SIGTERM}) {
    std::chrono::steady_clock::time_point sent;
    const auto interrupt = [&](pid_t child) {
      std::this_thread::sleep_for(std::chrono::seconds(2));
      sent = std::chrono::steady_clock::now();
      kill(child, signal);
    };
    const cli::Ran ran = cli::run({"solve", "--rules", "advanced,standard"},
                                  {.out_file = "", .closed_pipe = false, .meanwhile = interrupt});
    EXPECT_EQ(ran.status, 130);
    EXPECT_EQ(ran.out, "");
    EXPECT_NE(ran.err.find("interrupted"), std::string::npos) << ran.err;
    EXPECT_NE(ran.err.find("pylos solve --rules advanced,standard --base 4\n"), std::string::npos)
        << ran.err;
    EXPECT_LT(std::chrono::steady_clock::now() - sent, std::chrono::seconds(10));
  }
}

}  // namespace
}  // namespace pylos
