// What can be done on every canonical shape: the spheres that can be taken from it, and the actions,
// each with the canonical shape it leads to and the symmetry that takes it there.
//
// Made once by whoever solves or analyses; a reader of files does without it. Rule sets differ only
// in what they use of it. Whose sphere is where, and so whether a move is legal, it does not know.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/cells.hpp"
#include "solver/numbering/shapes.hpp"

namespace pylos::table {

/// A free sphere's cell and the shape that is left without it (RULES.md, clause 4).
struct Recovery {
  Cell cell;
  ShapeLink to_shape;
};

/// A place (`from` equals `to`) or a raise, and the shape after it, before any recovery (clauses 2
/// and 3).
struct Action {
  Cell to;
  Cell from;
  ShapeLink to_shape;

  bool is_raise() const { return from != to; }
  /// The cell that a raise leaves empty; none for a place.
  CellSet lifted() const { return is_raise() ? CellSet(from) : CellSet{}; }
};

/// The cells that an action of `shape` leaves filled, before any recovery.
inline CellSet after(const Shape& shape, const Action& action) {
  return (shape.cells - action.lifted()) | action.to;
}

class ShapeMoves {
 public:
  /// Of all shapes of the table, which is not kept.
  explicit ShapeMoves(const ShapeTable& table);

  /// By ascending cell.
  std::span<const Recovery> recoveries(ShapeId shape) const {
    return {recoveries_.data() + first_recovery_[shape],
            recoveries_.data() + first_recovery_[shape + 1]};
  }
  /// Places by ascending cell, then raises by the cell they leave and the one they fill.
  std::span<const Action> actions(ShapeId shape) const {
    return {actions_.data() + first_action_[shape], actions_.data() + first_action_[shape + 1]};
  }

 private:
  // All shapes' one after the other, and where those of a shape begin.
  std::vector<Recovery> recoveries_;
  std::vector<Action> actions_;
  std::vector<std::uint32_t> first_recovery_;
  std::vector<std::uint32_t> first_action_;
};

}  // namespace pylos::table
