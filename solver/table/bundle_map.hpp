// How the colourings of a shape are found among those of a child: the plan of one move, bundle by bundle.
//
// After an action or a recovery the mover's spheres are a part of the child's cells. Since children are
// indexed by the spheres of the side that has just moved, each bit of the child's index is a bit of the
// parent's, or 1 for the cell just filled; bits of removed cells must be 1 in the parent (they were the
// mover's) and vanish. Bits above the word become an address, which is a sum of weights; the five bits in
// the word become a short program of shifts and bit swaps, the same for all words of a map. Where a cell
// crosses between word and address, the parent's colourings are split by its colour into several maps.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solver/table/bundle.hpp"
#include "solver/numbering/shapes.hpp"

namespace pylos::table {

/// Bundles that are processed together: 2^kChunkBits of one shape.
inline constexpr int kChunkBits = 6;
inline constexpr int kChunkLines = 1 << kChunkBits;

struct BundleMap {
  struct Swap {
    Word mask = 0;
    int shift = 0;
  };
  static constexpr std::uint32_t kNoBundle = ~std::uint32_t{0};

  /// Word offset of each lane in the child; lanes outside lane_mask are not part of the map.
  alignas(64) std::array<std::uint32_t, kLanes> lane_offset;
  /// All ones for each lane of the map.
  alignas(64) std::array<Word, kLanes> lane_mask;
  /// For each bundle of a chunk (as many as the shape has), its word offset in the child; kNoBundle if not part of the map.
  std::array<std::uint32_t, kChunkLines> bundle_offset;
  /// Offsets of the bits of a chunk's number, and which of those bits are fixed to what.
  std::array<std::uint32_t, 32> chunk_weight;
  std::uint32_t chunk_fixed = 0;
  std::uint32_t chunk_value = 0;
  /// Constant word offset, the child's first word not included.
  std::uint32_t offset = 0;
  /// How many runs of 16 words of the child hold the lanes: 1, 2 or 4; 0 for more.
  int sources = 0;
  /// Where each run begins: word offsets, to be added to all others.
  std::array<std::uint32_t, 4> source_offset{};
  /// For each lane: its word within its run, plus 16 times the number of the run.
  alignas(64) std::array<std::uint32_t, kLanes> source_lane;
  // The program: x = (x >> shift_right) & word_mask; then the swaps; then x << shift_left.
  int shift_right = 0;
  int shift_left = 0;
  Word word_mask = ~Word{0};
  int swap_count = 0;
  std::array<Swap, kWordSlots> swaps;
};

/// Appends the maps that take the colourings of `parent` to those of the shape of `child`, for which cell
/// `added` (if not null) has been filled by the mover and the cells `removed` of the mover's taken away.
void append_bundle_maps(const ShapeTable& table, const Shape& parent, ShapeLink child, const Cell* added,
                      CellSet removed, std::vector<BundleMap>& maps);

}  // namespace pylos::table
