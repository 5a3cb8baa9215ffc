// Move lists for code that is not in a hurry: the generator of moves.hpp behind plain functions,
// for a game known at run time only, so that not every user compiles it anew for every game.
#pragma once

#include <vector>

#include "engine/game.hpp"
#include "engine/moves.hpp"
#include "engine/position.hpp"

namespace pylos {

/// All legal moves of a position of the domain, in the generator's order (clauses 1 to 6). Empty if
/// the side to move has lost. Throws InputError for a base side that does not exist.
std::vector<Move> legal_moves(Position p, Game game);

}  // namespace pylos
