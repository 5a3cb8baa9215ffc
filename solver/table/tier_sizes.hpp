// How large working arrays must be that one tier after another uses.
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

}  // namespace pylos::table
