// Win, loss or draw, and the exact distance, on any finite graph of positions: the clauses under
// "Values".
//
// It knows nothing of the game: positions are numbers, moves are lists of successors. Invariant: a
// value is seen from the side to move; a loss has an even distance, a win an odd one, a draw none.
// What can be played for ever is a draw (clause 8).
#pragma once

#include <compare>
#include <cstddef>
#include <vector>

namespace reference {

enum class Outcome { kDraw, kWin, kLoss };

struct Value {
  Outcome outcome = Outcome::kDraw;
  int plies = 0;  // until the side to move is one that has lost without moving; 0 for a draw, where
                  // it means nothing

  auto operator<=>(const Value&) const = default;
};

// `lost_now[i]`: the side to move at i has lost, whatever its successors. Throws
// std::invalid_argument when a position has no successor and is not lost: that is neither a win nor
// a loss nor infinite play, and the caller must say what it is.
std::vector<Value> values(const std::vector<std::vector<int>>& successors,
                          const std::vector<bool>& lost_now);

struct Counts {
  std::size_t win = 0;
  std::size_t loss = 0;
  std::size_t draw = 0;
  int longest = 0;                    // the largest distance there is
  std::vector<std::size_t> by_plies;  // how many positions have each distance, draws left out
};

Counts count(const std::vector<Value>& values);

}  // namespace reference
