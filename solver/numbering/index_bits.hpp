// The index of a colouring in words and bundles: how many colourings each holds.
//
// A shape's colourings are numbered: the number has one bit per sphere, its *slots*. The lowest five
// slots choose a bit of a 32-bit word, the next four a word of the bundle (its *lane*), the rest the
// bundle. A bundle is 512 colourings: 64 bytes, one line of the processor's cache.
#pragma once

#include <cstdint>

namespace pylos::table {

using Word = std::uint32_t;

inline constexpr int kWordSlots = 5;
inline constexpr int kLaneSlots = 4;
inline constexpr int kBundleSlots = kWordSlots + kLaneSlots;
inline constexpr int kLanes = 1 << kLaneSlots;
inline constexpr int kBundleColourings = 1 << kBundleSlots;

/// Number of bundles of a shape with so many spheres: at least 1.
constexpr std::uint32_t bundle_count(int spheres) {
  return spheres <= kBundleSlots ? 1 : std::uint32_t{1} << (spheres - kBundleSlots);
}

}  // namespace pylos::table
