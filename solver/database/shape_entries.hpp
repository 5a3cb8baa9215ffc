// The entries of one shape in the order of the solver's index, for writing and loading whole files.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <vector>

#include "solver/database/bit_map.hpp"
#include "solver/reader/layout.hpp"
#include "solver/reader/tier_entries.hpp"
#include "solver/database/shape_entries.hpp"
#include "solver/table/bundle.hpp"

namespace pylos::database {

/// The entries of one shape, found by the index of the retrograde solver, bundle by bundle.
class ShapeEntries {
 public:
  /// Which entry a colouring is looked up in: its own, or that of the least of the colourings that
  /// the shape's symmetries make the same, the only one that counts in a file.
  enum class Entry { own, of_least };

  ShapeEntries(const TierEntries& tier, const Layout& layout, ShapeId shape, Entry entry);

  /// Calls f(i, entry) for the colourings i of a bundle that are in `which` and so must have one; the
  /// entry's number is within the tier.
  template <class F>
  void for_each(std::uint32_t bundle, const table::Bundle& which, F&& f) const {
    std::uint64_t halves[table::kLanes / 2];
    std::memcpy(halves, &which, sizeof halves);
    for (std::uint32_t h = 0; h < std::size(halves); ++h) {
      for (std::uint64_t rest = halves[h]; rest != 0; rest &= rest - 1) {
        const std::uint32_t i = 64 * h + static_cast<std::uint32_t>(std::countr_zero(rest));
        std::uint32_t colouring = ~std::uint32_t{0};
        for (const BitMap& map : maps_) {
          colouring = std::min(colouring, map.low(i) | map.high(bundle));
        }
        f(i, begin_ + tier_.of_colouring(colouring));
      }
    }
  }

 private:
  const TierEntries& tier_;
  std::uint64_t begin_;
  std::vector<BitMap> maps_;
};

}  // namespace pylos::database
