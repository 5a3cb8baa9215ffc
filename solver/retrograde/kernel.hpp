// The kernel: which colourings of a shape have a move into a set of positions, 512 at a time.
//
// Its input is a plan (table/plan.hpp), each step of which says where the child's bits are. For an
// action two sets matter: the child as it stands, when no formation was completed, and
// the child after some recovery, when one was; which of the two holds is a mask made of the
// formations' cells. Its slow twin, one position and one move at a time, is solver/verify/verify.cpp.
#pragma once

#include <array>
#include <cstdint>

#include "solver/table/bundle.hpp"
#include "solver/table/follow_map.hpp"
#include "solver/table/plan.hpp"

namespace pylos::retrograde {

using table::Bundle;
using table::BundleList;
using table::BundleSet;
using table::kChunkLines;

/// One action (or one recovered sphere) of all colourings of a shape.
struct Step : table::Step {
  /// The child as it stands; none if no position of it is in the set.
  BundleSet plain;
  /// The child after a recovery; none if no recovery of it leads into the set.
  BundleSet recovered;
  /// For a child whose words are not stored: the parent's colourings whose child is in the set, by
  /// the number of bits of the bundle's number; null otherwise.
  const Bundle* unstored = nullptr;
  /// For mark_children: one flag per bundle of the child.
  std::uint8_t* marks = nullptr;
};

struct Plan : table::Plan<Step> {
  /// True: a completed formation may also be left alone (recover_min 0).
  bool may_decline = false;
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
