// Where positions are among the canonical shapes: every position of base 3, and its images.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/symmetry.hpp"
#include "solver/numbering/orientation.hpp"
#include "solver/numbering/shapes.hpp"
#include "tests/engine/twin.hpp"
#include "tests/reference/domain.hpp"

namespace pylos::table {
namespace {

TEST(ShapeTable, AKeyLeadsBackToAnImageOfThePosition) {
  const ShapeTable table(3);
  for (const reference::Position& r : reference::domain(3)) {
    const Position p = twin::position_of(r).position;
    const ShapedPosition on = table.on_canonical_shape(p);
    const Shape& shape = table[on.shape];
    ASSERT_EQ(on.position.occupied(), shape.cells);
    ASSERT_TRUE(std::any_of(kAllSymmetries.begin(), kAllSymmetries.end(),
                            [&](Symmetry g) { return image<3>(g, p) == on.position; }));
    const PositionKey key = table.key(p);
    ASSERT_EQ(key.shape, on.shape);
    CellSet mover;
    for (int slot = 0; slot < shape.spheres; ++slot) {
      if (key.colouring >> slot & 1) mover |= shape.slots[static_cast<std::size_t>(slot)];
    }
    ASSERT_EQ(mover, on.position.mover());
    ASSERT_EQ(key.colouring >> shape.spheres, 0U);
  }
}

TEST(Orientation, TheSymmetryLeadsToTheLeastImage) {
  for (const reference::Position& r : reference::domain(3)) {
    const Position p = twin::position_of(r).position;
    const Oriented least = oriented(p, 3);
    ASSERT_EQ(least.position, image<3>(least.by, p));
    for (const Symmetry g : kAllSymmetries) ASSERT_LE(least.position, image<3>(g, p));
  }
}

}  // namespace
}  // namespace pylos::table
