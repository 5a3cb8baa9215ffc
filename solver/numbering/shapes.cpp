#include "solver/numbering/shapes.hpp"

#include <algorithm>

#include "engine/check.hpp"
#include "engine/game.hpp"
#include "solver/numbering/index_order.hpp"

namespace pylos::table {
namespace {

// The canonical shapes with one sphere more than these, in ascending order: every shape with so
// many spheres is one with a sphere less and a sphere on it, whatever its images.
template <int B>
std::vector<CellSet> with_one_sphere_more(const std::vector<CellSet>& canonical_ones) {
  std::vector<CellSet> larger;
  for (const CellSet shape : canonical_ones) {
    for (const Cell c : Board<B>::playable(shape)) {
      larger.push_back(canonical_shape<B>(shape | c).shape);
    }
  }
  std::sort(larger.begin(), larger.end());
  larger.erase(std::unique(larger.begin(), larger.end()), larger.end());
  return larger;
}

// How many different images a shape has: all, shared among those that are equal to it.
template <int B>
int image_count(CellSet shape) {
  const auto unmoved = std::count_if(kAllSymmetries.begin(), kAllSymmetries.end(),
                                     [&](Symmetry g) { return image<B>(g, shape) == shape; });
  return kSymmetries / static_cast<int>(unmoved);
}

}  // namespace

ShapeTable::ShapeTable(int base) : base_(base) {
  with_base(base, [&]<int B>() { build<B>(); });
}

template <int B>
void ShapeTable::build() {
  describe_board<B>();
  std::vector<CellSet> canonical_ones{CellSet{}};
  for (int tier = 0; tier <= cells_; ++tier) {
    append_tier<B>(canonical_ones);
    canonical_ones = with_one_sphere_more<B>(canonical_ones);
  }
  tier_begin_.push_back(static_cast<ShapeId>(shapes_.size()));
}

// What does not depend on shapes.
template <int B>
void ShapeTable::describe_board() {
  using Geometry = Board<B>;
  cells_ = Geometry::kCells;
  spheres_a_side_ = Geometry::kSpheresASide;
  for (const Cell c : table::index_order<B>()) index_order_.push_back(c);
  for (const Symmetry g : kAllSymmetries) {
    for (const Cell c : Geometry::kAll) images_[g.number][c.index] = pylos::image<B>(g, c);
  }
  for (const Cell c : Geometry::kAll) {
    for (const Cell above : Geometry::kSquaresOfCell[c.index]) {
      formations_[c.index].squares.push_back(Geometry::supports_of(above));
    }
    for (int i = 0; i < Geometry::kLines.count; ++i) {
      const CellSet line = Geometry::kLines.cells[static_cast<std::size_t>(i)];
      if (line.contains(c)) formations_[c.index].lines.push_back(line);
    }
  }
}

// The next tier, of these canonical shapes.
template <int B>
void ShapeTable::append_tier(const std::vector<CellSet>& canonical_ones) {
  std::uint32_t bundles =
      shapes_.empty() ? 0 : shapes_.back().first_bundle + bundle_count(shapes_.back().spheres);
  tier_begin_.push_back(static_cast<ShapeId>(shapes_.size()));
  std::uint32_t words = 0;
  for (const CellSet cells : canonical_ones) {
    Shape shape;
    shape.cells = cells;
    shape.spheres = cells.size();
    shape.images = image_count<B>(cells);
    shape.first_word = words;
    words += bundle_count(shape.spheres) * kLanes;
    shape.first_bundle = bundles;
    bundles += bundle_count(shape.spheres);
    std::uint8_t slot = 0;
    for (const Cell c : index_order_) {
      if (!cells.contains(c)) continue;
      shape.slots[slot] = c;
      shape.slot_of[c.index] = slot++;
    }
    ids_[cells.bits()] = static_cast<ShapeId>(shapes_.size());
    shapes_.push_back(shape);
  }
  tier_words_.push_back(words);
}

template <int B>
ShapeLink ShapeTable::link_on(CellSet shape) const {
  const CanonicalShape canonical = canonical_shape<B>(shape);
  const auto found = ids_.find(canonical.shape.bits());
  PYLOS_CHECK(found != ids_.end());
  return {found->second, canonical.by};
}

ShapeLink ShapeTable::link(CellSet shape) const {
  return with_base(base_, [&]<int B>() { return link_on<B>(shape); });
}

ShapedPosition ShapeTable::on_canonical_shape(Position p) const {
  return with_base(base_, [&]<int B>() {
    const ShapeLink link = link_on<B>(p.occupied());
    return ShapedPosition{link.shape, pylos::image<B>(link.by, p)};
  });
}

PositionKey ShapeTable::key(Position p) const {
  const ShapedPosition on = on_canonical_shape(p);
  return {on.shape, colouring(shapes_[on.shape].cells, on.position.mover())};
}

std::uint32_t ShapeTable::colouring(CellSet shape, CellSet coloured) const {
  std::uint32_t index = 0;
  int slot = 0;
  for (const Cell c : index_order_) {
    if (!shape.contains(c)) continue;
    index |= static_cast<std::uint32_t>(coloured.contains(c)) << slot;
    ++slot;
  }
  return index;
}

}  // namespace pylos::table
