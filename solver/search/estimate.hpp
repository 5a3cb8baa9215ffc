// A depth-limited estimate, for positions that nothing proves yet and for comparison with ordinary
// programs.
//
// Plain alpha-beta with a static evaluation at the horizon. It proves nothing: its table is its
// own, its result type is not search::Result, and no bound of it ever reaches the exact search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include "engine/game.hpp"
#include "engine/moves.hpp"
#include "engine/position.hpp"

namespace pylos::search {

/// How good a position looks to its mover, -kMostEvaluation to kMostEvaluation. Called from one
/// thread.
using Evaluation = int (*)(Position p);
inline constexpr int kMostEvaluation = 50;
/// The score of a side that has won within the horizon.
inline constexpr int kEstimatedWin = 60;

/// The evaluation unless another is given: the mover's reserve less the opponent's.
constexpr int reserve_difference(Position p) { return p.opponent().size() - p.mover().size(); }

struct EstimateSettings {
  /// Plies to the horizon, 1 to 60.
  int plies = 10;
  /// Bytes of the table; the greatest power of two not above is used, 2^16 at least.
  std::size_t table_bytes = std::size_t{256} << 20;
  double seconds = 1e9;
  Evaluation evaluation = reserve_difference;
};

/// The outcome of one depth.
struct Estimate {
  /// Depth that was finished, in plies; 0 if not even the first was.
  int plies = 0;
  /// For the mover: an evaluation at the horizon, or kEstimatedWin, or -kEstimatedWin.
  int score = 0;
  /// The move that the score belongs to; none in a position that is lost already.
  std::vector<Move> best;
  std::uint64_t nodes = 0;     ///< positions visited, so far
  std::uint64_t interior = 0;  ///< of them, those whose moves were generated
  double seconds = 0;          ///< so far
};

/// Deepens ply by ply and returns the last depth that was finished in time; `progress` (may be
/// empty) gets each. One thread. `p` must be in the domain. Throws InputError for a base side that
/// does not exist, std::bad_alloc for a table that does not fit.
Estimate estimate(Position p, Game game, const EstimateSettings& settings,
                  std::stop_token stop = {},
                  const std::function<void(const Estimate&)>& progress = {});

}  // namespace pylos::search
