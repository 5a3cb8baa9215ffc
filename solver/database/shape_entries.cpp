#include "solver/database/shape_entries.hpp"

#include <algorithm>

namespace pylos::database {

ShapeEntries::ShapeEntries(const TierEntries& tier, const Layout& layout, ShapeId shape, Entry entry)
    : tier_(tier),
      begin_(tier.shape_begin(shape - layout.table().tier_begin(tier.spheres()))) {
  const auto& spheres = layout.table()[shape];
  const std::vector<Cell> slots = layout.slots(shape);
  for (const std::vector<int>& symmetry : layout.slot_symmetries(shape)) {
    // From the solver's slot of a cell to the layout's, then by the symmetry.
    std::vector<int> to(slots.size());
    for (std::size_t slot = 0; slot < slots.size(); ++slot) {
      to[spheres.slot_of[slots[slot].index]] = symmetry[slot];
    }
    maps_.emplace_back(to, std::min(tier.spheres(), table::kBundleSlots));
    if (entry == Entry::own) break;
  }
}

}  // namespace pylos::database
