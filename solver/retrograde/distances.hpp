// The distances of decided positions, in bit planes without gaps.
//
// Only the colourings of some masks have a place; what clause 6 decides by counting spheres has none (see
// EndedMasks). A position's place follows from its line and its rank among the colourings of the line that
// have one. Plane b holds bit b of the distance in plies, so plane 0 tells wins from losses. Planes are added
// as distances grow, and the pages of a plane that is never written cost nothing: far distances occur in the
// small shapes only. Nor are they read: each chunk knows how many planes it has (to some systems even a first read
// of a large page is a use).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/rules.hpp"
#include "solver/retrograde/domain.hpp"
#include "solver/retrograde/line_map.hpp"
#include "solver/retrograde/memory.hpp"
#include "solver/retrograde/shapes.hpp"

namespace pylos::retrograde {

class Distances {
 public:
  /// `most` spheres on the board for either side, in positions that have a place.
  Distances(const ShapeTable& table, int most, int top_level);

  /// Spheres that a side has at most in a position whose distance may be 2 or more.
  static int most_spheres(const ShapeTable& table, RuleSet rules) {
    return table.spheres_a_side() - (rules.empty_reserve == EmptyReserve::loses ? 1 : 0);
  }

  /// Makes room for distances up to `plies`; call before threads record any.
  void reserve(int plies);

  /// Records `plies` (0 or more) for the colourings `which` of a line that have a place; each colouring once in
  /// all. Lines of different chunks may be recorded at the same time.
  void record(ShapeId shape, std::uint32_t line, Line which, int plies);

  /// Records a whole line, in which nothing was recorded before, as bit planes: element b holds bit b of the
  /// distances, for which reserve() must have made room. Colourings without a place do not matter.
  void record(ShapeId shape, std::uint32_t line, std::span<const Line> planes);

  /// The distance in plies recorded for one colouring; 0 if none was.
  int distance(ShapeId shape, std::uint32_t colouring) const;

  /// The distances of a whole line, one byte a colouring: byte i of word w is colouring 8 w + i.
  std::array<std::uint64_t, kLineColourings / 8> distances(ShapeId shape, std::uint32_t line) const;

  /// Where the planes hold the bits of a colouring; none if it has no place.
  std::optional<std::uint64_t> place_of(ShapeId shape, std::uint32_t colouring) const;

  /// All planes, lowest bit first, to be saved or put back; after that call planes_put_back().
  std::vector<Memory>& planes() { return planes_; }
  void planes_put_back();

  /// Bytes of one plane.
  std::uint64_t plane_bytes() const { return words_ * 8; }

 private:
  std::uint64_t place(ShapeId shape, std::uint32_t line) const;
  std::uint64_t chunk(ShapeId shape, std::uint32_t line) const {
    return first_chunk_[shape] + (line >> kChunkBits);
  }
  void add(std::size_t plane, std::uint64_t at, std::uint64_t packed);

  const ShapeTable& table_;
  std::vector<DomainMasks> masks_;  // by level
  std::uint64_t words_ = 0;
  /// For each level and number of bits of the chunk's number, how many places of the chunk come before each
  /// of its lines.
  std::vector<std::vector<std::array<std::uint32_t, kChunkLines>>> before_line_;
  std::vector<std::uint64_t> first_chunk_;   // by shape
  std::vector<std::uint64_t> chunk_place_;   // by chunk; a multiple of 64
  std::vector<std::uint8_t> chunk_planes_;   // by chunk: those of the planes that may hold a bit of it
  std::vector<Memory> planes_;
};

}  // namespace pylos::retrograde
