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

/// The contexts of a tier: what a probability may depend on. Four groups one after the other, for
/// the first question (is it the most frequent value?), the second (is it the next?), and for the
/// nodes of the trees that hold symbols, after a miss and at the first entry of a layer. Within a
/// group a context's number is made of digits, each of a radix of its own.
struct Contexts {
  // How many values each digit has.
  static constexpr std::uint32_t kSymbolClasses = 80;  ///< a symbol; the last: all greater ones
  static constexpr std::uint32_t kAgreements = 10;     ///< swaps that agree, in ninths of all
  static constexpr std::uint32_t kSwapNumbers = 4;     ///< swaps there are, by fours; the last: more
  static constexpr std::uint32_t kRepeats = 2;         ///< is the prediction the value before?
  static constexpr std::uint32_t kPastHits = 8;        ///< how the last three predictions fared
  static constexpr std::uint32_t kDropKinds = 4;       ///< none, all won, none won, some
  static constexpr std::uint32_t kShares = 8;          ///< of the swaps, in sevenths of all
  static constexpr std::uint32_t kParities = 2;        ///< of a symbol: is it a win?
  static constexpr std::uint32_t kMeans = 64;          ///< mean symbol of the drops
  static constexpr std::uint32_t kTreeNodes = 256;     ///< node 1 is the root; 0 is not used

  static constexpr std::uint32_t kHits =
      kSymbolClasses * kAgreements * kSwapNumbers * kRepeats * kPastHits * kDropKinds;
  static constexpr std::uint32_t kSeconds =
      kShares * kShares * kDropKinds * kParities * kParities;
  static constexpr std::uint32_t kMisses = kSymbolClasses * kDropKinds * kTreeNodes;
  static constexpr std::uint32_t kLayerStarts = kMeans * kTreeNodes;

  static constexpr std::uint32_t kFirstHit = 0;
  static constexpr std::uint32_t kFirstSecond = kFirstHit + kHits;
  static constexpr std::uint32_t kFirstMiss = kFirstSecond + kSeconds;
  static constexpr std::uint32_t kFirstLayerStart = kFirstMiss + kMisses;
  static constexpr std::uint32_t kCount = kFirstLayerStart + kLayerStarts;

  static constexpr std::uint32_t hit(std::uint32_t expected, std::uint32_t agreement,
                                     std::uint32_t swaps, bool repeats, std::uint32_t past_hits,
                                     std::uint32_t drops) {
    std::uint32_t number = expected;
    number = number * kAgreements + agreement;
    number = number * kSwapNumbers + swaps;
    number = number * kRepeats + repeats;
    number = number * kPastHits + past_hits;
    return kFirstHit + number * kDropKinds + drops;
  }
  static constexpr std::uint32_t second(std::uint32_t second_share, std::uint32_t best_share,
                                        std::uint32_t drops, bool second_wins, bool best_wins) {
    std::uint32_t number = second_share;
    number = number * kShares + best_share;
    number = number * kDropKinds + drops;
    number = number * kParities + second_wins;
    return kFirstSecond + number * kParities + best_wins;
  }
  /// Node 0 of the tree; the others follow.
  static constexpr std::uint32_t miss(std::uint32_t best_class, std::uint32_t drops) {
    return kFirstMiss + (best_class * kDropKinds + drops) * kTreeNodes;
  }
  /// The same.
  static constexpr std::uint32_t layer_start(std::uint32_t mean) {
    return kFirstLayerStart + mean * kTreeNodes;
  }
};

/// How often each context had a 0 and a 1.
class ContextCounts {
 public:
  ContextCounts() : counts_(Contexts::kCount) {}
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

  Model() : steps_(Contexts::kCount), probabilities_(kProbabilities) {}
  explicit Model(const ContextCounts& counts);
  /// From the bytes of steps(); there must be Contexts::kCount of them.
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
  OnesInLowSlots ones;
  int high_ones = 0;
  Metric metric = Metric::distance;

  std::uint32_t first() const { return order->layer_begin(ones.least); }
  std::uint32_t entries() const {
    return ones.most < ones.least ? 0 : order->layer_begin(ones.most + 1) - first();
  }
};

/// Adds what coding the segment will need to the counts. `symbols` holds its entries in their
/// order; those marked in `ignored` (empty for none) may be changed to what costs least.
void count_segment(const SegmentShape& shape, std::span<Symbol> symbols,
                   std::span<const std::uint8_t> ignored, ContextCounts& counts);

/// The segment's bytes. `symbols` as for count_segment.
std::string encode_segment(const SegmentShape& shape, std::span<Symbol> symbols,
                           std::span<const std::uint8_t> ignored, const Model& model);

/// Reads a segment back into `symbols`, which must have room for its entries. Any bytes give some
/// symbols.
void decode_segment(const SegmentShape& shape, std::span<const std::uint8_t> bytes,
                    const Model& model, std::span<Symbol> symbols);

}  // namespace pylos::database
