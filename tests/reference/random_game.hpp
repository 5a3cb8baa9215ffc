// Random games, to meet positions that nobody thought of.
//
// Invariant: the same seed gives the same game everywhere. Every legal move is about equally
// likely.
#pragma once

#include <cstdint>
#include <vector>

#include "moves.hpp"

namespace reference {

// The positions of one game from the empty board, that one first, until it is over or `most_plies`
// moves were played.
std::vector<Position> random_game(const Rules& rules, std::uint64_t seed, int most_plies = 200);

}  // namespace reference
