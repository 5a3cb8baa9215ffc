// Positions and what legal moves lead to, as the lists of numbers that `values` takes.
//
// Invariant: positions are named once, and every successor is among them. Base 2 and 3; of base 4
// there are too many.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "moves.hpp"

namespace reference {

struct Graph {
  Rules rules;
  std::vector<Position> positions;
  std::vector<std::vector<int>> successors;  // by position: one for each legal move, with repeats
  std::vector<bool> over;                    // by position: lost without moving, as `is_over`
  std::unordered_map<std::uint64_t, int> index_by_number;

  // Where the position stands among the positions. Throws std::out_of_range if it is not one of
  // them.
  std::size_t index_of(const Position& position) const;
};

// All (mover, opponent) positions of the domain, light standing for the mover.
Graph domain_graph(const Rules& rules);

// The empty board and all that can be reached from it, each with its side to move. Nothing is
// played on from a position that is over.
Graph reachable_graph(const Rules& rules);

}  // namespace reference
