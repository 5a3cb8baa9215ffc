#include "solver/table/formations.hpp"

#include <bit>

namespace pylos::table {

FormationMask formation_mask(const Shape& shape, CellSet cells) {
  std::uint32_t index = 0;
  for (const Cell c : cells) index |= std::uint32_t{1} << shape.slot_of[c.index];
  Word in_word = ~Word{0};
  for (std::uint32_t rest = index & ((1U << kWordSlots) - 1); rest != 0; rest &= rest - 1) {
    in_word &= slot_bits(std::countr_zero(rest));
  }
  const std::uint32_t lanes = index >> kWordSlots & (kLanes - 1);
  Word words[kLanes];
  for (std::uint32_t i = 0; i < kLanes; ++i) words[i] = (i & lanes) == lanes ? in_word : 0;
  return {load_bundle(words), index >> kBundleSlots};
}

void append_formations(const ShapeTable& table, RecoversOn recovers_on, const Shape& shape,
                       CellSet filled, Cell c, std::vector<FormationMask>& formations) {
  for_each_formation(table, recovers_on, filled, c, [&](CellSet formation) {
    formations.push_back(formation_mask(shape, formation & shape.cells));
  });
}

}  // namespace pylos::table
