// A canonical position as a number: its shape, then its colouring by the mover's spheres.
//
// Shapes are in the order of their spheres, so of some places the least is one with fewest spheres.
#pragma once

#include <cstdint>
#include <limits>

#include "engine/position.hpp"
#include "solver/table/bundle.hpp"
#include "solver/numbering/shapes.hpp"

namespace pylos::analysis {

using Place = std::uint64_t;
inline constexpr Place kNowhere = std::numeric_limits<Place>::max();

constexpr Place place_of(table::ShapeId shape, std::uint32_t colouring) {
  return Place{shape} << 32 | colouring;
}

constexpr Place place_of(table::ShapeId shape, std::uint32_t bundle, std::uint32_t within) {
  return place_of(shape, bundle * table::kBundleColourings + within);
}

/// The position at a place of the table.
inline Position position_at(const table::ShapeTable& table, Place place) {
  const table::Shape& shape = table[static_cast<table::ShapeId>(place >> 32)];
  CellSet mover;
  for (int slot = 0; slot < shape.spheres; ++slot) {
    if (place >> slot & 1) mover |= shape.slots[static_cast<std::size_t>(slot)];
  }
  return Position(mover, shape.cells - mover);
}

}  // namespace pylos::analysis
