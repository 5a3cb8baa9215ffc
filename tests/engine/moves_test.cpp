// The engine's moves against the naive reference: random games and random positions, every rule set
// and base.

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/legal_moves.hpp"
#include "engine/moves.hpp"
#include "engine/perft.hpp"
#include "engine/symmetry.hpp"
#include "engine/text.hpp"
#include "tests/engine/twin.hpp"
#include "tests/reference/perft.hpp"
#include "tests/reference/random_game.hpp"
#include "tests/reference/symmetry.hpp"

namespace pylos {
namespace {

struct EngineMoves {
  std::vector<std::string> texts;
  std::map<std::string, std::string> after;  // by the move's text
  bool lost_now = false;
};

template <int B, AnyRules R>
EngineMoves engine_moves(const ColouredPosition& p, R rules) {
  EngineMoves result;
  for_each_move<B>(p.position, rules, [&](Move move) {
    const ColouredPosition after = apply(p, move);
    EXPECT_TRUE(in_domain<B>(after.position));
    result.texts.push_back(to_text(move, B));
    result.after[result.texts.back()] = to_text(after, B);
  });
  result.lost_now = is_lost_now<B>(p.position, rules);
  return result;
}

void expect_same_moves(const reference::Position& position, const reference::Rules& rules) {
  const Game game = twin::game_of(rules);
  const ColouredPosition p = twin::position_of(position);
  SCOPED_TRACE(to_text(game.rules) + ", base " + std::to_string(game.base) + ": " +
               reference::write_position(position));
  ASSERT_EQ(to_text(p, game.base), reference::write_position(position));

  // On base 4 compiled for the rules, where they have a name; legal_moves never is.
  EngineMoves engine = with_game(game, [&]<int B>(auto fixed) { return engine_moves<B>(p, fixed); });
  std::vector<std::string> expected;
  for (const reference::Move& move : reference::legal_moves(position, rules)) {
    expected.push_back(reference::write_move(rules.base, move));
    const auto found = engine.after.find(expected.back());
    if (found == engine.after.end()) continue;  // told below
    EXPECT_EQ(found->second, reference::write_position(reference::apply(position, move)))
        << "after " << expected.back();
  }
  std::vector<std::string> listed;
  for (const Move& move : legal_moves(p.position, game)) listed.push_back(to_text(move, game.base));
  EXPECT_EQ(engine.texts, listed);
  std::sort(engine.texts.begin(), engine.texts.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(engine.texts, expected);
  EXPECT_EQ(engine.lost_now, reference::is_over(position, rules));
}

void expect_same_facts(const reference::Position& position) {
  const ColouredPosition p = twin::position_of(position);
  SCOPED_TRACE(reference::write_position(position));
  with_base(position.base, [&]<int B>() {
    const CellSet occupied = p.position.occupied();
    EXPECT_TRUE(in_domain<B>(p.position));
    for (int c = 0; c < Board<B>::kCells; ++c) {
      const Cell cell(c);
      EXPECT_EQ(Board<B>::playable(occupied).contains(cell), reference::is_playable(position, c));
      if (!occupied.contains(cell)) continue;
      EXPECT_EQ(Board<B>::free_spheres(occupied).contains(cell), reference::is_free(position, c));
    }
    EXPECT_EQ(mover_reserve<B>(p.position), reference::reserve(position, position.to_move));
    EXPECT_EQ(opponent_reserve<B>(p.position),
              reference::reserve(position, reference::other(position.to_move)));
    EXPECT_EQ(opponent_reserve<B>(p.position), mover_reserve<B>(p.position.turned()));
  });
}

// Two positions are of one class for the engine exactly when they are for the reference.
class ClassesSeen {
 public:
  void add(const reference::Position& position) {
    const reference::Position light = reference::with_light_to_move(position);
    const std::string theirs = reference::write_position(reference::representative(light));
    const Position ours = with_base(
        position.base, [&]<int B>() { return canonical<B>(twin::position_of(light).position); });
    EXPECT_EQ(ours_by_theirs_.emplace(theirs, ours).first->second, ours) << theirs;
    EXPECT_EQ(theirs_by_ours_.emplace(ours, theirs).first->second, theirs) << theirs;
  }

 private:
  std::map<std::string, Position> ours_by_theirs_;
  std::map<Position, std::string> theirs_by_ours_;
};

class EngineMovesOfBase : public testing::TestWithParam<int> {};

TEST_P(EngineMovesOfBase, RandomGames) {
  const int base = GetParam();
  constexpr std::uint64_t kGames = 20;
  std::size_t recovering = 0;
  ClassesSeen classes;
  for (const reference::Rules& rules : reference::all_rules(base)) {
    for (std::uint64_t seed = 0; seed < kGames; ++seed) {
      for (const reference::Position& position : reference::random_game(rules, seed)) {
        expect_same_moves(position, rules);
        expect_same_facts(position);
        classes.add(position);
        if (testing::Test::HasFailure()) return;
        for (const reference::Move& move : reference::legal_moves(position, rules)) {
          recovering += move.recovered.empty() ? 0U : 1U;
        }
      }
    }
  }
  if (base > 2) {
    EXPECT_GT(recovering, 1000U) << "the games show too little";
  }
}

// Every rule set sees every position: games of one rule set seldom meet what another makes of it.
TEST_P(EngineMovesOfBase, RandomPositions) {
  const int base = GetParam();
  std::mt19937_64 random(20240 + static_cast<unsigned>(base));
  ClassesSeen classes;
  for (int i = 0; i < 1500; ++i) {
    const reference::Position position = twin::random_position(base, random);
    expect_same_facts(position);
    classes.add(position);
    for (int image = 0; image < reference::kSymmetries; ++image) {
      classes.add(reference::transformed(position, image));
    }
    for (const reference::Rules& rules : reference::all_rules(base)) {
      expect_same_moves(position, rules);
    }
    if (testing::Test::HasFailure()) return;
  }
}

TEST_P(EngineMovesOfBase, PerftOfTheReference) {
  const int base = GetParam();
  const int deepest = base == 4 ? 4 : 6;
  std::mt19937_64 random(7);
  std::vector<reference::Position> starts{reference::empty_board(base)};
  for (int i = 0; i < 2; ++i) starts.push_back(twin::random_position(base, random));
  for (const reference::Rules& rules : reference::all_rules(base)) {
    const Game game = twin::game_of(rules);
    for (const reference::Position& start : starts) {
      SCOPED_TRACE(to_text(game.rules) + ": " + reference::write_position(start));
      const Position p = twin::position_of(start).position;
      const int plies = base == 4 && start != starts.front() ? 2 : deepest;
      reference::Layer layer = reference::first_layer(start);
      for (int ply = 0; ply <= plies; ++ply) {
        const LevelCounts counts = level_counts(p, game, ply);
        EXPECT_EQ(counts.sequences, reference::sequences_of(layer));
        EXPECT_EQ(counts.distinct, layer.size());
        EXPECT_EQ(counts.classes, reference::classes_of(layer));
        EXPECT_EQ(perft(p, game, ply), counts.sequences);
        if (ply > 0) {
          std::uint64_t sum = 0;
          for (const DividedCount& d : perft_divide(p, game, ply)) sum += d.sequences;
          EXPECT_EQ(sum, counts.sequences);
        }
        layer = reference::next_layer(layer, rules);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Bases, EngineMovesOfBase, testing::Values(2, 3, 4),
                         [](const auto& tested) { return "Base" + std::to_string(tested.param); });

TEST(EngineMoves, AVisitorCanStop) {
  const Position p = position_from_text("LLL.D.DD........ l", 4).position;
  int all = 0;
  EXPECT_TRUE((visit_moves<4>(p, kStandard, [&](Move) { return ++all > 0; })));
  ASSERT_GE(all, 4);
  for (const int stop_after : {1, 2, all - 1, all}) {
    int seen = 0;
    EXPECT_FALSE((visit_moves<4>(p, kStandard, [&](Move) { return ++seen < stop_after; })));
    EXPECT_EQ(seen, stop_after);
  }
}

TEST(EngineMoves, AMoveIsReadOnlyIfItIsListed) {
  std::mt19937_64 random(3);
  for (const reference::Rules& rules : reference::all_rules(4)) {
    const Game game = twin::game_of(rules);
    for (int i = 0; i < 20; ++i) {
      const ColouredPosition p = twin::position_of(twin::random_position(4, random));
      with_game(game, [&]<int B>(auto fixed) {
        for_each_move<B>(p.position, fixed, [&](Move move) {
          EXPECT_EQ(move_from_text(to_text(move, B), p.position, game), move);
        });
      });
    }
  }
}

// By hand: all 15 light spheres are on the board, one of them can still be raised.
TEST(EngineMoves, AnEmptyReserveLosesOrMayRaise) {
  const Position p = position_from_text("LDLDLDLDLDLDLDLD/LLLLLLLDD l", 4).position;
  ASSERT_EQ(mover_reserve<4>(p), 0);
  ASSERT_GT(opponent_reserve<4>(p), 0);
  constexpr RuleSet kMayRaise{RecoversOn::square, 1, EmptyReserve::may_raise};
  EXPECT_TRUE((is_lost_now<4>(p, kStandard)));
  EXPECT_FALSE((is_lost_now<4>(p, kMayRaise)));
  EXPECT_TRUE((visit_moves<4>(p, kStandard, [](Move) { return false; })));
  int raises = 0;
  for_each_move<4>(p, kMayRaise, [&](Move move) {
    EXPECT_TRUE(move.is_raise());
    ++raises;
  });
  EXPECT_GT(raises, 0);
}

}  // namespace
}  // namespace pylos
