// All canonical shapes of a board, and where a position is among them.
//
// A shape is a supported set of occupied cells; the canonical one stands for its up to eight
// images. The table numbers the canonical shapes and, in each, the colourings; it is computed once
// and the same for all rule sets. What can be played on a shape it does not know
// (solver/table/shape_moves.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/board.hpp"
#include "engine/cells.hpp"
#include "engine/position.hpp"
#include "engine/symmetry.hpp"
#include "solver/numbering/index_bits.hpp"

namespace pylos::table {

/// Number of a canonical shape: by spheres, then by the word of its cells; from 0.
using ShapeId = std::uint32_t;

/// A canonical shape and the symmetry that takes some other shape to it.
struct ShapeLink {
  ShapeId shape = 0;
  Symmetry by;
};

/// A position moved by a symmetry that makes its shape canonical.
struct ShapedPosition {
  ShapeId shape = 0;
  Position position;
};

/// A position as a number: its canonical shape, and the index of its colouring there by the mover's
/// spheres. Positions that a symmetry of the shape makes the same have keys of their own.
struct PositionKey {
  ShapeId shape = 0;
  std::uint32_t colouring = 0;
};

struct Shape {
  CellSet cells;
  int spheres = 0;
  /// Different images under the eight symmetries: 1, 2, 4 or 8.
  int images = 0;
  /// Where the shape's words begin among those of its tier (all shapes with as many spheres).
  std::uint32_t first_word = 0;
  /// Where the shape's bundles begin among the bundles of all shapes.
  std::uint32_t first_bundle = 0;
  /// The cells in the order of the index slots, `spheres` of them, and each cell's slot.
  std::array<Cell, kMaxCells> slots{};
  std::array<std::uint8_t, kMaxCells> slot_of{};
};

/// The formations a cell can be part of: squares first, then lines.
struct Formations {
  std::vector<CellSet> squares;
  std::vector<CellSet> lines;
};

class ShapeTable {
 public:
  /// Builds the table for base side 2, 3 or 4; throws InputError for any other.
  explicit ShapeTable(int base);

  int base() const { return base_; }
  int cells() const { return cells_; }
  int spheres_a_side() const { return spheres_a_side_; }

  std::span<const Shape> shapes() const { return shapes_; }
  const Shape& operator[](ShapeId id) const { return shapes_[id]; }

  /// The canonical shapes with so many spheres: first, and one past the last.
  ShapeId tier_begin(int spheres) const { return tier_begin_[static_cast<std::size_t>(spheres)]; }
  ShapeId tier_end(int spheres) const {
    return tier_begin_[static_cast<std::size_t>(spheres) + 1];
  }
  /// Words of all shapes with so many spheres; a multiple of a bundle.
  std::uint32_t tier_words(int spheres) const {
    return tier_words_[static_cast<std::size_t>(spheres)];
  }

  /// The canonical shape of any supported shape; stops the program for any other set.
  ShapeLink link(CellSet shape) const;

  /// The look-ups of a position, whose sides must be disjoint; each stops the program if the
  /// spheres are not a supported shape.
  ShapedPosition on_canonical_shape(Position p) const;
  PositionKey key(Position p) const;

  Cell image(Symmetry g, Cell c) const { return images_[g.number][c.index]; }
  /// All cells in the order of their index slots.
  std::span<const Cell> index_order() const { return index_order_; }
  const Formations& formations(Cell c) const { return formations_[c.index]; }

  /// Bundles of all shapes with up to `spheres` spheres.
  std::uint32_t bundles_up_to(int spheres) const {
    const Shape& last = shapes_[tier_end(spheres) - 1];
    return last.first_bundle + bundle_count(last.spheres);
  }

  /// The index of the colouring in which `coloured` (a part of the shape) has bit 1.
  std::uint32_t colouring(CellSet shape, CellSet coloured) const;

 private:
  template <int B>
  void build();
  template <int B>
  void describe_board();
  template <int B>
  void append_tier(const std::vector<CellSet>& canonical_ones);
  template <int B>
  ShapeLink link_on(CellSet shape) const;

  int base_;
  int cells_ = 0;
  int spheres_a_side_ = 0;
  std::vector<Shape> shapes_;
  std::vector<ShapeId> tier_begin_;
  std::vector<std::uint32_t> tier_words_;
  std::vector<Cell> index_order_;
  std::array<std::array<Cell, kMaxCells>, kSymmetries> images_{};
  std::array<Formations, kMaxCells> formations_{};
  std::unordered_map<std::uint32_t, ShapeId> ids_;  // by the bits of canonical shapes
};

}  // namespace pylos::table
