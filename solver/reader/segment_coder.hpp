// The entries of a segment as bytes, by prediction from entries that came before.
//
// Each entry is predicted to be the most frequent value among its swaps (segment_order.hpp). One
// bit says whether it is; if not, one more whether it is the second most frequent; if not, its bits
// follow. The probabilities are fixed for all segments of a tier (a Model, made from counts of
// what occurs) and depend on a context: how many swaps agree, how the last predictions fared, and
// whether the drops are won. So a segment needs no other segment to be read, and small ones cost
// nothing to learn.
//
// A value is coded as a byte, its *symbol*: 1 draw, 2 + plies for a win or a loss; in files without
// distances 2 for a loss and 3 for a win. Odd symbols above 1 are wins.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/value.hpp"
#include "solver/reader/bit_coder.hpp"
#include "solver/reader/layout.hpp"
#include "solver/reader/segment_order.hpp"

namespace pylos::database {

/// Does a file say how far wins and losses are?
enum class Metric : std::uint8_t { wdl = 1, distance = 2 };

using Symbol = std::uint8_t;

/// The symbol of a value, which must be known and at most 252 plies far.
Symbol symbol_of(Value value, Metric metric);

/// Back again; with Metric::wdl wins and losses have no distance. A symbol that no value has gives
/// `unknown`.
Value value_of(Symbol symbol, Metric metric);

// The contexts of a tier, one after the other: of the first question, of the second, and of the
// nodes of the trees that hold symbols.
inline constexpr std::uint32_t kSymbolClasses = 80;
inline constexpr std::uint32_t kHitContexts = kSymbolClasses * 10 * 4 * 2 * 8 * 4;
inline constexpr std::uint32_t kSecondContexts = 8 * 8 * 4 * 4;
inline constexpr std::uint32_t kTreeNodes = 256;
inline constexpr std::uint32_t kMissContexts = kSymbolClasses * 4 * kTreeNodes;
inline constexpr std::uint32_t kFirstContexts = 64 * kTreeNodes;
inline constexpr std::uint32_t kContexts =
    kHitContexts + kSecondContexts + kMissContexts + kFirstContexts;

/// How often each context had a 0 and a 1.
class ContextCounts {
 public:
  ContextCounts() : counts_(kContexts) {}
  void add(std::uint32_t context, bool bit) { ++counts_[context][bit]; }
  ContextCounts& operator+=(const ContextCounts& other);
  const std::array<std::uint64_t, 2>& operator[](std::uint32_t context) const {
    return counts_[context];
  }

 private:
  std::vector<std::array<std::uint64_t, 2>> counts_;
};

/// The probabilities of a tier. Each is kept as one of 255 steps, a byte; step 0 is for contexts
/// that never occur. What probability a step means is part of the file.
class Model {
 public:
  using Probabilities = std::array<Probability, 256>;
  /// The steps of new files, evenly spaced in the logarithm of the odds.
  static const Probabilities kProbabilities;

  Model() : steps_(kContexts), probabilities_(kProbabilities) {}
  explicit Model(const ContextCounts& counts);
  /// From the bytes of steps(); there must be kContexts of them.
  Model(std::vector<std::uint8_t> steps, const Probabilities& probabilities)
      : steps_(std::move(steps)), probabilities_(probabilities) {}

  const std::vector<std::uint8_t>& steps() const { return steps_; }
  Probability one(std::uint32_t context) const { return probabilities_[steps_[context]]; }

 private:
  std::vector<std::uint8_t> steps_;
  Probabilities probabilities_;
};

/// A segment's size and what its entries have in common.
struct SegmentShape {
  const SegmentOrder* order = nullptr;
  LowOnes ones;
  int high_ones = 0;
  Metric metric = Metric::distance;

  std::uint32_t first() const { return order->layer_begin(ones.least); }
  std::uint32_t entries() const {
    return ones.most < ones.least ? 0 : order->layer_begin(ones.most + 1) - first();
  }
};

/// Adds what coding the segment will need to the counts. `symbols` holds its entries in their
/// order; those marked in `of_no_matter` (empty for none) may be changed to what costs least.
void count_segment(const SegmentShape& shape, std::span<Symbol> symbols,
                   std::span<const std::uint8_t> of_no_matter, ContextCounts& counts);

/// The segment's bytes. `symbols` as for count_segment.
std::string encode_segment(const SegmentShape& shape, std::span<Symbol> symbols,
                           std::span<const std::uint8_t> of_no_matter, const Model& model);

/// Reads a segment back into `symbols`, which must have room for its entries. Any bytes give some
/// symbols.
void decode_segment(const SegmentShape& shape, std::span<const std::uint8_t> bytes,
                    const Model& model, std::span<Symbol> symbols);

}  // namespace pylos::database
