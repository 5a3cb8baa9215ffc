// The moves of a position, clauses 1 to 5, and when a position is over, clause 6.
//
// The two are kept apart. `moves_ignoring_the_end` is clauses 1 to 5 alone: a side without reserve
// still has its raises. `legal_moves` is the game: none where clause 6 has ended it. Invariant:
// every list names a move once and is sorted. `apply` trusts that the move is one of the list.
#pragma once

#include <compare>
#include <string>
#include <vector>

#include "position.hpp"
#include "rules.hpp"

namespace reference {

constexpr int kFromReserve = -1;

// One whole turn: the action and the set recovered after it.
struct Move {
  int from = kFromReserve;  // the cell a raised sphere leaves
  int to = 0;
  std::vector<int> recovered;  // ascending

  bool is_raise() const { return from != kFromReserve; }
  auto operator<=>(const Move&) const = default;
};

bool is_supported(const Position& position, int cell);
bool is_playable(const Position& position, int cell);
bool is_free(const Position& position, int cell);  // of a filled cell

// Clauses 2 and 3: the actions of the side to move, as moves that recover nothing.
std::vector<Move> actions(const Position& position);

// Clause 4: whether the sphere on `cell` is part of a square (or line) wholly of its own colour.
bool completes_formation(const Position& position, int cell, RecoversOn recovers_on);

// Clause 4: every order in which `side` may take one or two of its free spheres, each free when it
// is taken.
std::vector<std::vector<int>> recovery_orders(const Position& position, Content side);

std::vector<Move> moves_ignoring_the_end(const Position& position, const Rules& rules);

// Clause 6: the side to move has lost without moving.
bool is_lost_now(const Position& position, const Rules& rules);

// The side to move has a reserve, so `loses` does not end the game, and yet no move. That takes a
// full board of an odd number of cells, hence base 2, where clause 7's reason (the other reserve is
// empty) does not hold; no clause names it.
bool is_stuck(const Position& position, const Rules& rules);

// Lost without moving, by clause 6 or by being stuck: having no legal move loses, as clause 6 says
// in its other option and clause 7 says of a filled apex.
bool is_over(const Position& position, const Rules& rules);

// Clauses 1 to 6: none when the position is over.
std::vector<Move> legal_moves(const Position& position, const Rules& rules);

Position apply(const Position& position, const Move& move);

// The text of a move, "1d4", "1a1-2b2x1c3x1c4"; recovered spheres in ascending order of cell
// number.
Move read_move(int base, const std::string& text);
std::string write_move(int base, const Move& move);

}  // namespace reference
