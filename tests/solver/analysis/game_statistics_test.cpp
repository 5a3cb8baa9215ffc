// Statistics of whole games against the same figures counted position by position, from value
// iteration over the naive reference.
#include "solver/analysis/game_statistics.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "engine/legal_moves.hpp"
#include "engine/text.hpp"
#include "solver/analysis/bundle_counter.hpp"
#include "solver/analysis/move_counter.hpp"
#include "solver/analysis/place.hpp"
#include "solver/retrograde/solve.hpp"
#include "tests/reference_games.hpp"
#include "tests/solved_games.hpp"

namespace pylos {
namespace {

using twin::reached;
using twin::solved;

using analysis::game_statistics;
using analysis::GameStatistics;
using analysis::GroupStatistics;
using analysis::PopulationStatistics;
using analysis::Reachable;
using analysis::StatisticsOptions;
using analysis::TurnTable;

GameStatistics statistics(Game game, int threads = 2) {
  StatisticsOptions options;
  options.threads = threads;
  return game_statistics(solved(game), reached(game), options);
}

std::size_t row_of(reference::Outcome outcome) {
  switch (outcome) {
    case reference::Outcome::kWin:
      return TurnTable::kWin;
    case reference::Outcome::kLoss:
      return TurnTable::kLoss;
    case reference::Outcome::kDraw:
      break;
  }
  return TurnTable::kDraw;
}

// One position's part of the figures.
struct Expected {
  int spheres = 0;
  reference::Value value;
  reference::Value turned;
  int winning_moves = 0;
  int moves = 0;
  bool reachable = false;
  bool full_board = false;

  bool in_turns(std::size_t now, std::size_t other) const {
    return !full_board && row_of(value.outcome) == now && row_of(turned.outcome) == other;
  }

  GroupStatistics figures() const {
    GroupStatistics g;
    const std::size_t row = row_of(value.outcome);
    (row == TurnTable::kWin    ? g.counts.win
     : row == TurnTable::kLoss ? g.counts.loss
                               : g.counts.draw) = 1;
    if (row != TurnTable::kDraw) {
      g.by_distance.resize(static_cast<std::size_t>(value.plies) + 1);
      g.by_distance.back() = 1;
    }
    g.one_winning_move = winning_moves == 1;
    g.moves = static_cast<std::uint64_t>(moves);
    g.most_moves = moves;
    if (!full_board) g.turns.of[row][row_of(turned.outcome)] = 1;
    return g;
  }
};

std::vector<Expected> expected_of(const reference::Solution& solution) {
  const reference::Graph& graph = solution.graph;
  const std::vector<int> distances = twin::distances_from_empty_board(graph);
  std::vector<Expected> all;
  for (std::size_t i = 0; i < graph.positions.size(); ++i) {
    const Position p = twin::position_of(graph.positions[i]).position;
    Expected& e = all.emplace_back();
    e.spheres = p.occupied().size();
    e.value = solution.values[i];
    e.turned = solution.values[twin::index_of(graph, p.turned())];
    e.moves = static_cast<int>(graph.successors[i].size());
    e.winning_moves = static_cast<int>(
        std::count_if(graph.successors[i].begin(), graph.successors[i].end(), [&](int next) {
          return solution.values[static_cast<std::size_t>(next)].outcome ==
                 reference::Outcome::kLoss;
        }));
    e.reachable = distances[i] >= 0;
    e.full_board = e.spheres == reference::geometry(graph.rules.base).cells();
  }
  return all;
}

class StatisticsSmall : public testing::TestWithParam<Game> {};
INSTANTIATE_TEST_SUITE_P(All, StatisticsSmall, testing::ValuesIn(twin::small_games()),
                         twin::game_name);

// The example is one of the positions that `fits`, with as few spheres as there are; none only if
// there are none.
void expect_example(const std::optional<Position>& example, const reference::Graph& graph,
                    const std::vector<Expected>& all,
                    const std::function<bool(const Expected&)>& fits) {
  int least = -1;
  for (const Expected& e : all) {
    if (fits(e) && (least < 0 || e.spheres < least)) least = e.spheres;
  }
  ASSERT_EQ(example.has_value(), least >= 0);
  if (!example) return;
  EXPECT_TRUE(fits(all[twin::index_of(graph, *example)]));
  EXPECT_EQ(example->occupied().size(), least);
}

TEST_P(StatisticsSmall, EqualTheReferencePositionByPosition) {
  const reference::Solution solution = reference::solve_domain(twin::reference_rules(GetParam()));
  const std::vector<Expected> all = expected_of(solution);
  const GameStatistics found = statistics(GetParam());
  for (const bool reachable_only : {false, true}) {
    SCOPED_TRACE(reachable_only ? "reachable" : "domain");
    const PopulationStatistics& population = reachable_only ? found.reachable : found.domain;
    std::vector<GroupStatistics> by_spheres(population.by_spheres.size());
    GroupStatistics sum;
    for (const Expected& e : all) {
      if (reachable_only && !e.reachable) continue;
      by_spheres[static_cast<std::size_t>(e.spheres)] += e.figures();
      sum += e.figures();
    }
    EXPECT_EQ(population.by_spheres, by_spheres);
    EXPECT_EQ(population.all(), sum);

    const auto example = [&](const std::optional<Position>& p, auto&& fits) {
      expect_example(p, solution.graph, all, [&](const Expected& e) {
        return (e.reachable || !reachable_only) && fits(e);
      });
    };
    const auto longest = [&](int parity) {
      int plies = static_cast<int>(sum.by_distance.size()) - 1;
      while (plies >= 0 &&
             (plies % 2 != parity || sum.by_distance[static_cast<std::size_t>(plies)] == 0)) {
        --plies;
      }
      return plies;
    };
    const auto decided_in = [](int plies) {
      return [plies](const Expected& e) {
        return e.value.outcome != reference::Outcome::kDraw && e.value.plies == plies;
      };
    };
    example(population.examples.longest_win, decided_in(longest(1)));
    example(population.examples.longest_loss, decided_in(longest(0)));
    example(population.examples.draw,
            [](const Expected& e) { return e.value.outcome == reference::Outcome::kDraw; });
    example(population.examples.most_moves,
            [&](const Expected& e) { return e.moves == sum.most_moves; });
    example(population.examples.one_winning_move,
            [](const Expected& e) { return e.winning_moves == 1; });
    example(population.examples.full_zugzwang,
            [](const Expected& e) { return e.in_turns(TurnTable::kLoss, TurnTable::kLoss); });
    example(population.examples.costs_draw,
            [](const Expected& e) { return e.in_turns(TurnTable::kLoss, TurnTable::kDraw); });
    example(population.examples.costs_win,
            [](const Expected& e) { return e.in_turns(TurnTable::kDraw, TurnTable::kLoss); });
  }
}

TEST_P(StatisticsSmall, ThreadsDoNotMatter) {
  const tbb::global_control allow(tbb::global_control::max_allowed_parallelism, 8);
  const GameStatistics one = statistics(GetParam(), 1);
  const GameStatistics many = statistics(GetParam(), 7);
  EXPECT_EQ(one.domain.by_spheres, many.domain.by_spheres);
  EXPECT_EQ(one.reachable.by_spheres, many.reachable.by_spheres);
  EXPECT_EQ(one.domain.examples.most_moves, many.domain.examples.most_moves);
  EXPECT_EQ(one.reachable.examples.longest_win, many.reachable.examples.longest_win);
}

TEST(GameStatistics, ReportsProgressAndStopsWhenAsked) {
  const Solution solution = solved({kStandard, 3});
  const Reachable reachable = reached({kStandard, 3});
  std::uint64_t last = 0;
  StatisticsOptions options;
  options.progress = [&](std::uint64_t done, std::uint64_t total) {
    EXPECT_EQ(total, 105'053U);
    EXPECT_GT(done, last);
    last = done;
  };
  game_statistics(solution, reachable, options);
  EXPECT_EQ(last, 105'053U);
  std::stop_source source;
  options.stop = source.get_token();
  options.progress = [&](std::uint64_t, std::uint64_t) { source.request_stop(); };
  EXPECT_THROW(game_statistics(solution, reachable, options), Stopped);
}

// Base 4, where positions have a thousand moves and more: whole bundles against the generator.
TEST(MoveCounter, EqualsTheGeneratorOnBase4) {
  struct Case {
    const char* rules;
    const char* position;
    std::size_t moves;
  };
  for (const Case& c : {Case{"standard", "LLLLDDDDLDDDLLLL/.L.LLL.L. l", 688},
                        Case{"advanced", "LLLLLDDLLDDDLLDL/....LL.LL l", 1241},
                        Case{"advanced+min0+mayraise", "LLLLLDDLDDDLLDLL/...LL.LL. l", 1265}}) {
    SCOPED_TRACE(c.rules);
    const Game game{rule_set_from_text(c.rules), 4};
    const Position given = position_from_text(c.position, 4).position;
    ASSERT_EQ(legal_moves(given, game).size(), c.moves);
    const table::SolutionStorage storage(game);  // its values are not looked at
    const analysis::OutcomeReader reader(storage);
    const table::PositionKey key = storage.table.key(given);
    const std::uint32_t bundle = key.colouring / table::kBundleColourings;
    const analysis::MoveCounter counter(storage.table, table::ShapeMoves(storage.table), game.rules,
                                        reader, key.shape);
    const analysis::MoveCount counted = counter.moves(bundle);
    for (std::uint32_t i = 0; i < table::kBundleColourings; ++i) {
      table::Bundle one{};
      one[i / 32] = table::Word{1} << i % 32;
      const Position p =
          analysis::position_at(storage.table, analysis::place_of(key.shape, bundle, i));
      const bool in_domain = p.mover().size() <= 15 && p.opponent().size() <= 15;
      ASSERT_EQ(counted.sum(one), in_domain ? legal_moves(p, game).size() : 0U) << i;
    }
    table::Bundle all = ~table::Bundle{};
    EXPECT_GE(counted.greatest(all), static_cast<int>(c.moves));
  }
}

TEST(BundleCounter, AddsColumnByColumn) {
  analysis::BundleCounter<6> counter;
  analysis::BundleCounter<3> small;
  std::array<int, table::kBundleColourings> expected{};
  std::array<int, table::kBundleColourings> before{};
  std::uint32_t random = 1;
  const auto bundle = [&] {
    table::Bundle x;
    for (int i = 0; i < table::kLanes; ++i) x[i] = random = random * 1664525 + 1013904223;
    return x;
  };
  const auto bit = [](const table::Bundle& x, std::size_t i) {
    return int(x[i / 32] >> i % 32 & 1);
  };
  for (int round = 0; round < 7; ++round) {
    const table::Bundle one = bundle();
    const table::Bundle where = bundle();
    counter.add_and_one(small, where);
    small.add(one);
    counter.add(one);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      expected[i] += bit(where, i) * (before[i] + 1) + bit(one, i);
      before[i] += bit(one, i);
    }
  }
  table::Bundle where = bundle();
  std::uint64_t sum = 0;
  int most = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (bit(where, i) == 0) continue;
    sum += static_cast<std::uint64_t>(expected[i]);
    most = std::max(most, expected[i]);
  }
  EXPECT_EQ(counter.sum(where), sum);
  table::Bundle those = where;
  EXPECT_EQ(counter.greatest(those), most);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(bit(those, i), bit(where, i) && expected[i] == most);
  }
}

}  // namespace
}  // namespace pylos
