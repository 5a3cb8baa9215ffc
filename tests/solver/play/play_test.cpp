// Opponents and reviews against definitions worked out anew over the naive reference.
#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "engine/errors.hpp"
#include "engine/legal_moves.hpp"
#include "solver/play/opponent.hpp"
#include "solver/play/review.hpp"
#include "tests/reference_games.hpp"

namespace pylos::play {
namespace {

class Play : public testing::TestWithParam<Game> {
 protected:
  Play() : solution_(reference::solve_domain(twin::reference_rules(GetParam()))) {}

  std::size_t index(Position p) const { return twin::index_of(solution_.graph, p); }
  Value value(Position p) const { return twin::value_of(solution_.values[index(p)]); }
  ValueOf value_of() const {
    return [this](Position p) { return value(p); };
  }
  bool over(std::size_t i) const { return solution_.graph.over[i]; }
  Position position(std::size_t i) const {
    return twin::position_of(solution_.graph.positions[i]).position;
  }

  // Every position of base 2; of base 3 some hundreds.
  std::vector<std::size_t> sample() const {
    const std::size_t all = solution_.graph.positions.size();
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < all; i += GetParam().base == 2 ? 1 : all / 400 + 1) {
      if (!over(i)) numbers.push_back(i);
    }
    return numbers;
  }

  // The depth-limited minimax: plies to a win (positive) or a loss (negative, less one) that is
  // certain within `depth` plies; nothing where it is open. It never looks at a value.
  std::optional<int> minimax(std::size_t i, int depth) {
    if (over(i)) return -1;  // lost in 0
    if (depth == 0) return std::nullopt;
    const auto [found, is_new] = seen_.try_emplace({i, depth}, std::nullopt);
    if (!is_new) return found->second;
    std::optional<int> win;
    int longest = 0;
    bool open = false;
    for (const int next : solution_.graph.successors[i]) {
      const std::optional<int> after = minimax(static_cast<std::size_t>(next), depth - 1);
      if (!after) {
        open = true;
      } else if (*after < 0) {
        win = std::min(win.value_or(1000), -*after - 1 + 1);
      } else {
        longest = std::max(longest, *after);
      }
    }
    std::optional<int> result;
    if (win) {
      result = win;
    } else if (!open) {
      result = -(longest + 1) - 1;
    }
    seen_[{i, depth}] = result;
    return result;
  }

  reference::Solution solution_;
  std::map<std::pair<std::size_t, int>, std::optional<int>> seen_;
};

INSTANTIATE_TEST_SUITE_P(Small, Play,
                         testing::Values(Game{kChildren, 2}, Game{kStandard, 2}, Game{kAdvanced, 2},
                                         Game{kStandard, 3}, Game{kAdvanced, 3},
                                         Game{{RecoversOn::square, 0, EmptyReserve::may_raise}, 3}),
                         twin::game_name);

TEST_P(Play, LevelNIsMinimaxOfNPlies) {
  const Game game = GetParam();
  for (const int level : {1, 2, 3, 5}) {
    for (const std::size_t i : sample()) {
      const Position p = position(i);
      // Rank of every move from the minimax: wins by speed, open ones by reserves, losses by delay.
      std::set<std::uint64_t> best;
      int most = -1'000'000;
      for (const Move move : legal_moves(p, game)) {
        const Position next = apply(p, move);
        const std::optional<int> after = minimax(index(next), level - 1);
        int rank = next.mover().size() - next.opponent().size();
        if (after) rank = *after < 0 ? 100'000 + *after : *after - 100'000;
        if (rank > most) best.clear();
        most = std::max(most, rank);
        if (rank == most) best.insert(next.bits());
      }
      const Move chosen = choose_move(game, p, {level}, i, value_of());
      EXPECT_TRUE(best.contains(apply(p, chosen).bits())) << "level " << level << " position " << i;
      EXPECT_EQ(choose_move(game, p, {level}, i, value_of()), chosen);
    }
  }
}

TEST_P(Play, PerfectKeepsOutcomeAndDistance) {
  const Game game = GetParam();
  for (const std::size_t i : sample()) {
    const Position p = position(i);
    const Value own = value(p);
    const Position next = apply(p, choose_move(game, p, {}, 0, value_of()));
    ValueFromSuccessors back;
    back.add(value(next));
    EXPECT_EQ(back.value(), own) << i;
  }
}

TEST_P(Play, MarksFollowTheirDefinitions) {
  const Game game = GetParam();
  std::mt19937_64 random(7);
  std::map<Mark, int> seen;
  for (int round = 0; round < 60; ++round) {
    Record record{game, {}, {}};
    for (Position p; record.moves.size() < 40;) {
      const std::vector<Move> moves = legal_moves(p, game);
      if (moves.empty()) break;
      record.moves.push_back(moves[random() % moves.size()]);
      p = apply(p, record.moves.back());
    }
    const Review found = review(record, value_of());
    ASSERT_EQ(found.moves.size(), record.moves.size());
    std::optional<int> changed;
    for (std::size_t k = 0; k < record.moves.size(); ++k) {
      const reference::Graph& graph = solution_.graph;
      const Position p = record.position(k).position;
      // 1 for a win of the mover, 0 for a draw, -1 for a loss.
      const auto points = [](Value v) {
        return v.outcome == Outcome::win ? 1 : v.outcome == Outcome::loss ? -1 : 0;
      };
      const Value before = value(p);
      const Value after = value(record.position(k + 1).position);
      const int best = points(before);
      const int played = -points(after);
      const int longer = after.plies.value_or(0) + 1 - before.plies.value_or(0);
      const auto& successors = graph.successors[index(p)];
      const auto keep = std::count_if(successors.begin(), successors.end(), [&](int s) {
        return -points(twin::value_of(solution_.values[static_cast<std::size_t>(s)])) == best;
      });
      Mark expected = Mark::none;
      if (best - played == 2) {
        expected = Mark::blunder;
      } else if (best - played == 1) {
        expected = Mark::mistake;
      } else if (best * longer >= 10) {
        expected = Mark::slip;
      } else if (best >= 0 && keep == 1 && successors.size() > 1) {
        expected = Mark::only_move;
      }
      EXPECT_EQ(found.moves[k].mark, expected) << "round " << round << " ply " << k + 1;
      ++seen[expected];
      if (best != played) changed = static_cast<int>(k) + 1;
    }
    EXPECT_EQ(found.decided_at, changed);
  }
  if (game.base == 3) {
    EXPECT_GT(seen[Mark::blunder] + seen[Mark::mistake], 0);
    EXPECT_GT(seen[Mark::only_move], 0);
  }
}

TEST(PlayLevel, TextBothWays) {
  for (int n = 1; n <= Level::kHighest; ++n) {
    EXPECT_EQ(level_from_text(std::to_string(n)), Level{n});
    EXPECT_EQ(to_text(Level{n}), std::to_string(n));
  }
  EXPECT_EQ(level_from_text("perfect"), Level{});
  for (const char* bad : {"0", "13", "", "3x", "-1", "Perfect"}) {
    EXPECT_THROW(level_from_text(bad), InputError) << bad;
  }
}

TEST(PlayReview, UnknownValuesEarnNoMarks) {
  const Record record = record_from_text("1b2 1a1", {kStandard, 3});
  const Review found = review(record, [](Position) { return Value{}; });
  EXPECT_EQ(found.moves[0].mark, Mark::none);
  EXPECT_EQ(found.moves[0].best_value, Value{});
  EXPECT_FALSE(found.light.kept || found.decided_at);
}

}  // namespace
}  // namespace pylos::play
