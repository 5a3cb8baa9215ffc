// The distances of decided positions, in bit planes without gaps.
//
// Plane b holds bit b of the distance in plies, so plane 0 tells wins from losses; planes are added
// as distances grow. Only positions whose distance may be 2 or more have a place; what clause 6
// decides by counting spheres has none (see EndedMasks). A position's place follows from its bundle
// and its rank among the colourings of the bundle that have one. The places of a chunk follow one
// another, and begin a new block of the planes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "engine/rules.hpp"
#include "solver/table/block_plane.hpp"
#include "solver/table/domain.hpp"
#include "solver/table/bundle_map.hpp"
#include "solver/table/packing.hpp"
#include "solver/numbering/shapes.hpp"

namespace pylos::table {

class Distances {
 public:
  /// For the tiers up to `top_tier`, 0 to the number of cells. `table` must outlive it.
  Distances(const ShapeTable& table, EmptyReserve empty_reserve, int top_tier);

  /// Makes room for distances up to `plies`; call before threads record any. Throws OutOfMemory.
  void reserve(int plies);

  /// Records `plies` (0 or more) for the colourings `which` of a bundle that have a place; each
  /// colouring once in all (a second time the two are combined by exclusive or). Bundles of different
  /// chunks may be recorded at the same time.
  void record(ShapeId shape, std::uint32_t bundle, const Bundle& which, int plies);

  /// Records a whole bundle, in which nothing was recorded before, as bit planes: element b holds bit
  /// b of the distances, for which reserve() must have made room. Colourings without a place do not
  /// matter.
  void record(ShapeId shape, std::uint32_t bundle, std::span<const Bundle> planes);

  /// The distance in plies recorded for one colouring; 0 if none was.
  int distance(ShapeId shape, std::uint32_t colouring) const;

  /// The distances of a whole bundle, one byte a colouring: byte i of word w is colouring 8 w + i.
  std::array<std::uint64_t, kBundleColourings / 8> distances(ShapeId shape, std::uint32_t bundle) const;

  /// Bytes of one plane at the most.
  std::uint64_t plane_bytes() const { return BlockPlane::most_bytes(blocks_); }

  /// Calls f(void*, bytes) for every part of the state: to be saved, or to be put back after
  /// reserve().
  template <class F>
  void visit_state(F&& f) {
    for (BlockPlane& plane : planes_) plane.visit_state(f);
  }

 private:
  // What all chunks of a tier have in common.
  struct Tier {
    explicit Tier(const DomainMasks& with_place);
    const Packing& packing(std::uint32_t bundle) const;

    std::vector<Packing> packings;  // by the number of bits of the bundle's number
    // By the number of bits of the chunk's number: how many places come before each of its bundles,
    // and its blocks.
    std::vector<std::array<std::uint32_t, kChunkLines>> before_bundle;
    std::vector<std::uint32_t> blocks;
  };
  // Where the places of a bundle begin.
  struct Place {
    std::uint64_t block;
    std::uint32_t bit;  // of the block
  };

  const Tier& tier(ShapeId shape) const {
    return tiers_[static_cast<std::size_t>(table_[shape].spheres)];
  }
  Place place(ShapeId shape, std::uint32_t bundle) const;
  static void add(BlockPlane& plane, const Place& place, const Packing::TwoBundles& bits);

  const ShapeTable& table_;
  std::vector<Tier> tiers_;
  std::vector<std::uint32_t> first_chunk_;  // by shape
  std::vector<std::uint32_t> chunk_block_;  // by chunk, its first block
  std::uint32_t blocks_ = 0;
  std::deque<BlockPlane> planes_;  // which cannot be moved
};

}  // namespace pylos::table
