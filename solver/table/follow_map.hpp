// Following a BundleMap: the child's bits, in the order of the parent's bundle.
//
// What every kernel over bundles does in its innermost loop; it knows nothing of moves or values.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#include "solver/table/bundle.hpp"
#include "solver/table/bundle_map.hpp"

namespace pylos::table {

/// A set of a shape's colourings, of which most bundles may be empty.
struct BundleSet {
  const Word* words = nullptr;
  /// By bundle, 1 if it holds any colouring, else 0: then its words do not matter.
  const std::uint8_t* filled = nullptr;

  bool exists() const { return words != nullptr; }
  Bundle bundle(std::uint32_t number) const {
    return filled[number] ? load_bundle(words + number * kLanes) : Bundle{};
  }
};

#if defined(__AVX512F__)
namespace detail {

// A masked load would be slow where no page has been written.
alignas(64) inline constexpr std::array<Word, kLanes> kEmptyBundle{};

// Permutations of whole loads, `run(i)` for each of the map's up to four; a gather instruction
// takes several times as long.
template <class Run>
inline Bundle permuted(const BundleMap& map, Run&& run) {
  const __m512i lanes = _mm512_load_si512(map.source_lane.data());
  if (map.sources == 1) {
    return reinterpret_cast<Bundle>(_mm512_maskz_permutexvar_epi32(0xffff, lanes, run(0)));
  }
  if (map.sources == 2)
    return reinterpret_cast<Bundle>(_mm512_permutex2var_epi32(run(0), lanes, run(1)));
  const __m512i low = _mm512_permutex2var_epi32(run(0), lanes, run(1));
  const __m512i high = _mm512_permutex2var_epi32(run(2), lanes, run(3));
  const __mmask16 upper = _mm512_test_epi32_mask(lanes, _mm512_set1_epi32(2 * kLanes));
  return reinterpret_cast<Bundle>(_mm512_mask_blend_epi32(upper, low, high));
}

}  // namespace detail
#endif

/// The child's 16 words that belong to the lanes of a parent's bundle; `child` points at the
/// bundle's word offset in the child. May read up to Memory::kReadPast bytes past the child's words.
inline Bundle gather(const BundleMap& map, const Word* child) {
#if defined(__AVX512F__)
  if (map.sources != 0) {
    return detail::permuted(
        map, [&](std::size_t i) { return _mm512_loadu_si512(child + map.source_offset[i]); });
  }
  return reinterpret_cast<Bundle>(_mm512_mask_i32gather_epi32(
      _mm512_setzero_si512(), 0xffff, _mm512_load_si512(map.lane_offset.data()), child, 4));
#else
  const auto& at = map.lane_offset;
  // Made in registers: words stored one by one cannot be loaded as a bundle at once.
  return Bundle{child[at[0]],  child[at[1]],  child[at[2]],  child[at[3]],
              child[at[4]],  child[at[5]],  child[at[6]],  child[at[7]],
              child[at[8]],  child[at[9]],  child[at[10]], child[at[11]],
              child[at[12]], child[at[13]], child[at[14]], child[at[15]]};
#endif
}

/// The same from the bundle's word offset in a set on; bundles that are not filled count as empty.
inline Bundle gather(const BundleMap& map, const BundleSet& child, std::uint32_t offset) {
  if (map.sources == 1) {  // one bundle of the child
    return child.filled[offset / kLanes] ? gather(map, child.words + offset) : Bundle{};
  }
  const auto filled = [&](std::uint32_t at) { return child.filled[(offset + at) / kLanes]; };
  int count = 0;
  int all = map.sources;
  if (all != 0) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(all); ++i)
      count += filled(map.source_offset[i]);
  } else {
    all = kLanes;
    for (const std::uint32_t lane : map.lane_offset) count += filled(lane);
  }
  if (count == 0) return Bundle{};
  if (count == all) return gather(map, child.words + offset);
#if defined(__AVX512F__)
  if (map.sources != 0) {
    return detail::permuted(map, [&](std::size_t i) {
      const std::uint32_t at = map.source_offset[i];
      return _mm512_loadu_si512(filled(at) ? child.words + offset + at : detail::kEmptyBundle.data());
    });
  }
#endif
  Bundle bundle{};
  for (int i = 0; i < kLanes; ++i) {
    const std::uint32_t at = map.lane_offset[static_cast<std::size_t>(i)];
    if (filled(at)) bundle[i] = child.words[offset + at];
  }
  return bundle;
}

/// Puts the bits within each word into the parent's order.
inline Bundle run_program(const BundleMap& map, Bundle x) {
  x = (x >> map.shift_right) & map.word_mask;
  for (int i = 0; i < map.swap_count; ++i) {
    const BundleMap::Swap& swap = map.swaps[static_cast<std::size_t>(i)];
    const Bundle t = ((x >> swap.shift) ^ x) & swap.mask;
    x ^= t ^ (t << swap.shift);
  }
  return (x << map.shift_left) & load_bundle(map.lane_mask.data());
}

/// Word offset of a map's bundles in the child for chunk `number`, or nothing if the map has no part
/// in it.
inline bool chunk_offset(const BundleMap& map, std::uint32_t number, std::uint32_t& offset) {
  if ((number & map.chunk_fixed) != map.chunk_value) return false;
  offset = map.offset;
  for (std::uint32_t bits = number & ~map.chunk_fixed; bits != 0; bits &= bits - 1) {
    offset += map.chunk_weight[static_cast<std::size_t>(std::countr_zero(bits))];
  }
  return true;
}

}  // namespace pylos::table
