#include "solver/table/bundle_map.hpp"

#include <algorithm>
#include <bit>

#include "engine/check.hpp"

namespace pylos::table {
namespace {

// Where one bit of the parent's index goes.
struct SlotRole {
  enum class Kind { moves, fixed } kind = Kind::fixed;
  int target = 0;  // the child's slot, when it moves
  int value = 0;   // the only value it may have, when it is fixed
};

// Where one of the child's word slots comes from.
struct WordSource {
  int parent_slot = -1;  // or -1 for a constant
  int value = 0;
};

struct Roles {
  std::array<SlotRole, kMaxCells> parent;
  int count = 0;                            // of the parent's slots, at least kBundleSlots
  std::array<WordSource, kWordSlots> word;  // the child's word slots
  std::uint32_t offset = 0;                // of an added cell above the word
};

Roles slot_roles(const ShapeTable& table, const Shape& parent, ShapeLink child, const Cell* added,
                 CellSet removed) {
  const Shape& target_shape = table[child.shape];
  const auto target = [&](Cell c) { return int{target_shape.slot_of[table.image(child.by, c).index]}; };

  Roles roles;
  roles.count = std::max(parent.spheres, kBundleSlots);
  for (int i = 0; i < roles.count; ++i) {
    SlotRole& role = roles.parent[static_cast<std::size_t>(i)];
    if (i >= parent.spheres) {
      role = {SlotRole::Kind::fixed, 0, 0};  // no such cell
      continue;
    }
    const Cell c = parent.slots[static_cast<std::size_t>(i)];
    if (removed.contains(c)) {
      role = {SlotRole::Kind::fixed, 0, 1};
    } else {
      const int slot = target(c);
      role = {SlotRole::Kind::moves, slot, 0};
      if (slot < kWordSlots) roles.word[static_cast<std::size_t>(slot)] = {i, 0};
    }
  }
  if (added != nullptr) {
    const int slot = target(*added);
    if (slot < kWordSlots) {
      roles.word[static_cast<std::size_t>(slot)] = {-1, 1};
    } else {
      roles.offset = std::uint32_t{1} << (slot - kWordSlots);
    }
  }
  return roles;
}

// The colours of the cells that cross between word and address, for one of the maps.
using Colours = std::uint32_t;  // bit i: the colour of parent slot i, where it crosses

int colour(Colours colours, int slot) { return static_cast<int>(colours >> slot & 1); }

// Some consecutive bits of the parent's index above its word: what each adds to the address, and which are
// fixed to what.
struct AddressBits {
  std::array<std::uint32_t, 32> weight{};
  int count = 0;
  std::uint32_t fixed = 0;
  std::uint32_t value = 0;

  // The addresses of all numbers made of these bits; kNoBundle where a fixed bit differs.
  template <std::size_t N>
  void offsets(std::array<std::uint32_t, N>& of) const {
    of[0] = 0;
    const std::uint32_t numbers = std::uint32_t{1} << count;
    for (std::uint32_t i = 1; i < numbers; ++i) {
      of[i] = of[i & (i - 1)] + weight[static_cast<std::size_t>(std::countr_zero(i))];
    }
    if (fixed == 0) return;
    for (std::uint32_t i = 0; i < numbers; ++i) {
      if ((i & fixed) != value) of[i] = BundleMap::kNoBundle;
    }
  }

  // Takes the lowest bits away, at most `most`.
  AddressBits take(int most) {
    AddressBits low;
    low.count = std::min(most, count);
    std::copy_n(weight.begin(), low.count, low.weight.begin());
    const std::uint32_t mask = low.count == 32 ? ~0U : (1U << low.count) - 1;
    low.fixed = fixed & mask;
    low.value = value & mask;
    std::copy(weight.begin() + low.count, weight.end(), weight.begin());
    count -= low.count;
    fixed = low.count == 32 ? 0 : fixed >> low.count;
    value = low.count == 32 ? 0 : value >> low.count;
    return low;
  }
};

AddressBits address_bits(const Roles& roles, Colours colours) {
  AddressBits bits;
  for (int slot = kWordSlots; slot < roles.count; ++slot) {
    const SlotRole& role = roles.parent[static_cast<std::size_t>(slot)];
    const std::uint32_t bit = std::uint32_t{1} << bits.count;
    if (role.kind == SlotRole::Kind::moves && role.target >= kWordSlots) {
      bits.weight[static_cast<std::size_t>(bits.count)] = std::uint32_t{1}
                                                          << (role.target - kWordSlots);
    } else {
      const int only = role.kind == SlotRole::Kind::fixed ? role.value
                                                          : colour(colours, slot);
      bits.fixed |= bit;
      if (only != 0) bits.value |= bit;
    }
    ++bits.count;
  }
  return bits;
}

// A few word slots.
struct SlotList {
  std::array<int, kWordSlots> slot{};
  int count = 0;

  void add(int s) { slot[static_cast<std::size_t>(count++)] = s; }
  int take_last() { return slot[static_cast<std::size_t>(--count)]; }
  bool take(int s) {
    const auto end = slot.begin() + count;
    const auto at = std::find(slot.begin(), end, s);
    if (at == end) return false;
    *at = take_last();
    return true;
  }
};

// Which runs of the child's words hold the lanes: a lane bit that is a lane bit of the child as well stays
// within its run, any other doubles their number.
void find_sources(const AddressBits& lanes, BundleMap& map) {
  std::uint32_t leaving = 0;
  std::size_t sources = 1;
  for (int bit = 0; bit < kLaneSlots; ++bit) {
    const std::uint32_t weight = lanes.weight[static_cast<std::size_t>(bit)];
    if (weight < kLanes) continue;
    if (sources == map.source_offset.size()) return;
    for (std::size_t i = 0; i < sources; ++i) {
      map.source_offset[sources + i] = map.source_offset[i] + weight;
    }
    leaving |= std::uint32_t{1} << bit;
    sources *= 2;
  }
  map.sources = static_cast<int>(sources);
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    std::uint32_t source = 0;
    std::uint32_t bit = kLanes;
    for (std::uint32_t rest = leaving; rest != 0; rest &= rest - 1, bit *= 2) {
      if ((lane & rest & -rest) != 0) source += bit;
    }
    map.source_lane[lane] = map.lane_offset[lane] % kLanes + source;
  }
}

// The child's word slot that each of the parent's word slots holds once the program has run; -1
// until one is chosen.
using WordPermutation = std::array<int, kWordSlots>;

// Says what happens to the word's constant bits, and which child's slot goes to which parent's. A
// parent's slot that leaves the word takes the place of a child's slot that is constant within the
// map; both sets have the same size.
WordPermutation permute_word(const Roles& roles, Colours colours, BundleMap& map) {
  WordPermutation source;
  source.fill(-1);
  SlotList leaving;
  SlotList constant;
  for (int i = 0; i < kWordSlots; ++i) {
    const SlotRole& role = roles.parent[static_cast<std::size_t>(i)];
    const bool stays = role.kind == SlotRole::Kind::moves && role.target < kWordSlots;
    if (stays) {
      source[static_cast<std::size_t>(i)] = role.target;
      continue;
    }
    leaving.add(i);
    const int value = role.kind == SlotRole::Kind::fixed ? role.value : colour(colours, i);
    map.shift_left += value << i;
    if (role.kind == SlotRole::Kind::moves) {
      map.offset += static_cast<std::uint32_t>(value) << (role.target - kWordSlots);
    }
  }
  for (int e = 0; e < kWordSlots; ++e) {
    const WordSource& from = roles.word[static_cast<std::size_t>(e)];
    if (from.parent_slot >= 0 && from.parent_slot < kWordSlots) continue;
    const int value = from.parent_slot < 0 ? from.value : colour(colours, from.parent_slot);
    map.shift_right += value << e;
    map.word_mask &= ~slot_bits(e);
    constant.add(e);
  }
  PYLOS_CHECK(leaving.count == constant.count);
  for (int i = 0; i < leaving.count; ++i) {  // a slot that is both needs no swap
    const int slot = leaving.slot[static_cast<std::size_t>(i)];
    if (constant.take(slot)) source[static_cast<std::size_t>(slot)] = slot;
  }
  for (int i = 0; i < leaving.count; ++i) {
    int& from = source[static_cast<std::size_t>(leaving.slot[static_cast<std::size_t>(i)])];
    if (from < 0) from = constant.take_last();
  }
  return source;
}

// The swaps of two slots that bring the child's word into the parent's order.
void append_swaps(const WordPermutation& source, BundleMap& map) {
  WordPermutation holds{0, 1, 2, 3, 4};
  for (std::size_t at = 0; at < holds.size(); ++at) {
    if (holds[at] == source[at]) continue;
    const auto other = static_cast<std::size_t>(
        std::find(holds.begin(), holds.end(), source[at]) - holds.begin());
    const int low = static_cast<int>(std::min(at, other));
    const int high = static_cast<int>(std::max(at, other));
    map.swaps[static_cast<std::size_t>(map.swap_count++)] = {slot_bits(low) & ~slot_bits(high),
                                                             (1 << high) - (1 << low)};
    std::swap(holds[at], holds[other]);
  }
}

// Lanes, bundles of a chunk, and chunks: sums of weights over the bits that are not fixed.
void make_addresses(const Roles& roles, Colours colours, BundleMap& map) {
  AddressBits address = address_bits(roles, colours);
  const auto lanes = address.take(kLaneSlots);
  lanes.offsets(map.lane_offset);
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    map.lane_mask[lane] = map.lane_offset[lane] == BundleMap::kNoBundle ? 0 : ~Word{0};
    map.lane_offset[lane] &= map.lane_mask[lane];
  }
  find_sources(lanes, map);
  address.take(kChunkBits).offsets(map.bundle_offset);
  const auto chunks = address.take(32);
  std::copy_n(chunks.weight.begin(), chunks.count, map.chunk_weight.begin());
  map.chunk_fixed = chunks.fixed;
  map.chunk_value = chunks.value;
}

void make_map(const Roles& roles, Colours colours, BundleMap& map) {
  map.offset = roles.offset;
  append_swaps(permute_word(roles, colours, map), map);
  make_addresses(roles, colours, map);
}

}  // namespace

void append_bundle_maps(const ShapeTable& table, const Shape& parent, ShapeLink child, const Cell* added,
                      CellSet removed, std::vector<BundleMap>& maps) {
  const Roles roles = slot_roles(table, parent, child, added, removed);
  Colours crossing = 0;
  for (int i = 0; i < roles.count; ++i) {
    const SlotRole& role = roles.parent[static_cast<std::size_t>(i)];
    const bool in_word = i < kWordSlots;
    if (role.kind == SlotRole::Kind::moves && in_word != (role.target < kWordSlots)) {
      crossing |= Colours{1} << i;
    }
  }
  Colours colours = 0;
  do {  // every subset of the crossing slots
    make_map(roles, colours, maps.emplace_back());
    colours = (colours - crossing) & crossing;
  } while (colours != 0);
}

}  // namespace pylos::table
