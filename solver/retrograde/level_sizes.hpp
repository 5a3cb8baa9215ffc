// How large working arrays must be that one level after another uses.
#pragma once

#include <algorithm>
#include <cstdint>

#include "solver/retrograde/shapes.hpp"

namespace pylos::retrograde {

/// Words of the largest level up to `top_level` whose number of spheres is of the given parity (0
/// or 1).
inline std::uint64_t most_words(const ShapeTable& table, int top_level, int parity) {
  std::uint64_t most = 0;
  for (int level = parity; level <= top_level; level += 2) {
    most = std::max<std::uint64_t>(most, table.level_words(level));
  }
  return most;
}

}  // namespace pylos::retrograde
