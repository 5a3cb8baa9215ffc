// The kernel: which colourings of a shape have a move into a set of positions, 512 at a time.
//
// Its input is a plan: steps, each an action or a recovery with the maps that find the child's
// bits. For an action two sets matter: the child as it stands, when no formation was completed, and
// the child after some recovery, when one was; which of the two holds is a mask made of the
// formations' cells. Its slow twin, one position and one move at a time, is solver/verify.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solver/table/follow_map.hpp"
#include "solver/table/formations.hpp"
#include "solver/table/bundle.hpp"
#include "solver/table/bundle_map.hpp"

namespace pylos::retrograde {

using table::FormationMask;
using table::Bundle;
using table::BundleMap;
using table::BundleSet;
using table::kChunkLines;

/// One action (or one recovered sphere) of all colourings of a shape.
struct Step {
  std::uint32_t first_map = 0;
  std::uint32_t last_map = 0;
  std::uint32_t first_formation = 0;
  std::uint32_t last_formation = 0;
  /// The child as it stands; none if no position of it is in the set.
  BundleSet plain;
  /// The child after a recovery; none if no recovery of it leads into the set.
  BundleSet recovered;
  /// For a child whose words are not stored: the parent's colourings whose child is in the set, by
  /// the number of bits of the bundle's number; null otherwise.
  const Bundle* unstored = nullptr;
  /// For mark_children: one flag a bundle of the child.
  std::uint8_t* marks = nullptr;
};

struct Plan {
  std::vector<BundleMap> maps;
  std::vector<Step> steps;
  std::vector<FormationMask> formations;
  /// True: a completed formation may also be left alone (recover_min 0).
  bool may_decline = false;

  /// Room for so many steps, most of which need one map.
  void reserve(std::size_t count) {
    steps.reserve(count);
    maps.reserve(count + count / 2);
  }
};

/// Some bundles of a chunk, in ascending order.
struct BundleList {
  std::array<std::uint8_t, kChunkLines> bundle;
  std::uint32_t count = 0;

  void add_if(std::uint32_t number, bool wanted) {
    bundle[count] = static_cast<std::uint8_t>(number);
    count += wanted ? 1U : 0U;
  }
};

/// The bundles of one chunk under work; those that are not live hold nothing.
struct Chunk {
  BundleList live;
  /// Colourings that matter; a bundle whose `wanted` is all reached is left.
  std::array<Bundle, kChunkLines> wanted;
  /// Colourings found to have a move into the set so far.
  std::array<Bundle, kChunkLines> reached;
};

/// Sets the flags (Step::marks) of all children's bundles that run_chunk would read for the bundles
/// `live` of the chunk. Flags may be set from several threads at once.
void mark_children(const Plan& plan, std::uint32_t number, const BundleList& live);

/// Adds to `chunk.reached`, for each live bundle, the wanted colourings that have a move into the set
/// (others may be added too). `number` is the chunk's number within its shape.
void run_chunk(const Plan& plan, std::uint32_t number, Chunk& chunk);

}  // namespace pylos::retrograde
