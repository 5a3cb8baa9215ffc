// Opponents of any strength, from exact values.
//
// Level n sees n plies ahead exactly and nothing beyond: a win or a loss within n plies counts as
// what it is, everything else as open. A perfect opponent never gives the outcome away. The same
// question always has the same answer: chance comes from the seed and the position. Values come
// through a function; nothing here knows where they are kept, and nothing is searched.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.hpp"
#include "engine/moves.hpp"
#include "engine/position.hpp"
#include "engine/value.hpp"

namespace pylos::play {

/// The value of a position for the side to move; `unknown` where it is not known.
using ValueOf = std::function<Value(Position)>;

/// How well an opponent plays.
struct Level {
  static constexpr int kHighest = 12;
  /// Plies that it sees ahead, 1 to kHighest; absent for a perfect opponent.
  std::optional<int> plies;

  bool operator==(const Level&) const = default;
};

/// "1" to "12" or "perfect".
std::string to_text(Level level);
/// Reads what to_text writes. Throws InputError for anything else.
Level level_from_text(std::string_view text);

/// A legal move and the value of the position after it, for the side that is then to move.
struct Choice {
  Move move;
  Value after;
};

/// Every legal move with its value, in the generator's order.
std::vector<Choice> choices(Game game, Position p, const ValueOf& value_of);

/// The move of an opponent. `p` must be a position of the domain that is not over; throws
/// InputError where there is no legal move or the level does not exist.
///
/// Level n takes the fastest win that it sees; else an open move, and of those one after which the
/// mover's reserve less the other side's is greatest; else the slowest loss. Chance decides between
/// equals. A value that is unknown or has no distance is open.
///
/// A perfect opponent takes the fastest win, else a draw, an unknown value, or the slowest loss;
/// among equals the move after which the other side has the fewest good replies, then the first in
/// the generator's order. Replies that win or draw are good where that is the value of the
/// position; where all replies lose, those that resist longest are.
Move choose_move(Game game, Position p, Level level, std::uint64_t seed, const ValueOf& value_of);

}  // namespace pylos::play
