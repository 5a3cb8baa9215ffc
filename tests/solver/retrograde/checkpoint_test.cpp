// A solve that was ended and resumed gives the same solution, on base 3, whenever it was ended.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "engine/errors.hpp"
#include "solver/retrograde/checkpoint.hpp"
#include "solver/work/errors.hpp"
#include "solver/database/writer.hpp"
#include "solver/retrograde/solve.hpp"
#include "tests/temporary_folder.hpp"

namespace pylos::retrograde {
namespace {

namespace fs = std::filesystem;

class CheckpointTest : public testing::TestWithParam<RuleSet> {
 protected:
  SolveOptions options() const {
    SolveOptions options;
    options.game = {GetParam(), 3};
    options.checkpoint_folder = folder_;
    options.checkpoint_seconds = 0;
    return options;
  }
  std::string database_of(const Solution& solution, const std::string& name) const {
    database::WriteOptions write;
    write.path = folder_ + "/" + name;
    database::write_database(solution, write);
    std::ostringstream bytes;
    bytes << std::ifstream(write.path, std::ios::binary).rdbuf();
    return bytes.str();
  }

  const twin::TemporaryFolder temporary_;
  const std::string folder_ = temporary_.path().string();
};

INSTANTIATE_TEST_SUITE_P(Games, CheckpointTest,
                         testing::Values(kChildren, kStandard, kAdvanced,
                                         rule_set_from_text("advanced+min0+mayraise")),
                         [](const auto& instance) { return std::to_string(instance.index); });

struct Killed {};

TEST_P(CheckpointTest, ResumedAfterEveryRoundGivesTheSameBytes) {
  SolveOptions plain;
  plain.game = options().game;
  const Solution expected = solve(plain);
  const std::string bytes = database_of(expected, "whole");
  for (int end = 0; end <= expected.statistics().longest() + 1; ++end) {
    // Ended without warning: what the last round did after its checkpoint is lost.
    SolveOptions first = options();
    first.progress = [&](const SolveProgress& p) {
      if (p.plies == end) throw Killed{};
    };
    EXPECT_THROW(solve(first), Killed);
    SolveOptions second = options();
    second.resume = true;
    second.threads = 1 + end % 3;
    int first_round = -1;
    second.progress = [&](const SolveProgress& p) {
      if (first_round < 0) first_round = p.plies;
    };
    const Solution resumed = solve(second);
    if (end >= 2 && end <= expected.statistics().longest()) {
      EXPECT_EQ(first_round, end + 1);
    }
    EXPECT_EQ(resumed.statistics(), expected.statistics()) << end;
    EXPECT_EQ(resumed.checksum(), expected.checksum()) << end;
    if (end % 4 == 0) {
      EXPECT_EQ(database_of(resumed, std::to_string(end)), bytes) << end;
    }
    Checkpoint(folder_, plain.game).remove();
  }
}

TEST_P(CheckpointTest, AStopRequestKeepsTheState) {
  SolveOptions first = options();
  first.checkpoint_seconds = 1e9;
  std::stop_source stop;
  first.stop = stop.get_token();
  first.progress = [&](const SolveProgress& p) {
    if (p.plies == 4) stop.request_stop();
  };
  EXPECT_THROW(solve(first), Stopped);
  EXPECT_TRUE(Checkpoint(folder_, first.game).exists());
  SolveOptions second = options();
  EXPECT_THROW(solve(second), InputError) << "a checkpoint is not thrown away";
  second.resume = true;
  SolveOptions plain;
  plain.game = second.game;
  EXPECT_EQ(solve(second).checksum(), solve(plain).checksum());
}

TEST_P(CheckpointTest, ADamagedOneIsRefused) {
  SolveOptions first = options();
  first.progress = [&](const SolveProgress& p) {
    if (p.plies == 5) throw Killed{};
  };
  EXPECT_THROW(solve(first), Killed);
  const Checkpoint checkpoint(folder_, first.game);
  std::ostringstream good;
  good << std::ifstream(checkpoint.path(), std::ios::binary).rdbuf();
  SolveOptions second = options();
  second.resume = true;
  const auto refused = [&](const std::string& bytes) {
    std::ofstream(checkpoint.path(), std::ios::binary) << bytes;
    EXPECT_THROW(solve(second), BadFile);
  };
  refused("");
  refused(good.str().substr(0, good.str().size() / 2));
  refused(good.str() + "x");
  for (std::size_t at = 0; at < good.str().size(); at += good.str().size() / 23) {
    std::string bytes = good.str();
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    refused(bytes);
  }
  second.checkpoint_folder = folder_ + "/none";
  EXPECT_THROW(solve(second), DiskError);
}

}  // namespace
}  // namespace pylos::retrograde
