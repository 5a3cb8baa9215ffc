#include "solver/retrograde/shapes.hpp"

#include <algorithm>
#include <unordered_set>

#include "engine/check.hpp"
#include "engine/game.hpp"
#include "solver/retrograde/index_order.hpp"
#include "solver/retrograde/line.hpp"

namespace pylos::retrograde {
namespace {

// Every supported shape, grouped by spheres.
template <int B>
std::vector<std::vector<CellSet>> all_shapes() {
  std::vector<std::vector<CellSet>> by_spheres(Board<B>::kTable + 1);
  by_spheres[0].push_back(CellSet{});
  for (std::size_t n = 0; n < Board<B>::kTable; ++n) {
    std::unordered_set<std::uint32_t> larger;
    for (const CellSet shape : by_spheres[n]) {
      for (const Cell c : Board<B>::playable(shape)) larger.insert((shape | c).bits());
    }
    for (const std::uint32_t bits : larger) by_spheres[n + 1].push_back(CellSet(bits));
  }
  return by_spheres;
}

template <int B>
int image_count(CellSet shape) {
  std::unordered_set<std::uint32_t> images;
  for (const Symmetry g : kAllSymmetries) images.insert(image<B>(g, shape).bits());
  return static_cast<int>(images.size());
}

}  // namespace

ShapeTable::ShapeTable(int base) : base_(base) {
  with_base(base, [&]<int B>() { build<B>(); });
}

template <int B>
void ShapeTable::build() {
  using Geometry = Board<B>;
  cells_ = Geometry::kCells;
  spheres_a_side_ = Geometry::kSpheresASide;
  for (const Cell c : retrograde::index_order<B>()) index_order_.push_back(c);
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

  std::uint32_t lines = 0;
  const auto by_spheres = all_shapes<B>();
  for (const auto& level : by_spheres) {
    std::vector<CellSet> canonical_ones;
    for (const CellSet shape : level) {
      if (canonical_shape<B>(shape).shape == shape) canonical_ones.push_back(shape);
    }
    std::sort(canonical_ones.begin(), canonical_ones.end());
    level_begin_.push_back(static_cast<ShapeId>(shapes_.size()));
    std::uint32_t words = 0;
    for (const CellSet cells : canonical_ones) {
      Shape shape;
      shape.cells = cells;
      shape.spheres = cells.size();
      shape.images = image_count<B>(cells);
      shape.first_word = words;
      words += line_count(shape.spheres) * kLanes;
      shape.first_line = lines;
      lines += line_count(shape.spheres);
      std::uint8_t slot = 0;
      for (const Cell c : index_order_) {
        if (!cells.contains(c)) continue;
        shape.slots[slot] = c;
        shape.slot_of[c.index] = slot++;
      }
      links_[cells.bits()] = {static_cast<ShapeId>(shapes_.size()), Symmetry{}};
      shapes_.push_back(std::move(shape));
    }
    level_words_.push_back(words);
    for (const CellSet shape : level) {
      const CanonicalShape c = canonical_shape<B>(shape);
      links_[shape.bits()] = {links_.at(c.shape.bits()).shape, c.by};
    }
  }
  level_begin_.push_back(static_cast<ShapeId>(shapes_.size()));

  for (Shape& shape : shapes_) {
    const CellSet cells = shape.cells;
    for (const Cell c : Geometry::free_spheres(cells)) {
      shape.recoveries.push_back({c, link(cells - c)});
    }
    for (const Cell to : Geometry::playable(cells)) {
      shape.actions.push_back({to, to, link(cells | to)});
    }
    for (const Cell from : Geometry::free_spheres(cells)) {
      const CellSet lifted = cells - from;
      for (const Cell to : Geometry::playable(lifted) & Geometry::kHigherCells[from.index]) {
        shape.actions.push_back({to, from, link(lifted | to)});
      }
    }
  }
}

ShapeLink ShapeTable::link(CellSet shape) const {
  const auto found = links_.find(shape.bits());
  PYLOS_CHECK(found != links_.end());
  return found->second;
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

}  // namespace pylos::retrograde
