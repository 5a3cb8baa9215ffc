#include "solver/database/level_entries.hpp"

#include <algorithm>

#include "engine/check.hpp"

namespace pylos::database {

LevelEntries::LevelEntries(const Layout& layout, int spheres, const SegmentOrder& order,
                           Metric metric)
    : layout_(&layout), order_(&order), spheres_(spheres), metric_(metric) {
  const Level& level = layout.level(spheres);
  PYLOS_CHECK(order.slots() == level.low_slots);
  shapes_ = level.segments == 0 ? 0 : level.segments / level.segments_a_shape;
  zero_.resize(std::max<std::uint64_t>(1, level.segments_a_shape));
  for (std::uint64_t high = 0; high < level.segments_a_shape; ++high) {
    zero_[high] = a_shape_ - segment(high).first();
    a_shape_ += segment(high).entries();
  }
}

ShapeEntries::ShapeEntries(const LevelEntries& level, const Layout& layout, ShapeId shape, Of of)
    : level_(level),
      begin_(level.shape_begin(shape - layout.table().level_begin(level.spheres()))) {
  const auto& spheres = layout.table()[shape];
  const std::vector<Cell> slots = layout.slots(shape);
  for (const std::vector<int>& symmetry : layout.slot_symmetries(shape)) {
    // From the solver's slot of a cell to the layout's, then by the symmetry.
    std::vector<int> to(slots.size());
    for (std::size_t slot = 0; slot < slots.size(); ++slot) {
      to[spheres.slot_of[slots[slot].index]] = symmetry[slot];
    }
    maps_.emplace_back(to, std::min(level.spheres(), retrograde::kLineSlots));
    if (of == Of::itself) break;
  }
}

}  // namespace pylos::database
