// The transposition table: proved bounds of positions, shared by all threads without locks.
//
// A key is exact: the position's cells as digits 0, 1, 2, and whether draws are for its mover, make
// a number below 2 * 3^30 < 2^49. A table of 2^b buckets splits it: the low b bits, exclusive-or'ed
// with a hash (xxHash) of the high 49-b bits, name the bucket, and the high bits are kept in the
// entry. Bucket and entry together give back the whole key, so two positions are never taken for
// one another, whatever the hash does. An entry is one 64-bit word, read and written whole, and a
// bucket of eight is a cache line; a race of two writers can lose an entry, never mix two.
//
// Replacement: a position already in its bucket is narrowed in place; else an empty entry is used;
// else the entry of the least worth goes, worth being the work that it cost (in steps of a factor
// of two), less four steps for each round since it was written or last confirmed.
#pragma once

#define XXH_INLINE_ALL
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <xxhash.h>

#include "engine/check.hpp"
#include "engine/position.hpp"
#include "solver/search/question.hpp"
#include "solver/search/score.hpp"

namespace pylos::search {

/// What the table says about a position.
struct Known {
  Bounds bounds;
  /// The move that answered last, by its number in the generator's order from 0; -1 if not known.
  int move = -1;
};

namespace detail {

/// The digits 0 or 1 of a set of ten cells as a number in base 3.
inline constexpr std::array<std::uint16_t, 1024> kInBase3 = [] {
  std::array<std::uint16_t, 1024> result{};
  for (std::size_t i = 1; i < result.size(); ++i) {
    result[i] = static_cast<std::uint16_t>(3 * result[i >> 1] + (i & 1));
  }
  return result;
}();
inline constexpr std::uint64_t kTenDigits = kInBase3[1023] * std::uint64_t{2} + 1;

}  // namespace detail

/// The cells as digits: 0 empty, 1 the mover's, 2 the opponent's. Different for different
/// positions.
inline std::uint64_t key_of(Position p) {
  const auto digits = [&](int from) -> std::uint64_t {
    const std::uint32_t own = (p.mover().bits() >> from) & 1023;
    const std::uint32_t other = (p.opponent().bits() >> from) & 1023;
    return detail::kInBase3[own] + 2U * detail::kInBase3[other];
  };
  return digits(0) + detail::kTenDigits * (digits(10) + detail::kTenDigits * digits(20));
}

class Table {
 public:
  /// Where a position would be; of use for the table that made it only.
  struct Spot {
    std::atomic<std::uint64_t>* bucket = nullptr;
    std::uint64_t tag = 0;  // already in its place in the word
  };

  /// A table of the greatest power of two of bytes that is not above `bytes`, at least kLeastBytes.
  /// Throws std::bad_alloc.
  explicit Table(std::size_t bytes);

  static constexpr std::size_t kLeastBytes = 2048;

  std::size_t bytes() const { return (mask_ + 1) * kEntries * sizeof(std::uint64_t); }

  /// Of one table, either `draws` is always `nobody` or never.
  Spot spot(Position p, DrawsFor draws = DrawsFor::nobody) const {
    const std::uint64_t key = key_of(p) + (draws == DrawsFor::mover ? kAllKeys : 0);
    const std::uint64_t high = key >> bucket_bits_;
    const std::uint64_t bucket = (key ^ XXH3_64bits(&high, sizeof high)) & mask_;
    return {&words_[bucket * kEntries], high << tag_shift_};
  }
  void prefetch(const Spot& spot) const { __builtin_prefetch(spot.bucket); }

  /// True if the position is in the table; then `known` is what is proved about it.
  bool find(const Spot& spot, Known& known) const {
    for (std::size_t i = 0; i < kEntries; ++i) {
      const std::uint64_t word = spot.bucket[i].load(std::memory_order_relaxed);
      if (word != 0 && tag_of(word) == spot.tag) {
        known.bounds = bounds_of(word);
        known.move = move_of(word);
        return true;
      }
    }
    return false;
  }

  /// Adds what was proved; `proved.high` must not be kLostNow, which needs no table. `move` as in
  /// Known, `work` the positions that the proof took.
  void add(const Spot& spot, Bounds proved, int move, std::uint64_t work) {
    std::uint64_t effort = effort_of(work);
    std::size_t victim = 0;
    std::uint64_t least = ~std::uint64_t{0};
    for (std::size_t i = 0; i < kEntries; ++i) {
      const std::uint64_t word = spot.bucket[i].load(std::memory_order_relaxed);
      if (word == 0) {
        victim = i;
        break;
      }
      if (tag_of(word) == spot.tag) {
        proved.narrow(bounds_of(word));
        PYLOS_CHECK(proved.low <= proved.high);
        effort = std::max(effort, (word >> kEffortShift) & kEffortMask);
        if (move < 0) move = move_of(word);
        victim = i;
        break;
      }
      const std::uint64_t rounds = (round_ - (word >> kRoundShift)) & 3;
      const std::uint64_t worth = ((word >> kEffortShift) & kEffortMask) + 4 * (3 - rounds);
      if (worth < least) {
        least = worth;
        victim = i;
      }
    }
    std::uint64_t word = spot.tag | round_ << kRoundShift | effort << kEffortShift |
                         std::uint64_t{proved.low.place} << kScoreBits | proved.high.place;
    if (has_moves_ && move >= 0 && move < 255)
      word |= static_cast<std::uint64_t>(move + 1) << kMoveShift;
    spot.bucket[victim].store(word, std::memory_order_relaxed);
  }

  /// Begins a round: what is not confirmed from now on is worth less.
  void age() { round_ = (round_ + 1) & 3; }
  void clear();

  /// Share of entries in use, 0 to 1, from a sample of the buckets.
  double fill() const;

 private:
  static constexpr std::size_t kEntries = 8;
  // More than the key of any position.
  static constexpr std::uint64_t kAllKeys =
      detail::kTenDigits * detail::kTenDigits * detail::kTenDigits;
  static_assert(2 * kAllKeys < std::uint64_t{1} << 49);

  // A word from its lowest bit: high, low, effort, round, move (0 or its number plus 1; absent in a
  // table of fewer than 2^13 buckets), tag. Zero is an empty entry.
  static constexpr int kScoreBits = 7;
  static constexpr std::uint64_t kScoreMask = 127;
  static constexpr int kEffortShift = 14;
  static constexpr std::uint64_t kEffortMask = 15;
  static constexpr int kRoundShift = 18;
  static constexpr int kMoveShift = 20;

  struct Release {
    void operator()(std::atomic<std::uint64_t>* p) const;
  };

  std::uint64_t tag_of(std::uint64_t word) const { return word & tag_mask_; }
  static Bounds bounds_of(std::uint64_t word) {
    return {Score{static_cast<std::uint8_t>((word >> kScoreBits) & kScoreMask)},
            Score{static_cast<std::uint8_t>(word & kScoreMask)}};
  }
  int move_of(std::uint64_t word) const {
    return has_moves_ ? static_cast<int>((word >> kMoveShift) & 255) - 1 : -1;
  }
  static std::uint64_t effort_of(std::uint64_t work) {
    return std::min<std::uint64_t>(kEffortMask,
                                   static_cast<std::uint64_t>(std::bit_width(work >> 3)));
  }

  std::unique_ptr<std::atomic<std::uint64_t>[], Release> words_;
  std::uint64_t mask_ = 0;  // buckets less one
  int bucket_bits_ = 0;
  bool has_moves_ = false;
  int tag_shift_ = 0;
  std::uint64_t tag_mask_ = 0;
  std::uint64_t round_ = 0;
};

}  // namespace pylos::search
