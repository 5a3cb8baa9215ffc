// Puzzles against the same list made position by position over the naive reference.
#include "solver/analysis/puzzles.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "engine/symmetry.hpp"
#include "solver/retrograde/solve.hpp"
#include "tests/reference_games.hpp"
#include "tests/solved_games.hpp"

namespace pylos {
namespace {

using twin::reached;
using twin::solved;

using analysis::find_puzzles;
using analysis::Puzzle;
using analysis::PuzzleOptions;
using analysis::Puzzles;
using analysis::Reachable;

class PuzzlesSmall : public testing::TestWithParam<Game> {};
INSTANTIATE_TEST_SUITE_P(All, PuzzlesSmall, testing::ValuesIn(twin::small_games()),
                         twin::game_name);

// What is compared of a puzzle: the score from its definition, canonical position, plies.
using Facts = std::tuple<int, Position, int>;

TEST_P(PuzzlesSmall, EqualTheReferencePositionByPosition) {
  const Game game = GetParam();
  const reference::Solution solution = reference::solve_domain(twin::reference_rules(game));
  const reference::Graph& graph = solution.graph;
  const std::vector<int> distances = twin::distances_from_empty_board(graph);
  PuzzleOptions options;
  options.least_plies = 3;
  options.count = 1000;
  options.candidates = 1'000'000;

  // By canonical shape, the best by score, then by position.
  std::map<CellSet, Facts> best;
  std::set<Position> classes;
  for (std::size_t i = 0; i < graph.positions.size(); ++i) {
    const reference::Value value = solution.values[i];
    if (distances[i] < 0 || value.outcome != reference::Outcome::kWin || value.plies < 3) continue;
    int winning = 0;
    int most_reserve = -1;
    int winning_reserve = 0;
    bool all_lose = true;
    const auto moves = reference::legal_moves(graph.positions[i], graph.rules);
    for (const reference::Move& move : moves) {
      const reference::Position next = reference::apply(graph.positions[i], move);
      const auto outcome = solution.value_of(reference::with_light_to_move(next)).outcome;
      const int reserve = reference::reserve(next, graph.positions[i].to_move);
      if (outcome == reference::Outcome::kLoss) {
        ++winning;
        winning_reserve = reserve;
      }
      if (reserve > most_reserve) all_lose = true;
      if (reserve >= most_reserve) all_lose = all_lose && outcome == reference::Outcome::kWin;
      most_reserve = std::max(most_reserve, reserve);
    }
    if (winning != 1) continue;
    const Position p = twin::position_of(graph.positions[i]).position;
    const int score = value.plies + 10 * (most_reserve - winning_reserve) + (all_lose ? 10 : 0) +
                      std::min<int>(static_cast<int>(moves.size()), 30);
    with_base(game.base, [&]<int B>() {
      const Facts facts{-score, canonical<B>(p), value.plies};
      classes.insert(canonical<B>(p));
      const auto [at, is_new] = best.emplace(canonical_shape<B>(p.occupied()).shape, facts);
      if (!is_new) at->second = std::min(at->second, facts);
    });
  }
  std::vector<Facts> expected;
  for (const auto& [shape, facts] : best) expected.push_back(facts);
  std::sort(expected.begin(), expected.end());

  const Puzzles found = find_puzzles(solved(game), reached(game), options);
  std::vector<Facts> facts;
  for (const Puzzle& puzzle : found.puzzles) {
    facts.emplace_back(-puzzle.score(), puzzle.position, *puzzle.value.plies);
    const Position next = apply(puzzle.position, puzzle.winning_move);
    EXPECT_EQ(solution.values[twin::index_of(graph, next)].outcome, reference::Outcome::kLoss);
  }
  EXPECT_EQ(facts, expected);
  EXPECT_GE(found.candidates, classes.size());
  EXPECT_EQ(found.drawn, found.candidates);
}

TEST(Puzzles, AreDrawnTheSameWayOnAnyNumberOfThreads) {
  const tbb::global_control allow(tbb::global_control::max_allowed_parallelism, 8);
  const Solution solution = solved({kStandard, 3});
  const Reachable reachable = reached({kStandard, 3});
  PuzzleOptions options;
  options.least_plies = 5;
  options.candidates = 50;
  options.count = 30;
  const auto positions = [&](int threads, std::uint64_t seed) {
    options.threads = threads;
    options.seed = seed;
    std::vector<Position> result;
    const Puzzles found = find_puzzles(solution, reachable, options);
    EXPECT_EQ(found.drawn, 50U);
    EXPECT_GT(found.candidates, 50U);
    EXPECT_LE(found.puzzles.size(), 30U);
    for (const Puzzle& p : found.puzzles) {
      EXPECT_GE(p.value.plies, 5);
      result.push_back(p.position);
    }
    return result;
  };
  EXPECT_EQ(positions(1, 1), positions(7, 1));
  EXPECT_NE(positions(1, 1), positions(1, 2));
}

}  // namespace
}  // namespace pylos
