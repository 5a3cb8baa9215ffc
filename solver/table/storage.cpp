#include "solver/table/storage.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "engine/check.hpp"
#include "solver/numbering/binomial.hpp"
#include "solver/table/tier_sizes.hpp"

namespace pylos::table {

namespace {

std::vector<EndedMasks> ended_masks(const ShapeTable& table, RuleSet rules) {
  std::vector<EndedMasks> masks;
  if (rules.empty_reserve != EmptyReserve::loses) return masks;
  for (int tier = 0; tier <= table.cells(); ++tier) {
    masks.emplace_back(tier, table.cells(), table.spheres_a_side());
  }
  return masks;
}

}  // namespace

int highest_stored(const ShapeTable& table) {
  return table.cells() % 2 == 0 ? table.cells() - 2 : table.cells();
}

std::uint64_t solution_bytes(const ShapeTable& table, RuleSet rules, int longest) {
  const int top = highest_stored(table);
  const auto planes = static_cast<std::uint64_t>(std::bit_width(static_cast<unsigned>(std::max(0, longest))));
  return total_words(table, top) * sizeof(Word) +
         planes * Distances(table, rules.empty_reserve, top).plane_bytes() + kShapeTableBytes;
}

SolutionStorage::SolutionStorage(RuleSet rules, ShapeTable shapes)
    : game{rules, shapes.base()},
      table(std::move(shapes)),
      masks(domain_masks(table)),
      ended(ended_masks(table, rules)),
      top_tier(highest_stored(table)),
      distances(table, rules.empty_reserve, top_tier) {
  for (int tier = 0; tier <= top_tier; ++tier) {
    const std::size_t bytes = std::size_t{table.tier_words(tier)} * sizeof(Word);
    undecided.emplace_back(bytes);
  }
}

std::uint64_t SolutionStorage::positions() const {
  std::uint64_t total = 0;
  for (const DomainMasks& tier : masks) total += domain_positions(table, tier);
  return total;
}

std::uint64_t SolutionStorage::count_decided(ShapeId id, std::uint64_t colourings, int plies) {
  const Shape& shape = table[id];
  const std::uint64_t positions = colourings * static_cast<std::uint64_t>(shape.images);
  Counts& counts = statistics.by_spheres[static_cast<std::size_t>(shape.spheres)];
  (plies % 2 == 0 ? counts.loss : counts.win) += positions;
  const auto d = static_cast<std::size_t>(plies);
  if (statistics.by_distance.size() <= d) statistics.by_distance.resize(d + 1, 0);
  statistics.by_distance[d] += positions;
  return positions;
}

void SolutionStorage::count_unstored_tiers() {
  const int most = table.spheres_a_side();
  for (int tier = top_tier + 1; tier <= table.cells(); ++tier) {
    for (ShapeId id = table.tier_begin(tier); id < table.tier_end(tier); ++id) {
      count_decided(id, binomial(tier, most), 0);
      if (tier < table.cells()) count_decided(id, binomial(tier, most), 1);
    }
  }
}

SolutionStorage::BundleValues SolutionStorage::bundle_values(ShapeId shape, std::uint32_t bundle) const {
  const int spheres = table[shape].spheres;
  auto bytes = distances.distances(shape, bundle);
  const auto tier = static_cast<std::size_t>(spheres);
  const Bundle valid = masks[tier].valid(bundle);
  const Bundle draw = opposite(spheres, draws(shape, opposite_bundle(spheres, bundle)));
  const Bundle won_in_1 = ended.empty() ? Bundle{} : ended[tier].won(bundle);
  // None of these has a distance.
  or_bytes(won_in_1, 1, bytes.data());
  or_bytes(draw, kDrawByte, bytes.data());
  or_bytes(~valid, kNoPositionByte, bytes.data());
  return bytes;
}

void SolutionStorage::record_bundle_values(ShapeId shape, std::uint32_t bundle, const BundleValues& values) {
  constexpr std::size_t kHalves = kLanes / 2;
  std::uint64_t halves[8][kHalves];  // of each plane
  std::uint64_t draw[kHalves];
  for (std::size_t i = 0; i < kHalves; ++i) {
    std::array<std::uint64_t, 8> planes = planes_of_bytes(values.data() + 8 * i);
    std::uint64_t no_distance = ~std::uint64_t{0};  // both bytes have all bits set but the lowest
    for (std::size_t b = 1; b < planes.size(); ++b) no_distance &= planes[b];
    draw[i] = no_distance & planes[0];
    for (std::size_t b = 0; b < planes.size(); ++b) halves[b][i] = planes[b] & ~no_distance;
  }
  std::array<Bundle, 8> planes;
  std::memcpy(planes.data(), halves, sizeof halves);
  distances.record(shape, bundle, planes);
  Bundle drawn;
  std::memcpy(&drawn, draw, sizeof draw);
  const int spheres = table[shape].spheres;
  store_bundle(undecided_words(shape) + opposite_bundle(spheres, bundle) * kLanes, opposite(spheres, drawn));
}

Value SolutionStorage::value(ShapeId shape, std::uint32_t mover) const {
  const int spheres = table[shape].spheres;
  if (spheres > top_tier) {
    // The side with the last sphere, if there is one, fills the apex.
    const bool has_reserve = std::popcount(mover) < table.spheres_a_side();
    return has_reserve ? Value::win(1) : Value::loss(0);
  }
  const std::uint32_t opponent = ~mover & ((std::uint32_t{1} << spheres) - 1);
  if (!undecided.empty() &&
      (undecided_words(shape)[opponent >> kWordSlots] >> (opponent & 31) & 1) != 0) {
    return Value::draw();
  }
  if (!ended.empty()) {
    const int own = std::popcount(mover);
    const int most = table.spheres_a_side();
    if (own == most || spheres == table.cells()) return Value::loss(0);
    if (spheres - own == most) return Value::win(1);
  }
  const int plies = distances.distance(shape, mover);
  return plies % 2 == 1 ? Value::win(plies) : Value::loss(plies);
}

}  // namespace pylos::table
