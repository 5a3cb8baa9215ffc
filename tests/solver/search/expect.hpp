// What a search may say about a position whose value is known: shared by the tests of the forward
// search.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/game.hpp"
#include "engine/legal_moves.hpp"
#include "engine/moves.hpp"
#include "engine/text.hpp"
#include "engine/value.hpp"
#include "solver/search/search.hpp"

namespace pylos::search {

/// What is said to be excluded must not be true.
inline void expect_nothing_false(const Result& result, Value truth, const std::string& what) {
  if (result.value.outcome != Outcome::unknown) {
    EXPECT_EQ(result.value, truth) << what;
  }
  if (truth.outcome == Outcome::win) {
    EXPECT_LT(result.proved.no_win_within, truth.plies) << what;
  }
  if (truth.outcome == Outcome::loss) {
    EXPECT_LT(result.proved.no_loss_within, truth.plies) << what;
  }
}

/// What a search that ended by itself after at most `plies` plies must say about a position of that
/// value.
inline void expect_agrees(const Result& result, Value truth, int plies, const std::string& what) {
  if (truth.decided() && truth.plies <= plies) {
    EXPECT_EQ(result.value, truth) << what;
  } else if (result.value.outcome != Outcome::draw || truth.outcome != Outcome::draw) {
    EXPECT_EQ(result.value.outcome, Outcome::unknown) << what;
    EXPECT_GE(result.proved.no_win_within, plies - 1) << what;
    EXPECT_GE(result.proved.no_loss_within, plies - 1) << what;
  }
  expect_nothing_false(result, truth, what);
}

/// The line must be legal, as long as the distance, and end where clause 6 ends it.
inline void expect_line(Game game, Position p, const Result& result, const std::string& what) {
  ASSERT_EQ(result.line.size(), static_cast<std::size_t>(*result.value.plies)) << what;
  for (const Move& move : result.line) {
    const std::vector<Move> moves = legal_moves(p, game);
    ASSERT_NE(std::find(moves.begin(), moves.end(), move), moves.end())
        << what << " " << to_text(move, game.base);
    p = apply(p, move);
  }
  EXPECT_TRUE(legal_moves(p, game).empty()) << what;
}

}  // namespace pylos::search
