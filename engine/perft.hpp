// Perft: how many move sequences, positions and classes lie exactly n plies from a position.
//
// The test of a move generator, and its benchmark. Moves follow the rule set, clause 6 included.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/game.hpp"
#include "engine/moves.hpp"
#include "engine/position.hpp"

namespace pylos {

/// Number of move sequences of exactly `plies` (0 or more) moves from `p`.
/// Throws InputError for a base side that does not exist.
std::uint64_t perft(Position p, Game game, int plies);

/// A move and the number of sequences that begin with it.
struct DividedCount {
  Move move;
  std::uint64_t sequences = 0;
};

/// perft split by the first move, in the generator's order; `plies` is 1 or more.
std::vector<DividedCount> perft_divide(Position p, Game game, int plies);

/// What lies exactly so many plies away.
struct LevelCounts {
  std::uint64_t sequences = 0;
  /// Different positions, with the side to move.
  std::uint64_t distinct = 0;
  /// Different positions up to the eight symmetries of the square.
  std::uint64_t classes = 0;
  /// Sum modulo 2^64 of splitmix64 over the distinct positions' keys: two bits a cell from the
  /// lowest cell, 1 for the side that moved first in `p`, 2 for the other. Independent of order.
  std::uint64_t checksum = 0;
};

/// Counts by full breadth-first expansion; memory grows with the number of distinct positions (16
/// bytes each or less). `plies` is 0 or more.
LevelCounts level_counts(Position p, Game game, int plies);

}  // namespace pylos
