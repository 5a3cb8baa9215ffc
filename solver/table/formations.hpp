// Formations (clause 4) of all colourings of a shape at once: which colourings own the cells of one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/cells.hpp"
#include "engine/rules.hpp"
#include "solver/table/bundle.hpp"
#include "solver/numbering/shapes.hpp"

namespace pylos::table {

/// The colourings whose bits are 1 in some cells: within a bundle, and the bits of the bundle's number that must
/// be set for the other cells.
struct FormationMask {
  Bundle cells;
  std::uint32_t bundle_bits = 0;

  /// Those of one bundle.
  Bundle of(std::uint32_t bundle) const { return (bundle & bundle_bits) == bundle_bits ? cells : Bundle{}; }
};

/// The colourings of `shape` whose bit is 1 in all of `cells`, a part of the shape.
FormationMask formation_mask(const Shape& shape, CellSet cells);

/// The colourings of a bundle that own one of the formations.
inline Bundle formed(std::span<const FormationMask> formations, std::uint32_t bundle) {
  Bundle result{};
  for (const FormationMask& formation : formations) result |= formation.of(bundle);
  return result;
}

/// Calls f(formation) for each formation within `filled` that cell `c` is part of.
template <class F>
void for_each_formation(const ShapeTable& table, RecoversOn recovers_on, CellSet filled, Cell c, F&& f) {
  const Formations& formations = table.formations(c);
  if (recovers_on == RecoversOn::nothing) return;
  for (const CellSet square : formations.squares) {
    if (filled.contains(square)) f(square);
  }
  if (recovers_on != RecoversOn::square_or_line) return;
  for (const CellSet line : formations.lines) {
    if (filled.contains(line)) f(line);
  }
}

/// Appends the formations within `filled` that cell `c` is part of, as masks over the colourings of
/// `shape`. Cells of a formation outside the shape do not count: before an action that fills `c`,
/// the mover must own the others.
void append_formations(const ShapeTable& table, RecoversOn recovers_on, const Shape& shape,
                       CellSet filled, Cell c, std::vector<FormationMask>& formations);

}  // namespace pylos::table
