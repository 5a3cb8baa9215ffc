// A position, or any 64-bit number, as bits that look random: for checksums and for draws that
// anybody can repeat. What they give is part of tests/data and of published suites.
#pragma once

#include <cstdint>

#include "engine/cells.hpp"

namespace pylos {

/// Two bits per cell from the lowest cell: 1 for a cell of `first`, 2 for one of `second`.
constexpr std::uint64_t two_bit_key(CellSet first, CellSet second) {
  std::uint64_t key = 0;
  for (const Cell c : first) key |= std::uint64_t{1} << (2 * c.index);
  for (const Cell c : second) key |= std::uint64_t{2} << (2 * c.index);
  return key;
}

/// The finaliser of the SplitMix64 generator (Steele, Lea, Flood 2014) after one increment.
constexpr std::uint64_t splitmix64(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

}  // namespace pylos
