#include "solver/reader/segment_coder.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "engine/check.hpp"

namespace pylos::database {
namespace {

constexpr bool is_win(Symbol s) { return s > 1 && (s & 1) != 0; }

constexpr std::uint32_t symbol_class(Symbol s) {
  return std::min<std::uint32_t>(s, Contexts::kSymbolClasses - 1);
}

// A share `part` of `all` in `steps` + 1 steps: 0 for all = 0, 1 for none, `steps` for all of it.
constexpr std::uint32_t share(std::uint32_t part, std::uint32_t all, std::uint32_t steps) {
  if (all == 0) return 0;
  if (part == 0) return 1;
  if (part == all) return steps;
  return std::min(2 + part * (steps - 2) / all, steps - 1);
}

// The shares in ninths, by part and all; a layer has at most 42 swaps of an entry.
constexpr std::uint32_t kMostSwaps = 42;
constexpr auto kShareOfNine = [] {
  std::array<std::array<std::uint8_t, 64>, kMostSwaps + 1> table{};
  for (std::uint32_t all = 0; all <= kMostSwaps; ++all) {
    for (std::uint32_t part = 0; part <= all; ++part) {
      table[all][part] = static_cast<std::uint8_t>(share(part, all, Contexts::kAgreements - 1));
    }
  }
  return table;
}();

// The walk over a segment's entries that counting, encoding and decoding share. `Bits` answers
// bit(context, wanted) with the bit that is coded there: `wanted`, or in decoding what the bytes
// say.
template <class Bits>
class Walk {
 public:
  Walk(const SegmentShape& shape, std::span<Symbol> symbols,
       std::span<const std::uint8_t> ignored, Bits& bits)
      : shape_(shape),
        order_(*shape.order),
        first_(shape.first()),
        symbols_(symbols.data()),
        ignored_(ignored.empty() ? nullptr : ignored.data()),
        bits_(bits) {}

  void run() {
    for (int ones = shape_.ones.least; ones <= shape_.ones.most; ++ones) layer(ones);
  }

 private:
  void layer(int ones) {
    const bool has_drops = ones > shape_.ones.least;
    const auto movers = static_cast<std::uint32_t>(shape_.high_ones + ones) & 15;
    const std::uint32_t begin = order_.layer_begin(ones);
    const std::uint32_t end = order_.layer_begin(ones + 1);
    begin_layer(begin, has_drops);
    std::uint32_t hits = 0;
    Symbol last = symbol(begin);
    for (std::uint32_t i = begin + 1; i < end; ++i) {
      const std::uint32_t drops = has_drops ? kind_of_drops(i) : 0;
      const auto swaps = order_.swaps(i);
      const auto [best, best_count] = most_frequent(swaps);
      const auto all = static_cast<std::uint32_t>(swaps.size());
      if (is_ignored(i)) symbol(i) = best;
      // Without distances there are three symbols only, and room for the number of mover's spheres.
      const std::uint32_t expected =
          shape_.metric == Metric::distance ? symbol_class(best) : movers * 4 + (best & 3U);
      const std::uint32_t context =
          Contexts::hit(expected, kShareOfNine[all][best_count],
                        std::min(all / 4, Contexts::kSwapNumbers - 1), best == last, hits, drops);
      const bool hit = bits_.bit(context, symbol(i) == best);
      if (hit) {
        symbol(i) = best;
      } else {
        miss(i, best, best_count, drops);
      }
      hits = (hits << 1 | hit) % Contexts::kPastHits;
      last = symbol(i);
    }
  }

  // The segment's entries have the numbers from first_ on.
  Symbol& symbol(std::size_t number) const { return symbols_[number - first_]; }
  bool is_ignored(std::size_t number) const {
    return ignored_ != nullptr && ignored_[number - first_] != 0;
  }

  struct Frequent {
    Symbol symbol = 0;
    std::uint32_t count = 0;
  };

  // The most frequent value; of several the first to be so often there.
  Frequent most_frequent(std::span<const std::uint16_t> swaps) {
    if (swaps.empty()) return {};
    // Nearly always one value has more than half, and counting it needs no table.
    const Symbol likely = symbol(swaps.back());
    std::uint32_t count = 0;
    for (const std::uint16_t j : swaps) count += symbol(j) == likely;
    if (2 * count > swaps.size()) return {likely, count};
    Frequent best;
    for (const std::uint16_t j : swaps) {
      const Symbol s = symbol(j);
      const std::uint32_t votes = ++votes_[s];
      if (votes > best.count) best = {s, votes};
    }
    for (const std::uint16_t j : swaps) votes_[symbol(j)] = 0;
    return best;
  }

  // The most frequent of the other values; of several the first in the order of the swaps.
  Frequent second_most(std::span<const std::uint16_t> swaps, Symbol best) {
    for (const std::uint16_t j : swaps) ++votes_[symbol(j)];
    Frequent second;
    for (const std::uint16_t j : swaps) {
      const Symbol s = symbol(j);
      if (s != best && votes_[s] > second.count) second = {s, votes_[s]};
    }
    for (const std::uint16_t j : swaps) votes_[symbol(j)] = 0;
    return second;
  }

  // What the drops are: 0 none, 1 all won, 2 none won, 3 some.
  std::uint32_t kind_of_drops(std::uint32_t i) const {
    const auto drops = order_.drops(i);
    std::size_t won = 0;
    for (const std::uint16_t j : drops) won += is_win(symbol(j));
    return won == drops.size() ? 1 : won == 0 ? 2 : 3;
  }

  // The first entry of a layer has no swaps.
  void begin_layer(std::uint32_t i, bool has_drops) {
    std::uint32_t mean = 0;
    if (has_drops) {
      const auto drops = order_.drops(i);
      for (const std::uint16_t j : drops) mean += symbol(j);
      mean = drops.empty()
                 ? 0
                 : std::min<std::uint32_t>(Contexts::kMeans - 1, mean / static_cast<std::uint32_t>(drops.size()));
    }
    tree(i, Contexts::layer_start(mean));
  }

  void miss(std::uint32_t i, Symbol best, std::uint32_t best_count, std::uint32_t drops) {
    const auto swaps = order_.swaps(i);
    const auto [second, second_count] = second_most(swaps, best);
    if (second_count > 0) {
      const auto all = static_cast<std::uint32_t>(swaps.size());
      const std::uint32_t context = Contexts::second(
          share(second_count, all, Contexts::kShares - 1),
          share(best_count, all, Contexts::kShares - 1), drops, (second & 1) != 0, (best & 1) != 0);
      if (bits_.bit(context, symbol(i) == second)) {
        symbol(i) = second;
        return;
      }
    }
    tree(i, Contexts::miss(symbol_class(best), drops));
  }

  // The symbol's bits, highest first.
  void tree(std::uint32_t i, std::uint32_t context) {
    std::uint32_t node = 1;
    for (int b = 7; b >= 0; --b) {
      node = node << 1 | bits_.bit(context + node, (symbol(i) >> b & 1) != 0);
    }
    symbol(i) = static_cast<Symbol>(node & 255);
  }

  const SegmentShape& shape_;
  const SegmentOrder& order_;
  const std::size_t first_;
  Symbol* const symbols_;
  const std::uint8_t* const ignored_;
  Bits& bits_;
  std::array<std::uint8_t, 256> votes_{};
};

struct Counting {
  ContextCounts& counts;
  bool bit(std::uint32_t context, bool wanted) {
    counts.add(context, wanted);
    return wanted;
  }
};

struct Encoding {
  const Model& model;
  BitEncoder encoder;
  bool bit(std::uint32_t context, bool wanted) {
    encoder.encode(wanted, model.one(context));
    return wanted;
  }
};

struct Decoding {
  const Model& model;
  BitDecoder decoder;
  bool bit(std::uint32_t context, bool) { return decoder.decode(model.one(context)); }
};

// The odds of a step are 2^((step - 128) / 8): from 1 in 65,536 to 65,535 in 65,536.
Probability probability_of_step(int step) {
  const double odds = std::exp2((std::max(step, 1) - 128) / 8.0);
  return static_cast<Probability>(std::clamp(std::lround(65536.0 * odds / (1 + odds)), 1L, 65535L));
}

}  // namespace

const Model::Probabilities Model::kProbabilities = [] {
  Probabilities all{};
  for (int step = 0; step < 256; ++step) {
    all[static_cast<std::size_t>(step)] = probability_of_step(step == 0 ? 128 : step);
  }
  return all;
}();

Symbol symbol_of(Value value, Metric metric) {
  if (value.outcome == Outcome::draw) return 1;
  PYLOS_CHECK(value.decided() && (metric == Metric::wdl || *value.plies <= 252));
  if (metric == Metric::wdl) return value.outcome == Outcome::win ? 3 : 2;
  return static_cast<Symbol>(2 + *value.plies);
}

Value value_of(Symbol symbol, Metric metric) {
  if (symbol == 0) return {};
  if (symbol == 1) return Value::draw();
  if (metric == Metric::wdl) return is_win(symbol) ? Value::win() : Value::loss();
  const int plies = symbol - 2;
  return is_win(symbol) ? Value::win(plies) : Value::loss(plies);
}

ContextCounts& ContextCounts::operator+=(const ContextCounts& other) {
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    counts_[i][0] += other.counts_[i][0];
    counts_[i][1] += other.counts_[i][1];
  }
  return *this;
}

Model::Model(const ContextCounts& counts) : Model() {
  for (std::uint32_t c = 0; c < Contexts::kCount; ++c) {
    const auto& [zeros, ones] = counts[c];
    if (zeros + ones == 0) continue;
    const double odds = (static_cast<double>(ones) + 0.4) / (static_cast<double>(zeros) + 0.4);
    steps_[c] =
        static_cast<std::uint8_t>(std::clamp(std::lround(128 + 8 * std::log2(odds)), 1L, 255L));
  }
}

void count_segment(const SegmentShape& shape, std::span<Symbol> symbols,
                   std::span<const std::uint8_t> ignored, ContextCounts& counts) {
  if (shape.entries() == 0) return;
  Counting bits{counts};
  Walk<Counting>(shape, symbols, ignored, bits).run();
}

std::string encode_segment(const SegmentShape& shape, std::span<Symbol> symbols,
                           std::span<const std::uint8_t> ignored, const Model& model) {
  if (shape.entries() == 0) return {};
  Encoding bits{model, {}};
  Walk<Encoding>(shape, symbols, ignored, bits).run();
  return bits.encoder.finish();
}

void decode_segment(const SegmentShape& shape, std::span<const std::uint8_t> bytes,
                    const Model& model, std::span<Symbol> symbols) {
  if (shape.entries() == 0) return;
  Decoding bits{model, BitDecoder(bytes)};
  Walk<Decoding>(shape, symbols, {}, bits).run();
}

}  // namespace pylos::database
