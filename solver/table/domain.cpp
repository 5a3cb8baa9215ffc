#include "solver/table/domain.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace pylos::table {
namespace {

template <class Accept>
Bundle mask_where(int spheres, int ones_above, Accept accept) {
  Word words[kLanes] = {};
  const unsigned colourings = 1U << std::min(spheres, kBundleSlots);
  for (unsigned i = 0; i < colourings; ++i) {
    if (accept(ones_above + std::popcount(i))) words[i / 32] |= Word{1} << (i % 32);
  }
  return load_bundle(words);
}

}  // namespace

Bundle opposite_of_few(int spheres, Bundle x) {
  Word from[kLanes];
  Word to[kLanes] = {};
  store_bundle(from, x);
  const unsigned last = (1U << spheres) - 1;
  for (unsigned i = 0; i <= last; ++i) {
    if (from[i / 32] >> (i % 32) & 1) to[(last - i) / 32] |= Word{1} << ((last - i) % 32);
  }
  return load_bundle(to);
}

DomainMasks::DomainMasks(int spheres, int most) : spheres_(spheres) {
  for (int above = 0; above <= std::max(0, spheres - kBundleSlots); ++above) {
    valid_.push_back(mask_where(
        spheres, above, [&](int ones) { return ones <= most && spheres - ones <= most; }));
    counts_.push_back(count(valid_.back()));
  }
}

const Bundle* DomainMasks::bundles_with_ones() {
  static const std::array<Bundle, kBundleSlots + 1> bundles = [] {
    std::array<Bundle, kBundleSlots + 1> by_ones{};
    for (int ones = 0; ones <= kBundleSlots; ++ones) {
      by_ones[static_cast<std::size_t>(ones)] = mask_where(kBundleSlots, 0, [&](int n) { return n == ones; });
    }
    return by_ones;
  }();
  return bundles.data();
}

EndedMasks::EndedMasks(int spheres, int cells, int most) {
  const DomainMasks domain(spheres, most);
  for (int above = 0; above <= std::max(0, spheres - kBundleSlots); ++above) {
    const std::uint32_t bundle = (std::uint32_t{1} << above) - 1;
    const bool full = spheres == cells;
    lost_.push_back(full ? domain.valid(bundle) : domain.with_ones(bundle, most));
    won_.push_back(full ? Bundle{} : domain.with_ones(bundle, spheres - most) & ~lost_.back());
  }
}

std::uint64_t DomainMasks::colourings() const {
  std::uint64_t total = 0;
  for (std::uint32_t bundle = 0; bundle < bundle_count(spheres_); ++bundle) {
    total += static_cast<std::uint64_t>(valid_count(bundle));
  }
  return total;
}

std::vector<DomainMasks> domain_masks(const ShapeTable& table) {
  std::vector<DomainMasks> masks;
  for (int tier = 0; tier <= table.cells(); ++tier) {
    masks.emplace_back(tier, table.spheres_per_side());
  }
  return masks;
}

std::uint64_t domain_positions(const ShapeTable& table, const DomainMasks& masks) {
  std::uint64_t images = 0;
  for (ShapeId id = table.tier_begin(masks.spheres()); id < table.tier_end(masks.spheres()); ++id) {
    images += static_cast<std::uint64_t>(table[id].images);
  }
  return images * masks.colourings();
}

}  // namespace pylos::table
