#include "solver/reader/tier_entries.hpp"

#include <algorithm>

#include "engine/check.hpp"

namespace pylos::database {

TierEntries::TierEntries(const Layout& layout, int spheres, const SegmentOrder& order,
                           Metric metric)
    : layout_(&layout), order_(&order), spheres_(spheres), metric_(metric) {
  const Tier& tier = layout.tier(spheres);
  PYLOS_CHECK(order.slots() == tier.low_slots);
  shapes_ = tier.segments == 0 ? 0 : tier.segments / tier.segments_per_shape;
  segment_shift_.resize(std::max<std::uint64_t>(1, tier.segments_per_shape));
  for (std::uint64_t high = 0; high < tier.segments_per_shape; ++high) {
    segment_shift_[high] = entries_per_shape_ - segment(high).first();
    entries_per_shape_ += segment(high).entries();
  }
}

}  // namespace pylos::database
