// The forward search against the naive reference: every position of base 2 and 3 under all ten rule
// sets.

#include "solver/search/search.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <stop_token>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/game.hpp"
#include "engine/moves.hpp"
#include "engine/rules.hpp"
#include "engine/symmetry.hpp"
#include "engine/text.hpp"
#include "solver/search/estimate.hpp"
#include "solver/search/facts.hpp"
#include "solver/search/score.hpp"
#include "solver/search/table.hpp"
#include "tests/solver/search/expect.hpp"
#include "tests/solver/search/reference.hpp"

namespace pylos::search {
namespace {

INSTANTIATE_TEST_SUITE_P(Search, EveryGame, testing::ValuesIn(kAllRuleSets), rules_name);

TEST_P(EveryGame, BoundsAtAGlanceHold) {
  for (const int base : {2, 3}) {
    with_game(game(base), [&]<int B>(auto rules) {
      for (const Solved& s : solved(game(B))) {
        const Bounds b = bounds_at_a_glance<B>(s.position, rules);
        const Score truth = s.value.outcome == Outcome::draw  ? kNeither
                            : s.value.outcome == Outcome::win ? win_in(*s.value.plies)
                                                              : loss_in(*s.value.plies);
        for (int place = 1; place <= kBest.place; ++place) {
          const Score wanted{static_cast<std::uint8_t>(place)};
          const Bounds quick = bounds_for<B>(s.position, rules, wanted);
          ASSERT_EQ(quick.low >= wanted, b.low >= wanted) << name(game(B), s);
          ASSERT_EQ(quick.high < wanted, b.high < wanted) << name(game(B), s);
          ASSERT_LE(quick.low, b.low) << name(game(B), s);
          ASSERT_EQ(quick.high, b.high) << name(game(B), s);
        }
        ASSERT_LE(b.low, truth) << name(game(B), s);
        ASSERT_GE(b.high, truth) << name(game(B), s);
        if (is_lost_now<B>(s.position, rules)) {
          ASSERT_TRUE(b.exact()) << name(game(B), s);
        }
      }
    });
  }
}

TEST_P(EveryGame, EveryPositionOfSmallBasesAgrees) {
  for (const int base : {2, 3}) {
    for (const int threads : {1, 2}) {
      Searcher searcher(game(base), {.table_bytes = std::size_t{8} << 20, .threads = threads});
      std::size_t count = 0;
      for (const Solved& s : solved(game(base))) {
        // Two threads meet on every seventh position only: the set-up of a search is dear there.
        if (threads > 1 && count++ % 7 != 0) continue;
        const Result result = searcher.search(s.position, {.plies = kEnough});
        expect_agrees(result, s.value, kEnough, name(game(base), s));
        if (s.value.decided()) expect_line(game(base), s.position, result, name(game(base), s));
        if (HasFailure()) return;
      }
    }
  }
}

TEST_P(EveryGame, SmallestTableAgrees) {
  std::mt19937_64 random(7);
  const std::vector<Solved>& all = solved(game(3));
  for (const int threads : {1, 2}) {
    Searcher searcher(game(3), {.table_bytes = 0, .threads = threads});
    EXPECT_EQ(searcher.table_bytes(), Table::kLeastBytes);
    int left = 400;
    while (left > 0) {
      const Solved& s = all[random() % all.size()];
      // Without a table to speak of, early positions take too long.
      if (s.position.occupied().size() < 8) continue;
      --left;
      const int plies = s.value.decided() ? kEnough : 12;
      const Result result = searcher.search(s.position, {.plies = plies});
      expect_agrees(result, s.value, plies, name(game(3), s));
      if (HasFailure()) return;
    }
    EXPECT_GT(searcher.search(Position{}, {.plies = 8}).table_fill, 0.9);
  }
}

TEST_P(EveryGame, ShortLimitsNeverAnswerWrong) {
  std::mt19937_64 random(11);
  const std::vector<Solved>& all = solved(game(3));
  for (int i = 0; i < 2000; ++i) {
    const Solved& s = all[random() % all.size()];
    const int plies = static_cast<int>(random() % 12);
    Searcher searcher(game(3), {.table_bytes = 1 << 16});
    const Result result = searcher.search(s.position, {.plies = plies});
    if (result.value.outcome == Outcome::unknown) {
      expect_agrees(result, s.value, plies, name(game(3), s));
    } else {
      EXPECT_EQ(result.value, s.value) << name(game(3), s);
    }
    if (HasFailure()) return;
  }
}

TEST_P(EveryGame, OneThreadCountsAlike) {
  const Game three = game(3);
  Searcher first(three, {.table_bytes = 1 << 16});
  Searcher second(three, {.table_bytes = 1 << 16});
  const Result a = first.search(Position{}, {.plies = 25});
  const Result b = second.search(Position{}, {.plies = 25});
  EXPECT_EQ(a.effort.nodes, b.effort.nodes);
  EXPECT_EQ(a.effort.interior, b.effort.interior);
  EXPECT_EQ(a.line, b.line);
  first.clear();
  EXPECT_EQ(first.search(Position{}, {.plies = 25}).effort.nodes, a.effort.nodes);
}

TEST_P(EveryGame, OracleLeavesGiveTheSameValues) {
  const ReferenceOracle oracle(game(3), 9);
  Searcher searcher(game(3), {.table_bytes = std::size_t{4} << 20, .oracle = &oracle});
  std::mt19937_64 random(13);
  const std::vector<Solved>& all = solved(game(3));
  for (int i = 0; i < 500; ++i) {
    const Solved& s = all[random() % all.size()];
    const Result result = searcher.search(s.position, {.plies = kEnough});
    expect_agrees(result, s.value, kEnough, name(game(3), s));
    if (s.position.occupied().size() >= 9) {
      EXPECT_EQ(result.value, s.value) << name(game(3), s);
    }
    if (HasFailure()) return;
  }
}

// The estimate without alpha-beta, table, symmetry or order.
template <int B>
int plain_estimate(Position p, RuleSet rules, int plies) {
  if (is_lost_now<B>(p, rules)) return -kEstimatedWin;
  if (plies == 0) return reserve_difference(p);
  int best = -kEstimatedWin;
  for_each_move<B>(p, rules, [&](Move m) {
    best = std::max(best, -plain_estimate<B>(apply(p, m), rules, plies - 1));
  });
  return best;
}

TEST_P(EveryGame, EstimateIsPlainMinimax) {
  std::mt19937_64 random(17);
  const std::vector<Solved>& all = solved(game(3));
  with_game(game(3), [&]<int B>(auto rules) {
    for (int i = 0; i < 40; ++i) {
      const Position p = all[random() % all.size()].position;
      int expected_plies = 0;
      estimate(p, game(B), {.plies = 4, .table_bytes = 1 << 16}, {}, [&](const Estimate& e) {
        EXPECT_EQ(e.plies, ++expected_plies);
        EXPECT_EQ(e.score, plain_estimate<B>(p, rules, e.plies)) << name(game(B), {p, {}});
        for (const Move& m : e.best) {
          EXPECT_EQ(-plain_estimate<B>(apply(p, m), rules, e.plies - 1), e.score);
        }
      });
      EXPECT_GE(expected_plies, 1);
    }
  });
}

TEST(SearchTest, DrawIsUnknownWithItsBound) {
  Searcher searcher({kAdvanced, 3}, {.table_bytes = 1 << 20});
  const Result result = searcher.search(Position{}, {.plies = 60});
  EXPECT_EQ(result.value, Value{});
  EXPECT_GE(result.proved.no_win_within, 59);
  EXPECT_GE(result.proved.no_loss_within, 60);
  EXPECT_TRUE(result.line.empty());
  EXPECT_FALSE(result.stopped);
}

// However deep, and though the table fills with bounds that no question can pass.
TEST(SearchTest, DrawsAreNeverProvedWithoutLeaves) {
  Searcher searcher({kAdvanced, 3}, {.table_bytes = std::size_t{8} << 20});
  int draws = 0;
  for (const Solved& s : solved({kAdvanced, 3})) {
    if (s.value != Value::draw() || ++draws > 500) continue;
    const Result result = searcher.search(s.position);
    EXPECT_EQ(result.value, Value{}) << name({kAdvanced, 3}, s);
    EXPECT_EQ(result.proved.at_least, Outcome::loss) << name({kAdvanced, 3}, s);
    EXPECT_EQ(result.proved.at_most, Outcome::win) << name({kAdvanced, 3}, s);
    if (HasFailure()) return;
  }
  EXPECT_GT(draws, 500);
}

TEST_P(EveryGame, ATrueClaimIsProvedByItsQuestionsAlone) {
  std::mt19937_64 random(29);
  const std::vector<Solved>& all = solved(game(3));
  for (int i = 0; i < 300; ++i) {
    const Solved& s = all[random() % all.size()];
    for (const Outcome claim : {Outcome::win, Outcome::loss}) {
      Searcher searcher(game(3), {.table_bytes = std::size_t{1} << 20});
      const Result result =
          searcher.search(s.position, {.plies = kEnough, .claim = claim}, {},
                          [&](const Progress& p) { EXPECT_EQ(p.asks_win, claim == Outcome::win); });
      if (s.value.outcome == claim) {
        EXPECT_EQ(result.value, s.value) << name(game(3), s);
      } else {
        expect_nothing_false(result, s.value, name(game(3), s));
      }
      if (HasFailure()) return;
    }
  }
}

TEST(SearchTest, StopsWhenAsked) {
  Searcher searcher({kStandard, 4}, {.table_bytes = 1 << 20, .threads = 2});
  std::stop_source stop;
  stop.request_stop();
  EXPECT_TRUE(searcher.search(Position{}, {}, stop.get_token()).stopped);
  const Result timed = searcher.search(Position{}, {.seconds = 0.05});
  EXPECT_TRUE(timed.stopped);
  EXPECT_LT(timed.seconds, 2.0);
  EXPECT_EQ(timed.value, Value{});
  // And it can be used again.
  const Result result = searcher.search(Position{}, {.plies = 20});
  EXPECT_FALSE(result.stopped);
  EXPECT_GE(result.proved.no_loss_within, 20);
}

TEST(SearchTest, ProgressTellsEveryQuestion) {
  Searcher searcher({kChildren, 3}, {.table_bytes = 1 << 20});
  std::vector<Progress> steps;
  const Result result =
      searcher.search(Position{}, {}, {}, [&](const Progress& p) { steps.push_back(p); });
  ASSERT_FALSE(steps.empty());
  EXPECT_EQ(result.value, Value::loss(16));
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) EXPECT_FALSE(steps[i].answer);
  EXPECT_TRUE(steps.back().answer);
  EXPECT_FALSE(steps.back().asks_win);
  EXPECT_EQ(steps.back().plies, 16);
}

TEST(TableTest, KeysAreExact) {
  std::mt19937_64 random(3);
  // Sixteen buckets: thousands of positions share each, and none may be taken for another.
  Table table(Table::kLeastBytes);
  std::vector<Position> positions;
  for (int i = 0; i < 20000; ++i) {
    const auto own = static_cast<std::uint32_t>(random()) & Board<4>::kAll.bits();
    const auto other = static_cast<std::uint32_t>(random()) & Board<4>::kAll.bits() & ~own;
    positions.push_back(Position(CellSet(own), CellSet(other)));
  }
  const auto bounds = [](Position p) {
    const auto low = static_cast<std::uint8_t>(p.bits() % 63);
    return Bounds{Score{low}, Score{static_cast<std::uint8_t>(64 + (p.bits() >> 7) % 63)}};
  };
  std::size_t found = 0;
  for (const Position p : positions) {
    table.add(table.spot(p), bounds(p), -1, random() % 100000);
    Known known;
    ASSERT_TRUE(table.find(table.spot(p), known));
    ASSERT_EQ(known.bounds, bounds(p));
  }
  for (const Position p : positions) {
    Known known;
    if (!table.find(table.spot(p), known)) continue;
    ++found;
    ASSERT_EQ(known.bounds, bounds(p));
  }
  EXPECT_EQ(found, Table::kLeastBytes / 8);
  EXPECT_EQ(table.fill(), 1.0);
}

TEST(TableTest, KeepsMovesAndNarrows) {
  Table table(std::size_t{1} << 20);
  const Position p(CellSet(7), CellSet(8));
  table.add(table.spot(p), {loss_in(4), kBest}, 12, 100);
  table.add(table.spot(p), {kLostNow, win_in(5)}, -1, 1);
  Known known;
  ASSERT_TRUE(table.find(table.spot(p), known));
  EXPECT_EQ(known.bounds, (Bounds{loss_in(4), win_in(5)}));
  EXPECT_EQ(known.move, 12);
  table.clear();
  EXPECT_FALSE(table.find(table.spot(p), known));
}

}  // namespace
}  // namespace pylos::search
