// What can be reached from the empty board: the bit-parallel search against plain breadth-first
// search over the naive reference, position by position.
#include "solver/analysis/reachable.hpp"

#include <algorithm>
#include <cstdint>
#include <stop_token>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "engine/errors.hpp"
#include "engine/legal_moves.hpp"
#include "solver/retrograde/solve.hpp"
#include "tests/reference_games.hpp"

namespace pylos {
namespace {

using analysis::find_reachable;
using analysis::Reachable;
using analysis::ReachableOptions;

ReachableOptions options_for(Game game) {
  ReachableOptions options;
  options.game = game;
  options.threads = 2;
  return options;
}

class ReachableSmall : public testing::TestWithParam<Game> {};
INSTANTIATE_TEST_SUITE_P(All, ReachableSmall, testing::ValuesIn(twin::small_games()),
                         twin::game_name);

TEST_P(ReachableSmall, EqualsBreadthFirstSearchOverTheReference) {
  const Game game = GetParam();
  const Reachable found = find_reachable(options_for(game));
  const reference::Graph graph = reference::domain_graph(twin::reference_rules(game));
  const std::vector<int> distances = twin::distances_from_empty_board(graph);

  std::vector<std::vector<std::uint64_t>> counts(static_cast<std::size_t>(found.table().cells()) +
                                                 1);
  std::uint64_t reached = 0;
  for (std::size_t i = 0; i < distances.size(); ++i) {
    const Position p = twin::position_of(graph.positions[i]).position;
    ASSERT_EQ(found.contains(p), distances[i] >= 0)
        << reference::write_position(graph.positions[i]);
    if (distances[i] < 0) continue;
    ++reached;
    auto& tier = counts[static_cast<std::size_t>(p.occupied().size())];
    tier.resize(std::max(tier.size(), static_cast<std::size_t>(distances[i]) + 1));
    ++tier[static_cast<std::size_t>(distances[i])];
  }
  const int longest = *std::max_element(distances.begin(), distances.end());
  for (auto& tier : counts) tier.resize(static_cast<std::size_t>(longest) + 1);
  EXPECT_EQ(found.by_spheres_and_plies(), counts);
  EXPECT_EQ(found.positions(), reached);
  EXPECT_EQ(found.longest(), longest);
  for (int plies = 0; plies <= longest; ++plies) {
    const Position witness = found.witnesses()[static_cast<std::size_t>(plies)];
    EXPECT_EQ(distances[twin::index_of(graph, witness)], plies);
  }
}

TEST_P(ReachableSmall, ABundleHoldsTheSamePositions) {
  const Reachable found = find_reachable(options_for(GetParam()));
  for (const reference::Position& r : reference::domain(GetParam().base)) {
    const Position p = twin::position_of(r).position;
    const auto [shape, colouring] = found.table().key(p);
    const table::Bundle bundle = found.bundle(shape, colouring / table::kBundleColourings);
    const std::uint32_t within = colouring % table::kBundleColourings;
    ASSERT_EQ((bundle[within / 32] >> within % 32 & 1) != 0, found.contains(p));
  }
}

TEST_P(ReachableSmall, ThreadsDoNotMatter) {
  const tbb::global_control allow(tbb::global_control::max_allowed_parallelism, 8);
  const Reachable expected = find_reachable(options_for(GetParam()));
  for (const int threads : {1, 7}) {
    ReachableOptions options = options_for(GetParam());
    options.threads = threads;
    const Reachable found = find_reachable(options);
    EXPECT_EQ(found.by_spheres_and_plies(), expected.by_spheres_and_plies());
    EXPECT_EQ(found.witnesses(), expected.witnesses());
  }
}

// Base 4, as far as one can go position by position.
TEST(FindReachable, FirstPliesOfBase4EqualTheGenerator) {
  constexpr int kPlies = 7;
  for (const RuleSet rules :
       {kStandard, RuleSet{RecoversOn::square_or_line, 0, EmptyReserve::may_raise}}) {
    ReachableOptions options = options_for({rules, 4});
    options.go_on = [](int plies) { return plies < kPlies; };
    const Reachable found = find_reachable(options);
    std::unordered_set<std::uint64_t> met{Position{}.bits()};
    std::vector<Position> layer{Position{}};
    for (int plies = 0; plies <= kPlies; ++plies) {
      std::uint64_t sum = 0;
      for (const auto& tier : found.by_spheres_and_plies())
        sum += tier[static_cast<std::size_t>(plies)];
      EXPECT_EQ(sum, layer.size()) << plies;
      std::vector<Position> next;
      for (const Position p : layer) {
        EXPECT_TRUE(found.contains(p));
        for (const Move move : legal_moves(p, {rules, 4})) {
          const Position after = apply(p, move);
          if (met.insert(after.bits()).second) next.push_back(after);
        }
      }
      layer = std::move(next);
    }
  }
}

TEST(FindReachable, RefusesWhatCannotBe) {
  EXPECT_THROW(find_reachable(options_for({kStandard, 5})), InputError);
  for (const int threads : {-1, kMaxThreads + 1}) {
    ReachableOptions options = options_for({kStandard, 3});
    options.threads = threads;
    EXPECT_THROW(find_reachable(options), InputError);
  }
  ReachableOptions options = options_for({kStandard, 3});
  options.memory_limit = 1;
  EXPECT_THROW(find_reachable(options), OutOfMemory);
  const std::uint64_t bytes = analysis::reachable_memory(4);
  EXPECT_GT(bytes, std::uint64_t{1} << 30);
  EXPECT_LT(bytes, std::uint64_t{2} << 30);
}

TEST(FindReachable, ReportsProgressAndStopsWhenAsked) {
  ReachableOptions options = options_for({kAdvanced, 3});
  int last = 0;
  std::uint64_t reached = 0;
  options.progress = [&](const analysis::ReachableProgress& p) {
    EXPECT_EQ(p.domain, 105'053U);
    EXPECT_GE(p.plies, last);
    EXPECT_GE(p.reached, reached);
    last = p.plies;
    reached = p.reached;
  };
  EXPECT_EQ(find_reachable(options).positions(), reached);
  for (int stop_at = 1; stop_at <= last; stop_at += 3) {
    std::stop_source source;
    options.stop = source.get_token();
    options.progress = [&](const analysis::ReachableProgress& p) {
      if (p.plies >= stop_at) source.request_stop();
    };
    EXPECT_THROW(find_reachable(options), Stopped) << stop_at;
  }
}

}  // namespace
}  // namespace pylos
