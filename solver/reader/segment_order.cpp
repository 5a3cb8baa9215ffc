#include "solver/reader/segment_order.hpp"

#include <bit>

#include "engine/check.hpp"
#include "solver/reader/layout.hpp"

namespace pylos::database {

SegmentOrder::SegmentOrder(int slots) : slots_(slots) {
  PYLOS_CHECK(slots >= 0 && slots <= kMostLowSlots);
  const std::uint32_t all = std::uint32_t{1} << slots;
  number_.resize(all);
  for (int ones = 0; ones <= slots; ++ones) {
    layer_begin_.push_back(static_cast<std::uint32_t>(low_.size()));
    for (std::uint32_t x = 0; x < all; ++x) {
      if (std::popcount(x) != ones) continue;
      number_[x] = static_cast<std::uint16_t>(low_.size());
      low_.push_back(static_cast<std::uint16_t>(x));
    }
  }
  layer_begin_.push_back(all);
  for (const std::uint32_t x : low_) {
    first_swap_.push_back(static_cast<std::uint32_t>(swaps_.size()));
    first_drop_.push_back(static_cast<std::uint32_t>(drops_.size()));
    for (std::uint32_t ones = x; ones != 0; ones &= ones - 1) {
      const std::uint32_t one = ones & -ones;
      drops_.push_back(number_[x ^ one]);
      for (std::uint32_t zeros = ~x & (one - 1); zeros != 0; zeros &= zeros - 1) {
        swaps_.push_back(number_[x ^ one ^ (zeros & -zeros)]);
      }
    }
  }
  first_swap_.push_back(static_cast<std::uint32_t>(swaps_.size()));
  first_drop_.push_back(static_cast<std::uint32_t>(drops_.size()));
}

}  // namespace pylos::database
