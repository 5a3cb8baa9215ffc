// Whether a position belongs to the domain, for code that does not know the base side beforehand.
//
// The test behind it is in_domain<B> of position.hpp. It says nothing of whether a position can
// arise from the empty board.
#pragma once

#include "engine/position.hpp"

namespace pylos {

/// True if neither side has more spheres on the board than it owns, no cell holds two spheres, and
/// every sphere is on a cell of the board and supported. `base` is 2, 3 or 4; throws InputError for
/// any other.
bool in_domain(Position p, int base);

}  // namespace pylos
