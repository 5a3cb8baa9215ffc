#include "solver/numbering/orientation.hpp"

#include "engine/game.hpp"

namespace pylos {

Oriented oriented(Position p, int base) {
  return with_base(base, [&]<int B>() {
    const Position least = canonical<B>(p);
    for (const Symmetry g : kAllSymmetries) {
      if (pylos::image<B>(g, p) == least) return Oriented{least, g};
    }
    return Oriented{least, Symmetry{}};  // not reached: canonical is one of the images
  });
}

Move image(Symmetry g, const Move& move, int base) {
  return with_base(base, [&]<int B>() {
    return Move{pylos::image<B>(g, move.to), pylos::image<B>(g, move.from),
                pylos::image<B>(g, move.recovered)};
  });
}

}  // namespace pylos
