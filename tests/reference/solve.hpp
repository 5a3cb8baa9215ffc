// The game solved on a small base: the values of its graph of positions.
//
// Invariant: `values` is parallel to `graph.positions`. Base 2 and 3; base 4 is beyond it.
#pragma once

#include <vector>

#include "graph.hpp"
#include "values.hpp"

namespace reference {

struct Solution {
  Graph graph;
  std::vector<Value> values;

  // Throws std::out_of_range if the position is not one of the graph.
  Value value_of(const Position& position) const;
};

// Of the whole domain: (mover, opponent) positions, to be asked for with light to move.
Solution solve_domain(const Rules& rules);

// Of the positions reachable from the empty board. Colours keep their part here, so that the two
// solutions agree only if colour indeed plays none.
Solution solve_reachable(const Rules& rules);

}  // namespace reference
