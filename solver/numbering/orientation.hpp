// Canonical positions for code that is not in a hurry: with the symmetry that leads there, for
// moves to follow.
#pragma once

#include "engine/moves.hpp"
#include "engine/position.hpp"
#include "engine/symmetry.hpp"

namespace pylos {

struct Oriented {
  /// The canonical image.
  Position position;
  /// Takes the position to it.
  Symmetry by;
};

/// `base` is 2, 3 or 4; throws InputError for any other.
Oriented oriented(Position p, int base);

/// The move that `g` makes of `move`.
Move image(Symmetry g, const Move& move, int base);

}  // namespace pylos
