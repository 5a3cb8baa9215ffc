// The forward search against the solved tables of base 4: random positions of every number of
// spheres, draws, and positions on cycles, with one and two threads, with tables of 256 MB and of
// 1 KB. A solution of the standard game takes some 25 s, of the advanced game 45 s, and the
// searches on each some 40 s more. The tables come from the retrograde solver, which shares no code
// with the search but engine/, and whose own tests verify it.
#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/legal_moves.hpp"
#include "engine/rules.hpp"
#include "engine/text.hpp"
#include "solver/search/search.hpp"
#include "solver/search/table.hpp"
#include "solver/retrograde/solve.hpp"
#include "tests/solver/search/expect.hpp"
#include "tools/command/suite.hpp"

namespace pylos::search {
namespace {

using Board4 = Board<4>;

// Spheres of random colours put on random playable cells. Every position of the domain can come
// out.
Position random_position(int spheres, std::mt19937_64& random) {
  std::array<CellSet, 2> sides;
  for (int n = 0; n < spheres; ++n) {
    const CellSet playable = Board4::playable(sides[0] | sides[1]);
    auto skip = static_cast<int>(random() % static_cast<std::uint64_t>(playable.size()));
    Cell to;
    for (const Cell c : playable) {
      if (skip-- == 0) to = c;
    }
    std::size_t side = random() & 1;
    if (sides[side].size() == Board4::kSpheresPerSide) side ^= 1;
    sides[side] |= to;
  }
  return {sides[0], sides[1]};
}

// Both sides can pass the turn by placing, completing and taking the same sphere back: the position
// comes back after two plies.
bool is_on_short_cycle(Position p, Game game) {
  const auto can_pass = [&](Position q) {
    const std::vector<Move> moves = legal_moves(q, game);
    return std::any_of(moves.begin(), moves.end(),
                       [&](Move m) { return apply(q, m) == q.turned(); });
  };
  return can_pass(p) && can_pass(p.turned());
}

// One way to search, and what came of it.
struct Run {
  std::string name;
  std::unique_ptr<Searcher> searcher;
  int exact = 0;
};

Solution solved(Game game) {
  SolveOptions options;
  options.game = game;
  return solve(options);
}

class Comparison {
 public:
  explicit Comparison(RuleSet rules) : game_{rules, 4}, solution_(solved(game_)) {
    for (const int threads : {1, 2}) {
      for (const std::size_t bytes : {std::size_t{256} << 20, Table::kLeastBytes}) {
        const Settings settings{.table_bytes = bytes, .threads = threads};
        runs_.push_back({std::to_string(threads) + " threads, table of " + std::to_string(bytes),
                         std::make_unique<Searcher>(game_, settings)});
      }
    }
  }

  Game game() const { return game_; }
  std::vector<Run>& runs() { return runs_; }
  Value truth(Position p) const { return solution_.value(p); }

  // Searches `p` up to the distance and the time in every way and compares with the table.
  void compare(Position p, const Limits& limits) {
    const Value truth = solution_.value(p);
    for (Run& run : runs_) {
      const Result result = run.searcher->search(p, limits);
      const std::string what = to_text(ColouredPosition{p, Colour::light}, 4) + ", " + run.name;
      expect_nothing_false(result, truth, what);
      if (!result.stopped) expect_agrees(result, truth, limits.plies, what);
      if (result.value.decided() && !result.stopped) {
        expect_line(game_, p, result, what);
        ++run.exact;
      }
    }
  }

  // What data/suite.txt says about the game must be what the table says.
  void compare_suite() const {
    std::ifstream in(PYLOS_SOURCE_DIR "/data/suite.txt");
    for (const tools::SuiteEntry& e : tools::read_suite(in)) {
      if (e.game != game_) continue;
      EXPECT_EQ(e.value, truth(e.start.position)) << tools::to_text(e);
      const Value after = truth(apply(e.start.position, e.best.front()));
      for (const Move m : legal_moves(e.start.position, game_)) {
        const bool is_best = std::find(e.best.begin(), e.best.end(), m) != e.best.end();
        EXPECT_EQ(truth(apply(e.start.position, m)) == after, is_best) << tools::to_text(e);
      }
    }
  }

 private:
  Game game_;
  Solution solution_;
  std::vector<Run> runs_;
};

void compare_positions(RuleSet rules) {
  Comparison comparison(rules);
  std::mt19937_64 random(4);

  // Below 12 spheres the answer is mostly out of reach, and only the bounds are compared; from 24
  // up it takes milliseconds.
  constexpr int kSolvedFrom = 24;
  for (int spheres = 0; spheres <= Board4::kCells; ++spheres) {
    for (Run& run : comparison.runs()) run.exact = 0;
    int decided = 0;
    const int positions = spheres < 12 ? 10 : spheres < kSolvedFrom ? 60 : 200;
    for (int i = 0; i < positions; ++i) {
      const Position p = random_position(spheres, random);
      decided += comparison.truth(p).decided() ? 1 : 0;
      comparison.compare(p, {.seconds = spheres < kSolvedFrom ? 0.02 : 0.5});
      if (testing::Test::HasFailure()) return;
    }
    if (spheres < kSolvedFrom) continue;
    for (const Run& run : comparison.runs()) {
      EXPECT_GE(10 * run.exact, 9 * decided) << spheres << " spheres, " << run.name;
    }
  }

  // No search proves a draw: unknown, up to the whole of a small limit.
  constexpr int kOfEach = 100;
  int draws = 0;
  int cycles = 0;
  for (int i = 0; i < 20'000'000 && (draws < kOfEach || cycles < kOfEach); ++i) {
    const Position p = random_position(14 + i % 10, random);
    if (draws < kOfEach && comparison.truth(p) == Value::draw()) {
      ++draws;
    } else if (cycles < kOfEach && is_on_short_cycle(p, comparison.game())) {
      ++cycles;
    } else {
      continue;
    }
    comparison.compare(p, {.plies = 10, .seconds = 0.05});
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_EQ(draws, kOfEach);
  EXPECT_EQ(cycles, kOfEach);
  comparison.compare_suite();
}

TEST(SearchBase4, StandardAgreesWithTheTable) { compare_positions(kStandard); }
TEST(SearchBase4, AdvancedAgreesWithTheTable) { compare_positions(kAdvanced); }

}  // namespace
}  // namespace pylos::search
