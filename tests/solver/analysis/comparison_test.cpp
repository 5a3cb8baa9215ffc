// Two rule sets compared, against the same figures counted position by position from value
// iteration over the naive reference.
#include "solver/analysis/comparison.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <stop_token>
#include <vector>

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "engine/errors.hpp"
#include "engine/symmetry.hpp"
#include "solver/retrograde/solve.hpp"
#include "tests/reference_games.hpp"
#include "tests/solved_games.hpp"

namespace pylos {
namespace {

using twin::reached;
using twin::solved;

using analysis::compare;
using analysis::CompareOptions;
using analysis::Comparison;
using analysis::EarliestFlips;
using analysis::GroupComparison;
using analysis::OutcomeTable;
using analysis::Reachable;

// Each game is compared with the one after it in the list of all rule sets: every option changes
// somewhere.
Game next_of(Game game) {
  const auto at =
      std::find(kAllRuleSets.begin(), kAllRuleSets.end(), game.rules) - kAllRuleSets.begin();
  return {kAllRuleSets[static_cast<std::size_t>(at + 1) % kAllRuleSets.size()], game.base};
}

std::size_t row_of(const reference::Value& value) {
  switch (value.outcome) {
    case reference::Outcome::kWin:
      return OutcomeTable::kWin;
    case reference::Outcome::kLoss:
      return OutcomeTable::kLoss;
    case reference::Outcome::kDraw:
      break;
  }
  return OutcomeTable::kDraw;
}

GroupComparison figures_of(const reference::Value& first, const reference::Value& second) {
  GroupComparison g;
  g.outcomes.of[row_of(first)][row_of(second)] = 1;
  if (row_of(first) != row_of(second)) return g;
  if (row_of(first) == OutcomeTable::kWin) g.win_differences[second.plies - first.plies] = 1;
  if (row_of(first) == OutcomeTable::kLoss) g.loss_differences[second.plies - first.plies] = 1;
  return g;
}

class CompareSmall : public testing::TestWithParam<Game> {};
INSTANTIATE_TEST_SUITE_P(All, CompareSmall, testing::ValuesIn(twin::small_games()),
                         twin::game_name);

TEST_P(CompareSmall, EqualsTheReferencePositionByPosition) {
  const Game game = GetParam();
  const Game other = next_of(game);
  const Comparison found = compare(solved(game), solved(other), reached(game), {});

  const reference::Solution first = reference::solve_domain(twin::reference_rules(game));
  const reference::Solution second = reference::solve_domain(twin::reference_rules(other));
  const std::vector<int> distances = twin::distances_from_empty_board(first.graph);
  std::vector<GroupComparison> domain(found.domain.size());
  std::vector<GroupComparison> reachable(found.domain.size());
  std::array<std::array<EarliestFlips, 3>, 3> earliest;
  std::array<std::array<std::set<Position>, 3>, 3> classes;
  for (std::size_t i = 0; i < distances.size(); ++i) {
    const Position p = twin::position_of(first.graph.positions[i]).position;
    const reference::Value one = first.values[i];
    const reference::Value two = second.values[second.graph.index_of(first.graph.positions[i])];
    const GroupComparison figures = figures_of(one, two);
    const auto n = static_cast<std::size_t>(p.occupied().size());
    domain[n] += figures;
    if (distances[i] < 0) continue;
    reachable[n] += figures;
    if (row_of(one) == row_of(two)) continue;
    EarliestFlips& flips = earliest[row_of(one)][row_of(two)];
    std::set<Position>& images = classes[row_of(one)][row_of(two)];
    if (flips.plies >= 0 && flips.plies < distances[i]) continue;
    if (flips.plies != distances[i]) {
      flips = {distances[i], 0, {}};
      images.clear();
    }
    ++flips.positions;
    images.insert(with_base(game.base, [&]<int B>() { return canonical<B>(p); }));
  }
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      auto& examples = earliest[a][b].examples;
      examples.assign(classes[a][b].begin(), classes[a][b].end());
      examples.resize(std::min(examples.size(), CompareOptions{}.most_examples));
      EXPECT_EQ(found.earliest[a][b], earliest[a][b]) << a << b;
    }
  }
  EXPECT_EQ(found.domain, domain);
  EXPECT_EQ(found.reachable, reachable);
}

TEST(Compare, AGameEqualsItself) {
  const Game game{kAdvanced, 3};
  const Comparison found = compare(solved(game), solved(game), reached(game), {});
  const GroupComparison all = analysis::sum_of(found.domain);
  EXPECT_EQ(all.positions(), 105'053U);
  EXPECT_EQ(all.flips(), 0U);
  EXPECT_EQ(all.win_differences.size(), 1U);
  EXPECT_EQ(found.earliest, analysis::Comparison{}.earliest);
}

TEST(Compare, ThreadsDoNotMatter) {
  const tbb::global_control allow(tbb::global_control::max_allowed_parallelism, 8);
  const Solution first = solved({kStandard, 3});
  const Solution second = solved({kAdvanced, 3});
  const Reachable reachable = reached({kStandard, 3});
  CompareOptions options;
  options.threads = 1;
  const Comparison one = compare(first, second, reachable, options);
  options.threads = 7;
  const Comparison many = compare(first, second, reachable, options);
  EXPECT_EQ(one.domain, many.domain);
  EXPECT_EQ(one.reachable, many.reachable);
  EXPECT_EQ(one.earliest, many.earliest);
}

TEST(Compare, RefusesDifferentBoardsAndStopsWhenAsked) {
  const Solution small = solved({kStandard, 2});
  const Solution large = solved({kStandard, 3});
  const Reachable reachable = reached({kStandard, 3});
  EXPECT_THROW(compare(large, small, reachable, {}), InputError);
  std::stop_source source;
  CompareOptions options;
  options.stop = source.get_token();
  options.progress = [&](std::uint64_t, std::uint64_t total) {
    EXPECT_EQ(total, 105'053U);
    source.request_stop();
  };
  EXPECT_THROW(compare(large, large, reachable, options), Stopped);
}

}  // namespace
}  // namespace pylos
