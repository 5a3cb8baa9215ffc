#include "solver/retrograde/domain.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace pylos::retrograde {
namespace {

template <class Accept>
Line mask_where(int spheres, int ones_above, Accept accept) {
  Word words[kLanes] = {};
  const unsigned colourings = 1U << std::min(spheres, kLineSlots);
  for (unsigned i = 0; i < colourings; ++i) {
    if (accept(ones_above + std::popcount(i))) words[i / 32] |= Word{1} << (i % 32);
  }
  return load_line(words);
}

}  // namespace

Line opposite_of_few(int spheres, Line x) {
  Word from[kLanes];
  Word to[kLanes] = {};
  store_line(from, x);
  const unsigned last = (1U << spheres) - 1;
  for (unsigned i = 0; i <= last; ++i) {
    if (from[i / 32] >> (i % 32) & 1) to[(last - i) / 32] |= Word{1} << ((last - i) % 32);
  }
  return load_line(to);
}

DomainMasks::DomainMasks(int spheres, int most) : spheres_(spheres) {
  for (int above = 0; above <= std::max(0, spheres - kLineSlots); ++above) {
    valid_.push_back(mask_where(
        spheres, above, [&](int ones) { return ones <= most && spheres - ones <= most; }));
    counts_.push_back(count(valid_.back()));
  }
}

const Line* DomainMasks::lines_with_ones() {
  static const std::array<Line, kLineSlots + 1> lines = [] {
    std::array<Line, kLineSlots + 1> by_ones{};
    for (int ones = 0; ones <= kLineSlots; ++ones) {
      by_ones[static_cast<std::size_t>(ones)] = mask_where(kLineSlots, 0, [&](int n) { return n == ones; });
    }
    return by_ones;
  }();
  return lines.data();
}

EndedMasks::EndedMasks(int spheres, int cells, int most) {
  const DomainMasks domain(spheres, most);
  for (int above = 0; above <= std::max(0, spheres - kLineSlots); ++above) {
    const std::uint32_t line = (std::uint32_t{1} << above) - 1;
    const bool full = spheres == cells;
    lost_.push_back(full ? domain.valid(line) : domain.with_ones(line, most));
    won_.push_back(full ? Line{} : domain.with_ones(line, spheres - most) & ~lost_.back());
  }
}

std::uint64_t DomainMasks::colourings() const {
  std::uint64_t total = 0;
  for (std::uint32_t line = 0; line < line_count(spheres_); ++line) {
    total += static_cast<std::uint64_t>(valid_count(line));
  }
  return total;
}

std::vector<DomainMasks> domain_masks(const ShapeTable& table) {
  std::vector<DomainMasks> masks;
  for (int level = 0; level <= table.cells(); ++level) {
    masks.emplace_back(level, table.spheres_a_side());
  }
  return masks;
}

std::uint64_t domain_positions(const ShapeTable& table, const DomainMasks& masks) {
  std::uint64_t images = 0;
  for (ShapeId id = table.level_begin(masks.spheres()); id < table.level_end(masks.spheres()); ++id) {
    images += static_cast<std::uint64_t>(table[id].images);
  }
  return images * masks.colourings();
}

}  // namespace pylos::retrograde
