// Where a position's entry is: the index scheme of the database (data/FORMAT.md, "Index").
//
// The entries of one canonical shape are its colourings, numbered by the mover's spheres, one bit a
// slot. Slots are ordered so that the lowest hold what matters least: level 1 before level 2, in a
// tier the cells with most spheres above them first. The colourings that agree in all but the
// lowest `low_slots` slots form a segment, which is coded as one piece. Positions whose value
// follows from the count of spheres have no entry. On a shape with symmetries only the least of the
// equivalent colourings counts.
//
// Shares with the retrograde solver the list of canonical shapes and nothing else.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/game.hpp"
#include "engine/position.hpp"
#include "engine/value.hpp"
#include "solver/numbering/shapes.hpp"

namespace pylos::database {

using table::ShapeId;

/// The lowest slots that vary within a segment, at most.
inline constexpr int kMostLowSlots = 13;

/// The number of an entry's segment, over all tiers from the fewest spheres up, and its place in
/// it.
struct Place {
  std::uint64_t segment = 0;
  /// Spheres on the board.
  int spheres = 0;
  /// Colours of the lowest slots, a bit 1 for the mover.
  std::uint32_t low = 0;
  /// The mover's spheres in the other slots.
  int high_ones = 0;
};

/// The segments of all shapes with as many spheres.
struct Tier {
  int low_slots = 0;
  std::uint64_t first_segment = 0;
  std::uint64_t segments = 0;
  /// Segments of each shape.
  std::uint64_t segments_per_shape = 0;
};

/// The numbers of mover's spheres that a segment holds, in its low slots.
struct OnesInLowSlots {
  int least = 0;
  int most = -1;
  bool operator==(const OnesInLowSlots&) const = default;
};

class Layout {
 public:
  /// Throws InputError for a base side that does not exist.
  explicit Layout(Game game);

  Game game() const { return game_; }
  const table::ShapeTable& table() const { return table_; }
  int cells() const { return table_.cells(); }
  /// Most spheres that a side has on the board in a position with an entry.
  int most_a_side() const { return most_a_side_; }

  const Tier& tier(int spheres) const { return tiers_[static_cast<std::size_t>(spheres)]; }
  std::uint64_t segments() const { return segments_; }

  /// The value of a position that has no entry; `unknown` if it has one. `p` must be in the domain.
  Value value_without_entry(Position p) const;

  /// The place of a position that has an entry.
  Place place(Position p) const;

  /// Which colourings of a segment have entries.
  OnesInLowSlots ones_in_low_slots(int spheres, int high_ones) const;

  /// The shape's cells in the order of its slots.
  std::vector<Cell> slots(ShapeId shape) const;

  /// For each symmetry of the shape, the identity first: the slot that a slot goes to.
  std::vector<std::vector<int>> slot_symmetries(ShapeId shape) const;

 private:
  using SlotOfCell = std::array<std::uint8_t, kMaxCells>;

  Game game_;
  table::ShapeTable table_;
  int most_a_side_;
  std::vector<Tier> tiers_;
  std::uint64_t segments_ = 0;
  // For each shape, one table for each of its symmetries; first_slots_ says where they begin.
  std::vector<SlotOfCell> slot_of_cell_;
  std::vector<std::uint32_t> first_slots_;
};

/// Slots that vary within a segment of a shape with so many spheres.
int low_slots(int spheres);

}  // namespace pylos::database
