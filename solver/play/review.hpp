// The review of a game that was played: what each move was worth, and the mark that it earns.
//
// All results are seen by the side that makes the move. Where values are unknown the results are
// unknown and there are no marks. Legality is the reader's business (engine/record.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/record.hpp"
#include "engine/value.hpp"
#include "solver/play/opponent.hpp"

namespace pylos::play {

/// In the order of precedence.
enum class Mark : std::uint8_t {
  none,
  /// `??`: the outcome went from win to loss.
  blunder,
  /// `?`: the outcome went from win to draw, or from draw to loss.
  mistake,
  /// `?!`: the outcome was kept, but a win became kSlipPlies or more longer or a loss shorter.
  slip,
  /// `!`: the only move that keeps a win or a draw, where there are other legal moves.
  only_move,
};

/// Plies that a slip gives away, at least.
inline constexpr int kSlipPlies = 10;

/// "??", "?", "?!", "!" or "".
std::string_view to_text(Mark mark);

struct ReviewedMove {
  ColouredPosition position;  ///< before the move
  Move move;
  /// What the move is worth to the side that makes it; plies count the move itself.
  Value played;
  /// What the position is worth to that side.
  Value best_value;
  Mark mark = Mark::none;
  /// All moves with the best result and distance, in the generator's order; empty where the value
  /// of the position is unknown.
  std::vector<Move> best;
};

struct SideReview {
  int blunders = 0;
  int mistakes = 0;
  int slips = 0;
  int only_moves = 0;
  /// Share of the side's moves of known result that kept the outcome, 0 to 1; absent where there is
  /// no such move.
  std::optional<double> kept;
};

struct Review {
  std::vector<ReviewedMove> moves;
  SideReview light;
  SideReview dark;
  /// The last ply, from 1, that changed the outcome of the game. Absent where no ply changed it,
  /// and where the values after the last known change leave a gap.
  std::optional<int> decided_at;
};

/// Reviews a game. `record` must hold legal moves.
Review review(const Record& record, const ValueOf& value_of);

}  // namespace pylos::play
