#include "solver/table/distances.hpp"

#include <bit>

#include "engine/check.hpp"
#include "solver/table/chunks.hpp"

namespace pylos::table {
namespace {

// Planes of which nearly every block is written: those of distances below 8.
constexpr std::size_t kDensePlanes = 3;

// Spheres that a side has at most in a position whose distance may be 2 or more.
int most_spheres(const ShapeTable& table, EmptyReserve empty_reserve) {
  return table.spheres_a_side() - (empty_reserve == EmptyReserve::loses ? 1 : 0);
}

// A number with so many bits.
std::uint32_t any_with_bits(std::size_t count) { return (std::uint32_t{1} << count) - 1; }

std::size_t ones(std::uint32_t number) { return static_cast<std::size_t>(std::popcount(number)); }

}  // namespace

Distances::Tier::Tier(const DomainMasks& with_place) {
  const int spheres = with_place.spheres();
  for (std::size_t count = 0; count <= ones(bundle_count(spheres) - 1); ++count) {
    packings.emplace_back(with_place.valid(any_with_bits(count)));
  }
  for (std::size_t count = 0; count <= ones(chunk_count(spheres) - 1); ++count) {
    std::uint32_t places = 0;
    auto& before = before_bundle.emplace_back();
    for (std::uint32_t i = 0; i < bundles_in_chunk(spheres); ++i) {
      before[i] = places;
      places += static_cast<std::uint32_t>(packing(any_with_bits(count) << kChunkBits | i).size());
    }
    blocks.push_back((places + BlockPlane::kBlockPlaces - 1) / BlockPlane::kBlockPlaces);
  }
}

const Packing& Distances::Tier::packing(std::uint32_t bundle) const { return packings[ones(bundle)]; }

Distances::Distances(const ShapeTable& table, EmptyReserve empty_reserve, int top_tier)
    : table_(table) {
  for (int spheres = 0; spheres <= top_tier; ++spheres) {
    tiers_.emplace_back(DomainMasks(spheres, most_spheres(table, empty_reserve)));
    for (ShapeId id = table.tier_begin(spheres); id < table.tier_end(spheres); ++id) {
      first_chunk_.push_back(static_cast<std::uint32_t>(chunk_block_.size()));
      for (std::uint32_t chunk = 0; chunk < chunk_count(spheres); ++chunk) {
        chunk_block_.push_back(blocks_);
        blocks_ += tiers_.back().blocks[ones(chunk)];
      }
    }
  }
}

void Distances::reserve(int plies) {
  const auto planes = static_cast<std::size_t>(std::bit_width(static_cast<unsigned>(plies)));
  while (planes_.size() < planes) {
    const bool dense = planes_.size() < kDensePlanes;
    planes_.emplace_back(blocks_, dense ? BlockPlane::Kind::dense : BlockPlane::Kind::sparse);
  }
}

Distances::Place Distances::place(ShapeId shape, std::uint32_t bundle) const {
  const std::uint32_t chunk = bundle >> kChunkBits;
  const std::uint32_t before = tier(shape).before_bundle[ones(chunk)][bundle & (kChunkLines - 1)];
  return {chunk_block_[first_chunk_[shape] + chunk] + before / BlockPlane::kBlockPlaces,
          before % BlockPlane::kBlockPlaces};
}

void Distances::record(ShapeId shape, std::uint32_t bundle, const Bundle& which, int plies) {
  const auto distance = static_cast<unsigned>(plies);
  PYLOS_CHECK(static_cast<std::size_t>(std::bit_width(distance)) <= planes_.size());
  const Packing& packing = tier(shape).packing(bundle);
  if (!packing.has_any(which)) return;
  const Place at = place(shape, bundle);
  const Packing::TwoBundles bits = packing.pack(which, at.bit);
  for (unsigned rest = distance; rest != 0; rest &= rest - 1) {
    add(planes_[static_cast<std::size_t>(std::countr_zero(rest))], at, bits);
  }
}

void Distances::record(ShapeId shape, std::uint32_t bundle, std::span<const Bundle> planes) {
  const Packing& packing = tier(shape).packing(bundle);
  const Place at = place(shape, bundle);
  for (std::size_t b = 0; b < planes.size(); ++b) {
    if (!packing.has_any(planes[b])) continue;
    PYLOS_CHECK(b < planes_.size());
    add(planes_[b], at, packing.pack(planes[b], at.bit));
  }
}

// Past its end a chunk is another thread's: nothing is written there, as there is nothing to add.
void Distances::add(BlockPlane& plane, const Place& place, const Packing::TwoBundles& bits) {
  plane.add(place.block, bits[0]);
  plane.add(place.block + 1, bits[1]);
}

int Distances::distance(ShapeId shape, std::uint32_t colouring) const {
  const std::uint32_t bundle = colouring >> kBundleSlots;
  const auto rank = tier(shape).packing(bundle).rank(colouring & (kBundleColourings - 1));
  if (!rank) return 0;
  const Place first = place(shape, bundle);
  const std::uint32_t bit = first.bit + static_cast<std::uint32_t>(*rank);
  const std::uint64_t block = first.block + bit / BlockPlane::kBlockPlaces;
  int plies = 0;
  for (std::size_t b = 0; b < planes_.size(); ++b) {
    plies |= static_cast<int>(planes_[b].bit(block, bit % BlockPlane::kBlockPlaces)) << b;
  }
  return plies;
}

std::array<std::uint64_t, kBundleColourings / 8> Distances::distances(ShapeId shape,
                                                                    std::uint32_t bundle) const {
  std::array<std::uint64_t, kBundleColourings / 8> bytes{};
  const Packing& packing = tier(shape).packing(bundle);
  if (packing.size() == 0) return bytes;  // the last shape may begin past the last block
  const Place at = place(shape, bundle);
  for (std::size_t b = 0; b < planes_.size(); ++b) {
    const Packing::TwoBundles bits{planes_[b].read(at.block), planes_[b].read(at.block + 1)};
    if (!any(bits[0] | bits[1])) continue;
    or_bytes(packing.unpack(bits, at.bit), static_cast<std::uint8_t>(1U << b), bytes.data());
  }
  return bytes;
}

}  // namespace pylos::table
