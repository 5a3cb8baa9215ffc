// A game that was played, as text: an optional first line in brackets, then the moves.
//
//     [rules children] [base 3] [start LD....... l]
//     1. 1b2 1a1 2. 1c2 {a comment} 1b1
//
// Moves are separated by spaces, commas or line ends; numbers of moves and comments are skipped.
// Reading checks every move against the generator; writing and reading again gives the same game.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.hpp"
#include "engine/moves.hpp"
#include "engine/text.hpp"

namespace pylos {

struct Record {
  Game game;
  ColouredPosition start;
  std::vector<Move> moves;

  /// The position after the first `plies` moves, 0 to moves.size().
  ColouredPosition position(std::size_t plies) const;
  ColouredPosition last() const { return position(moves.size()); }
};

/// The written form, one line. The header names what differs from the standard game of base 4 from
/// the empty board.
std::string to_text(const Record& record);

/// Reads a game; `game` is played where the header names no rules or base. Throws InputError for an
/// unknown header, and for a move that is not legal, with its ply (from 1) and the position there.
Record record_from_text(std::string_view text, Game game);

/// True for text that reads like a game rather than a position: it begins with a bracket or with a
/// digit.
bool looks_like_record(std::string_view text);

}  // namespace pylos
