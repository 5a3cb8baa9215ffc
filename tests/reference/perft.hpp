// Counting what can be reached in exactly n plies: sequences of moves, different positions, classes
// of positions.
//
// Two ways that share only the move list: `count_sequences` walks every sequence; `next_layer` goes
// ply by ply over the different positions and adds up in how many ways each is reached. Both play
// legal moves, clause 6 included.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "moves.hpp"

namespace reference {

// The number of sequences of exactly `plies` legal moves from `position`.
std::uint64_t count_sequences(const Position& position, const Rules& rules, int plies);

// The different positions after exactly some number of plies, each with the number of sequences
// that lead to it.
using Layer = std::map<Position, std::uint64_t>;

Layer first_layer(const Position& position);
Layer next_layer(const Layer& layer, const Rules& rules);

std::uint64_t sequences_of(const Layer& layer);
std::uint64_t classes_of(const Layer& layer);

}  // namespace reference
