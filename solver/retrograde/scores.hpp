// The scores of a bundle of positions, in bit planes, and the best of several.
//
// A position's score is what it is worth to the side that has just moved there: the greater the
// better. That side wins or loses in one ply more than the position's own distance, d. Plane 0
// holds the win; plane k, from 1 on, bit k of d, inverted for a win: short wins are better than
// long ones, long losses than short ones. Bit 0 of d repeats plane 0 (wins are in odd distances).
// All planes 0: no such position, worse than any. Plane 0 counts most, then the highest plane.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "solver/table/follow_map.hpp"
#include "solver/table/bundle.hpp"

namespace pylos::retrograde {

using table::gather;
using table::Bundle;
using table::BundleMap;
using table::run_program;
using table::Word;

/// Planes at the most: distances below 128 plies.
inline constexpr std::size_t kMostPlanes = 7;

/// Planes that distances up to so many plies take, at least 2.
constexpr std::size_t planes_for(int longest) {
  return std::max<std::size_t>(
      2, static_cast<std::size_t>(std::bit_width(static_cast<unsigned>(longest))));
}

/// The scores of a shape's positions, indexed by the opponent's spheres, plane by plane. Planes
/// from `used` on equal plane 0.
struct ScoreWords {
  std::array<const Word*, kMostPlanes> planes{};
  std::size_t used = 0;
};

/// The scores of one bundle; also the distances, plane 0 of which is the win, too.
template <std::size_t Planes>
using BundlePlanes = std::array<Bundle, Planes>;

/// Raises each score of `best` to that of the same colouring in `other`, if it is greater.
template <std::size_t Planes>
inline void raise_to(BundlePlanes<Planes>& best, const BundlePlanes<Planes>& other) {
  Bundle greater{};
  Bundle equal = ~Bundle{};
  const auto compare = [&](std::size_t k) {
    greater |= equal & other[k] & ~best[k];
    equal &= ~(other[k] ^ best[k]);
  };
  compare(0);
  for (std::size_t k = Planes - 1; k > 0; --k) compare(k);
  for (std::size_t k = 0; k < Planes; ++k) best[k] = (other[k] & greater) | (best[k] & ~greater);
}

/// The scores that a map finds `offset` words into the child's planes, in the parent's order; all 0
/// where the map has no part.
template <std::size_t Planes>
inline BundlePlanes<Planes> follow(const BundleMap& map, const ScoreWords& child,
                                 std::uint32_t offset) {
  BundlePlanes<Planes> x;
  for (std::size_t k = 0; k < Planes; ++k) {
    x[k] = k < child.used ? run_program(map, gather(map, child.planes[k] + offset)) : x[0];
  }
  return x;
}

/// The scores of positions with these distances, of those that are `valid`. A distance more by one
/// ply may take one plane more.
template <std::size_t Planes>
inline BundlePlanes<Planes + 1> scores_of(const BundlePlanes<Planes>& distance, Bundle valid) {
  BundlePlanes<Planes + 1> score;
  score[0] = valid & ~distance[0];  // a win for the side that moved there
  Bundle carry = distance[0];         // from an odd distance on to an even one
  for (std::size_t k = 1; k < Planes; ++k) {
    score[k] = (distance[k] ^ carry ^ score[0]) & valid;
    carry &= distance[k];
  }
  score[Planes] = (carry ^ score[0]) & valid;
  return score;
}

}  // namespace pylos::retrograde
