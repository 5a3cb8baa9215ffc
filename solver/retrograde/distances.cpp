#include "solver/retrograde/distances.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

#include "engine/check.hpp"
#include "solver/retrograde/chunks.hpp"

namespace pylos::retrograde {
namespace {

constexpr int kHalves = kLanes / 2;  // 64-bit words of a line

#if !defined(__BMI2__)
// By mask and byte: the byte's bits under the mask, moved together.
const auto& compressed_bytes() {
  static const auto table = [] {
    std::array<std::array<std::uint8_t, 256>, 256> bytes{};
    for (unsigned mask = 0; mask < 256; ++mask) {
      for (unsigned byte = 0; byte < 256; ++byte) {
        unsigned to = 0;
        for (unsigned i = 0; i < 8; ++i) {
          if ((mask >> i & 1) != 0)
            bytes[mask][byte] |= static_cast<std::uint8_t>((byte >> i & 1) << to++);
        }
      }
    }
    return bytes;
  }();
  return table;
}
#endif

std::uint64_t compress(std::uint64_t bits, std::uint64_t mask) {
#if defined(__BMI2__)
  return _pext_u64(bits, mask);
#else
  const auto& table = compressed_bytes();
  std::uint64_t result = 0;
  int shift = 0;
  for (int i = 0; i < 64 && mask >> i != 0; i += 8) {
    const std::uint64_t of_byte = mask >> i & 255;
    if (shift < 64) result |= std::uint64_t{table[of_byte][bits >> i & 255]} << shift;
    shift += std::popcount(of_byte);
  }
  return result;
#endif
}

std::uint64_t expand(std::uint64_t bits, std::uint64_t mask) {
#if defined(__BMI2__)
  return _pdep_u64(bits, mask);
#else
  std::uint64_t result = 0;
  for (; mask != 0; mask &= mask - 1, bits >>= 1) {
    if (bits & 1) result |= mask & -mask;
  }
  return result;
#endif
}

// Places of a chunk, rounded up so that the next one starts a new 64-bit word.
std::uint64_t chunk_places(const DomainMasks& masks, std::uint32_t chunk) {
  std::uint64_t places = 0;
  const std::uint32_t lines = lines_in_chunk(masks.spheres());
  for (std::uint32_t i = 0; i < lines; ++i) {
    places += static_cast<std::uint64_t>(masks.valid_count(chunk << kChunkBits | i));
  }
  return (places + 63) / 64 * 64;
}

}  // namespace

Distances::Distances(const ShapeTable& table, int most, int top_level) : table_(table) {
  std::uint64_t place = 0;
  for (int level = 0; level <= top_level; ++level) {
    const DomainMasks& m = masks_.emplace_back(level, most);
    const std::uint32_t chunks = chunk_count(level);
    const std::uint32_t lines = lines_in_chunk(level);
    std::vector<std::array<std::uint32_t, kChunkLines>> before;
    std::vector<std::uint64_t> places;
    for (int ones = 0; ones < static_cast<int>(std::bit_width(chunks)); ++ones) {
      const std::uint32_t chunk = (std::uint32_t{1} << ones) - 1;  // any with so many bits
      std::array<std::uint32_t, kChunkLines> sum{};
      std::uint32_t total = 0;
      for (std::uint32_t i = 0; i < lines; ++i) {
        sum[i] = total;
        total += static_cast<std::uint32_t>(m.valid_count(chunk << kChunkBits | i));
      }
      before.push_back(sum);
      places.push_back(chunk_places(m, chunk));
    }
    before_line_.push_back(std::move(before));
    for (ShapeId id = table.level_begin(level); id < table.level_end(level); ++id) {
      first_chunk_.push_back(chunk_place_.size());
      for (std::uint32_t chunk = 0; chunk < chunks; ++chunk) {
        chunk_place_.push_back(place);
        place += places[static_cast<std::size_t>(std::popcount(chunk))];
      }
    }
  }
  chunk_planes_.assign(chunk_place_.size(), 0);
  words_ = place / 64 + 2;  // a line's places may be written past its end, with zeros
}

void Distances::reserve(int plies) {
  const auto planes = static_cast<std::size_t>(std::bit_width(static_cast<unsigned>(plies)));
  constexpr std::size_t kDensePlanes = 5;  // distances below 32
  while (planes_.size() < planes) {
    const auto pages = planes_.size() < kDensePlanes ? Memory::Pages::large : Memory::Pages::small;
    planes_.emplace_back(words_ * 8, pages);
  }
}

void Distances::planes_put_back() {
  std::fill(chunk_planes_.begin(), chunk_planes_.end(), static_cast<std::uint8_t>(planes_.size()));
}

std::uint64_t Distances::place(ShapeId shape, std::uint32_t line) const {
  const std::uint32_t chunk = line >> kChunkBits;
  const auto level = static_cast<std::size_t>(table_[shape].spheres);
  const auto& before = before_line_[level][static_cast<std::size_t>(std::popcount(chunk))];
  return chunk_place_[first_chunk_[shape] + chunk] + before[line & (kChunkLines - 1)];
}

// Sets bits of a plane from a place on.
void Distances::add(std::size_t plane, std::uint64_t at, std::uint64_t packed) {
  auto* words = planes_[plane].as<std::uint64_t>() + at / 64;
  const int shift = static_cast<int>(at % 64);
  words[0] |= packed << shift;
  const std::uint64_t high = shift == 0 ? 0 : packed >> (64 - shift);
  if (high != 0) words[1] |= high;
}

void Distances::record(ShapeId shape, std::uint32_t line, Line which, int plies) {
  const auto distance = static_cast<unsigned>(plies);
  PYLOS_CHECK(static_cast<std::size_t>(std::bit_width(distance)) <= planes_.size());
  if (distance == 0) return;
  std::uint8_t& used = chunk_planes_[chunk(shape, line)];
  used = std::max(used, static_cast<std::uint8_t>(std::bit_width(distance)));
  std::uint64_t bits[kHalves];
  std::uint64_t valid[kHalves];
  const Line domain = masks_[static_cast<std::size_t>(table_[shape].spheres)].valid(line);
  std::memcpy(bits, &which, sizeof bits);
  std::memcpy(valid, &domain, sizeof valid);
  std::uint64_t at = place(shape, line);
  for (int i = 0; i < kHalves; ++i) {
    const std::uint64_t packed = compress(bits[i], valid[i]);
    if (packed != 0) {
      for (unsigned rest = distance; rest != 0; rest &= rest - 1) {
        add(static_cast<std::size_t>(std::countr_zero(rest)), at, packed);
      }
    }
    at += static_cast<std::uint64_t>(std::popcount(valid[i]));
  }
}

void Distances::record(ShapeId shape, std::uint32_t line, std::span<const Line> planes) {
  std::uint64_t valid[kHalves];
  const Line domain = masks_[static_cast<std::size_t>(table_[shape].spheres)].valid(line);
  std::memcpy(valid, &domain, sizeof valid);
  const std::uint64_t begin = place(shape, line);
  std::uint8_t& used = chunk_planes_[chunk(shape, line)];
  for (std::size_t b = 0; b < planes.size(); ++b) {
    if (!any(planes[b] & domain)) continue;
    PYLOS_CHECK(b < planes_.size());
    used = std::max(used, static_cast<std::uint8_t>(b + 1));
    std::uint64_t bits[kHalves];
    std::memcpy(bits, &planes[b], sizeof bits);
    std::uint64_t at = begin;
    for (int i = 0; i < kHalves; ++i) {
      const std::uint64_t packed = compress(bits[i], valid[i]);
      if (packed != 0) add(b, at, packed);  // past its end a chunk is another thread's
      at += static_cast<std::uint64_t>(std::popcount(valid[i]));
    }
  }
}

std::optional<std::uint64_t> Distances::place_of(ShapeId shape, std::uint32_t colouring) const {
  const std::uint32_t line = colouring >> kLineSlots;
  const std::uint32_t within = colouring & (kLineColourings - 1);
  std::uint64_t valid[kHalves];
  const Line domain = masks_[static_cast<std::size_t>(table_[shape].spheres)].valid(line);
  std::memcpy(valid, &domain, sizeof valid);
  if ((valid[within / 64] >> within % 64 & 1) == 0) return std::nullopt;
  std::uint64_t at = place(shape, line);
  for (std::uint32_t i = 0; i < within / 64; ++i) {
    at += static_cast<std::uint64_t>(std::popcount(valid[i]));
  }
  const std::uint64_t below = (std::uint64_t{1} << (within % 64)) - 1;
  return at + static_cast<std::uint64_t>(std::popcount(valid[within / 64] & below));
}

int Distances::distance(ShapeId shape, std::uint32_t colouring) const {
  const auto at = place_of(shape, colouring);
  int plies = 0;
  const std::size_t used = chunk_planes_[chunk(shape, colouring >> kLineSlots)];
  for (std::size_t b = 0; at && b < used; ++b) {
    plies |= static_cast<int>(planes_[b].as<std::uint64_t>()[*at / 64] >> (*at % 64) & 1) << b;
  }
  return plies;
}

std::array<std::uint64_t, kLineColourings / 8> Distances::distances(ShapeId shape,
                                                                    std::uint32_t line) const {
  std::array<std::uint64_t, kLineColourings / 8> bytes{};
  std::uint64_t valid[kHalves];
  const Line domain = masks_[static_cast<std::size_t>(table_[shape].spheres)].valid(line);
  std::memcpy(valid, &domain, sizeof valid);
  std::uint64_t at = place(shape, line);
  const std::size_t used = chunk_planes_[chunk(shape, line)];
  for (std::size_t w = 0; w < kHalves; ++w) {
    const int shift = static_cast<int>(at % 64);
    for (std::size_t b = 0; b < used; ++b) {
      const auto* plane = planes_[b].as<std::uint64_t>() + at / 64;
      const std::uint64_t packed = plane[0] >> shift | (shift == 0 ? 0 : plane[1] << (64 - shift));
      const std::uint64_t bits = expand(packed, valid[w]);  // places of later words do not matter
      if (bits != 0) or_bytes(bits, static_cast<std::uint8_t>(1U << b), bytes.data() + 8 * w);
    }
    at += static_cast<std::uint64_t>(std::popcount(valid[w]));
  }
  return bytes;
}

}  // namespace pylos::retrograde
