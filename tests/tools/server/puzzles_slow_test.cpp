// Every puzzle that the server gives is what it says: solved afresh, the value, the plies and the one
// best move are right.
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <pylos/pylos.hpp>

#include "tools/server/documents.hpp"

namespace pylos::twin {
namespace {

class Puzzles : public testing::TestWithParam<std::string> {};

TEST_P(Puzzles, AreWhatTheySay) {
  const std::string rules = GetParam();
  const v1::Game game(rules);
  const v1::Solved solved = v1::solve(game);
  const auto puzzles = nlohmann::json::parse(server::puzzles_json({}, rules));
  ASSERT_FALSE(puzzles.empty());
  for (const auto& puzzle : puzzles) {
    const auto p = v1::Position::from_text(puzzle["position"].get<std::string>());
    const v1::Value value = solved.value(p);
    EXPECT_EQ(v1::to_text(value.outcome), puzzle["value"].get<std::string>()) << puzzle;
    EXPECT_EQ(value.plies, puzzle["plies"].get<int>()) << puzzle;
    const std::vector<v1::MoveValue> moves = solved.moves(p);
    std::vector<std::string> best;
    for (const v1::MoveValue& m : moves) {
      if (m.result == moves[0].result && m.plies_left == moves[0].plies_left) {
        best.push_back(v1::to_text(m.move));
      }
    }
    EXPECT_EQ(best, puzzle["best"].get<std::vector<std::string>>()) << puzzle;
  }
}

INSTANTIATE_TEST_SUITE_P(Games, Puzzles, testing::Values("children", "standard"));

}  // namespace
}  // namespace pylos::twin
