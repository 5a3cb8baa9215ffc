// How large the arrays over tiers are: of all tiers, or those that one tier after another uses.
#pragma once

#include <algorithm>
#include <cstdint>

#include "solver/numbering/shapes.hpp"

namespace pylos::table {

/// Words of the largest tier up to `top_tier` whose number of spheres is of the given parity (0
/// or 1).
inline std::uint64_t most_words(const ShapeTable& table, int top_tier, int parity) {
  std::uint64_t most = 0;
  for (int tier = parity; tier <= top_tier; tier += 2) {
    most = std::max<std::uint64_t>(most, table.tier_words(tier));
  }
  return most;
}

/// Words of all tiers up to `top_tier`.
inline std::uint64_t total_words(const ShapeTable& table, int top_tier) {
  std::uint64_t words = 0;
  for (int tier = 0; tier <= top_tier; ++tier) words += table.tier_words(tier);
  return words;
}

/// Bytes that the table of shapes of any board takes at the most.
inline constexpr std::uint64_t kShapeTableBytes = std::uint64_t{64} << 20;

}  // namespace pylos::table
