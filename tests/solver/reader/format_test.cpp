// data/FORMAT.md is enough to write a reader: this one is written from it alone, slowly and with
// nothing of solver/database, and must find the value of every position of base 2 and 3. The worked
// example is read from the document itself.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <xxhash.h>
#include <zstd.h>

#include "engine/game.hpp"
#include "engine/position.hpp"
#include "engine/rules.hpp"
#include "solver/database/writer.hpp"
#include "solver/retrograde/solve.hpp"
#include "tests/temporary_folder.hpp"

namespace {

using pylos::CellSet;
using pylos::Position;
using pylos::Value;

// Where a position is, by steps 2 to 6 of "Index".
struct Where {
  int n = 0;
  std::uint64_t segment = 0;  // of its tier
  int high_ones = 0;
  std::uint32_t low = 0;
};

class NaiveReader {
 public:
  explicit NaiveReader(std::string bytes) : f_(std::move(bytes)) {
    EXPECT_EQ(f_.substr(0, 8), "PYLOSDB\n");
    EXPECT_EQ(number(8, 4), 1U);
    EXPECT_EQ(f_.substr(16, 8), "complete");
    EXPECT_EQ(number(24, 8), f_.size());
    base_ = static_cast<int>(number(88, 1));
    distances_ = number(89, 1) == 2;
    const std::string rules = f_.substr(32, f_.find('\0', 32) - 32);
    loses_ = rules.find("mayraise") == std::string::npos;
    const std::string print = "pylos " + rules + " base " + std::to_string(base_);
    EXPECT_EQ(number(80, 8), sum(print));
    std::string header = f_.substr(0, 504);
    header.replace(16, 8, 8, '\0');
    EXPECT_EQ(number(504, 8), sum(header));
    EXPECT_EQ(number(176, 8), sum(f_.substr(512)));
    for (std::size_t s = 0; s < 4; ++s) {
      sections_.push_back(f_.substr(number(184 + 24 * s, 8), number(192 + 24 * s, 8)));
      EXPECT_EQ(number(200 + 24 * s, 8), sum(sections_.back()));
    }
    cells_ = base_ == 2 ? 5 : base_ == 3 ? 14 : 30;
    most_ = (cells_ + 1) / 2;
    const std::string& models = sections_[2];
    for (std::size_t i = 0; i < 256; ++i)
      probability_[i] = static_cast<std::uint32_t>(at(models, 2 * i, 2));
    std::size_t place = 512;
    for (int n = 0; n <= cells_; ++n) {
      const std::uint64_t size = at(models, place, 4);
      std::string steps(304128, '\0');
      EXPECT_EQ(ZSTD_decompress(steps.data(), steps.size(), models.data() + place + 4, size),
                steps.size());
      steps_.push_back(steps);
      place += 4 + size;
    }
  }

  Value value(Position p) {
    const int mover = p.mover().size();
    const int opponent = p.opponent().size();
    if (loses_) {
      if (mover == most_ || mover + opponent == cells_) return told(Value::loss(0));
      if (opponent == most_) return told(Value::win(1));
    }
    const Where w = where(p);
    const std::map<std::uint32_t, int>& symbols = segment(w);
    const int symbol = symbols.at(w.low);
    if (symbol == 1) return Value::draw();
    return told(symbol % 2 == 1 ? Value::win(symbol - 2) : Value::loss(symbol - 2));
  }

  Where where(Position p) {
    // Step 2: all images; step 4: of those with the least shape the least colouring.
    std::uint32_t shape = ~0U;
    std::vector<std::uint32_t> movers;
    for (int g = 0; g < 8; ++g) {
      std::uint32_t occupied = 0;
      std::uint32_t mover = 0;
      for (int c = 0; c < cells_; ++c) {
        const std::uint32_t to = 1U << image(g, c);
        if (p.occupied().bits() >> c & 1) occupied |= to;
        if (p.mover().bits() >> c & 1) mover |= to;
      }
      if (occupied < shape) movers.clear();
      shape = std::min(shape, occupied);
      if (occupied == shape) movers.push_back(mover);
    }
    const std::vector<int> slots = slots_of(shape);
    std::uint32_t colouring = ~0U;
    for (const std::uint32_t mover : movers) {
      std::uint32_t index = 0;
      for (std::size_t i = 0; i < slots.size(); ++i) index |= (mover >> slots[i] & 1U) << i;
      colouring = std::min(colouring, index);
    }
    Where w;
    w.n = static_cast<int>(slots.size());
    const int low = low_slots(w.n);
    w.segment =
        (static_cast<std::uint64_t>(shape_number(shape)) << (w.n - low)) + (colouring >> low);
    w.high_ones = __builtin_popcount(colouring >> low);
    w.low = colouring & ((1U << low) - 1);
    return w;
  }

  // Step 6: the low slots' colourings of a segment in their order.
  std::vector<std::uint32_t> order(int n, int high_ones) const {
    const int slots = low_slots(n);
    const int m = loses_ ? most_ - 1 : most_;
    std::vector<std::uint32_t> result;
    for (int ones = std::max(0, n - m - high_ones); ones <= std::min(slots, m - high_ones);
         ++ones) {
      for (std::uint32_t x = 0; x < 1U << slots; ++x) {
        if (__builtin_popcount(x) == ones) result.push_back(x);
      }
    }
    return result;
  }

 private:
  static std::uint64_t sum(const std::string& bytes) {
    return XXH3_64bits(bytes.data(), bytes.size());
  }
  static std::uint64_t at(const std::string& bytes, std::size_t offset, std::size_t width) {
    std::uint64_t result = 0;
    for (std::size_t i = 0; i < width; ++i) {
      result |= std::uint64_t{static_cast<unsigned char>(bytes.at(offset + i))} << (8 * i);
    }
    return result;
  }
  std::uint64_t number(std::size_t offset, std::size_t width) const {
    return at(f_, offset, width);
  }
  Value told(Value v) const {
    if (!distances_) v.plies.reset();
    return v;
  }
  static int low_slots(int n) { return std::min(n, n < 20 ? 10 : n < 26 ? 11 : n < 28 ? 12 : 13); }

  // Cell to (tier from 0, row, column).
  std::tuple<int, int, int> place(int cell) const {
    int tier = 0;
    while (cell >= (base_ - tier) * (base_ - tier)) {
      cell -= (base_ - tier) * (base_ - tier);
      ++tier;
    }
    return {tier, cell / (base_ - tier), cell % (base_ - tier)};
  }
  int cell(int tier, int row, int column) const {
    int first = 0;
    for (int k = 0; k < tier; ++k) first += (base_ - k) * (base_ - k);
    return first + row * (base_ - tier) + column;
  }
  int image(int g, int c) const {
    auto [tier, row, column] = place(c);
    const int last = base_ - tier - 1;
    if (g & 1) column = last - column;
    if (g & 2) row = last - row;
    if (g & 4) std::swap(row, column);
    return cell(tier, row, column);
  }
  void add_resting(std::uint32_t shape, int c, std::set<int>& resting) const {
    const auto [tier, row, column] = place(c);
    const int side = base_ - tier - 1;
    for (int r = row - 1; r <= row; ++r) {
      for (int k = column - 1; k <= column; ++k) {
        if (r < 0 || k < 0 || r >= side || k >= side) continue;
        const int above = cell(tier + 1, r, k);
        if ((shape >> above & 1) == 0) continue;
        resting.insert(above);
        add_resting(shape, above, resting);
      }
    }
  }
  // Step 3.
  std::vector<int> slots_of(std::uint32_t shape) const {
    std::vector<std::tuple<int, int, int, int>> keys;
    for (int c = 0; c < cells_; ++c) {
      if ((shape >> c & 1) == 0) continue;
      const auto [tier, row, column] = place(c);
      const int last = base_ - tier - 1;
      const bool inner_row = row > 0 && row < last;
      const bool inner_column = column > 0 && column < last;
      const int kind = inner_row && inner_column ? 0 : inner_row || inner_column ? 2 : 1;
      std::set<int> resting;
      add_resting(shape, c, resting);
      keys.emplace_back(tier, -static_cast<int>(resting.size()), kind, c);
    }
    std::sort(keys.begin(), keys.end());
    std::vector<int> slots;
    for (const auto& key : keys) slots.push_back(std::get<3>(key));
    return slots;
  }
  std::size_t shape_number(std::uint32_t shape) {
    if (shapes_.empty()) {
      shapes_.resize(static_cast<std::size_t>(cells_) + 1);
      for (std::uint32_t s = 0; s < 1U << cells_; ++s) {
        bool good = true;
        for (int c = 0; c < cells_ && good; ++c) {
          const auto [tier, row, column] = place(c);
          if ((s >> c & 1) == 0 || tier == 0) continue;
          for (int i = 0; i < 4; ++i)
            good = good && (s >> cell(tier - 1, row + i / 2, column + i % 2) & 1);
        }
        for (int g = 1; g < 8 && good; ++g) {
          std::uint32_t moved = 0;
          for (int c = 0; c < cells_; ++c) moved |= (s >> c & 1) << image(g, c);
          good = good && s <= moved;
        }
        if (good) shapes_[static_cast<std::size_t>(__builtin_popcount(s))].push_back(s);
      }
    }
    const auto& tier = shapes_[static_cast<std::size_t>(__builtin_popcount(shape))];
    return static_cast<std::size_t>(std::find(tier.begin(), tier.end(), shape) - tier.begin());
  }

  static std::uint32_t share(std::uint32_t part, std::uint32_t all, std::uint32_t s) {
    if (all == 0) return 0;
    if (part == 0) return 1;
    if (part == all) return s;
    return std::min(s - 1, 2 + part * (s - 2) / all);
  }

  // The symbols of a segment by the colouring of the low slots.
  const std::map<std::uint32_t, int>& segment(const Where& w) {
    auto& cached = cache_[{w.n, w.segment}];
    if (!cached.empty()) return cached;
    const std::uint64_t tier = static_cast<std::uint64_t>(w.n) * 32;
    EXPECT_EQ(at(sections_[1], tier, 8), static_cast<std::uint64_t>(low_slots(w.n)));
    const std::uint64_t segments = at(sections_[1], tier + 8, 8);
    const std::uint64_t block = at(sections_[1], tier + 24, 8) + w.segment / 64;
    const std::uint64_t begin = at(sections_[3], block * 16, 8);
    const std::string bytes = f_.substr(begin, at(sections_[3], block * 16 + 16, 8) - begin);
    EXPECT_EQ(at(sections_[3], block * 16 + 8, 8), sum(bytes));
    const std::uint64_t count = std::min<std::uint64_t>(64, segments - w.segment / 64 * 64);
    std::size_t here = 0;
    std::size_t start = 0;
    std::size_t mine = 0;
    std::size_t length = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      std::size_t size = 0;
      for (int shift = 0;; shift += 7) {
        const std::uint64_t byte = at(bytes, here++, 1);
        size |= (byte & 127) << shift;
        if (byte < 128) break;
      }
      if (i == w.segment % 64) mine = start, length = size;
      start += size;
    }
    coded_ = bytes.substr(here + mine, length);
    next_ = 0;
    low_ = 0;
    high_ = 0xffffffffU;
    value_ = 0;
    for (int i = 0; i < 4; ++i) value_ = value_ << 8 | next_byte();

    const std::string& steps = steps_[static_cast<std::size_t>(w.n)];
    const auto bit = [&](std::uint32_t context) {
      const std::uint64_t p = probability_[static_cast<unsigned char>(steps.at(context))];
      const auto middle = static_cast<std::uint32_t>(low_ + ((high_ - low_) * p >> 16));
      const bool one = value_ <= middle;
      if (one)
        high_ = middle;
      else
        low_ = middle + std::uint64_t{1};
      while ((low_ >> 24) == (high_ >> 24)) {
        low_ = low_ << 8 & 0xffffffffU;
        high_ = (high_ << 8 & 0xffffffffU) | 255;
        value_ = (value_ << 8 & 0xffffffffU) | next_byte();
      }
      return one ? 1U : 0U;
    };
    const auto tree = [&](std::uint32_t context) {
      std::uint32_t node = 1;
      for (int i = 0; i < 8; ++i) node = 2 * node + bit(context + node);
      return static_cast<int>(node - 256);
    };
    const std::vector<std::uint32_t> entries = order(w.n, w.high_ones);
    int layer = -1;
    std::uint32_t hits = 0;
    int before = 0;
    for (const std::uint32_t x : entries) {
      std::vector<int> drops;
      for (int i = 0; i < 32; ++i) {
        if ((x >> i & 1) && cached.contains(x ^ 1U << i)) drops.push_back(cached.at(x ^ 1U << i));
      }
      const auto won =
          std::count_if(drops.begin(), drops.end(), [](int s) { return s > 1 && s % 2; });
      const bool first_layer = __builtin_popcount(x) == __builtin_popcount(entries.front());
      const std::uint32_t kind = first_layer                              ? 0
                                 : won == static_cast<long>(drops.size()) ? 1
                                 : won == 0                               ? 2
                                                                          : 3;
      int symbol = 0;
      if (__builtin_popcount(x) != layer) {
        layer = __builtin_popcount(x);
        hits = 0;
        std::uint32_t mean = 0;
        for (const int s : drops) mean += static_cast<std::uint32_t>(s);
        if (!drops.empty())
          mean = std::min<std::uint32_t>(63, mean / static_cast<std::uint32_t>(drops.size()));
        symbol = tree(204800 + 1024 + 80 * 4 * 256 + mean * 256);
      } else {
        std::vector<int> swaps;
        for (int one = 0; one < 32; ++one) {
          for (int zero = 0; zero < one && (x >> one & 1); ++zero) {
            if ((x >> zero & 1) == 0) swaps.push_back(cached.at(x ^ 1U << one ^ 1U << zero));
          }
        }
        std::map<int, std::uint32_t> votes;
        int best = 0;
        std::uint32_t a = 0;
        for (const int s : swaps) {
          if (++votes[s] > a) a = votes[s], best = s;
        }
        const auto all = static_cast<std::uint32_t>(swaps.size());
        const auto b8 = static_cast<std::uint32_t>(best);
        const auto movers = static_cast<std::uint32_t>(w.high_ones + layer);
        const std::uint32_t expected = distances_ ? std::min(b8, 79U) : movers % 16 * 4 + b8 % 4;
        const std::uint32_t hit =
            bit(((((expected * 10 + share(a, all, 9)) * 4 + std::min(all / 4, 3U)) * 2 +
                  (best == before)) *
                     8 +
                 hits) *
                    4 +
                kind);
        hits = (hits * 2 + hit) % 8;
        symbol = best;
        if (hit == 0) {
          int second = 0;
          std::uint32_t b = 0;
          for (const int s : swaps) {
            if (s != best && votes[s] > b) b = votes[s], second = s;
          }
          if (b > 0 && bit(204800 + ((share(b, all, 7) * 8 + share(a, all, 7)) * 4 + kind) * 4 +
                           static_cast<std::uint32_t>(second % 2 * 2 + best % 2))) {
            symbol = second;
          } else {
            symbol = tree(204800 + 1024 + (std::min(b8, 79U) * 4 + kind) * 256);
          }
        }
      }
      cached[x] = symbol;
      before = symbol;
    }
    return cached;
  }
  std::uint64_t next_byte() {
    return next_ < coded_.size() ? static_cast<unsigned char>(coded_[next_++]) : 0;
  }

  std::string f_;
  int base_ = 0;
  int cells_ = 0;
  int most_ = 0;
  bool distances_ = false;
  bool loses_ = false;
  std::vector<std::string> sections_;
  std::array<std::uint32_t, 256> probability_{};
  std::vector<std::string> steps_;
  std::vector<std::vector<std::uint32_t>> shapes_;
  std::map<std::pair<int, std::uint64_t>, std::map<std::uint32_t, int>> cache_;
  std::string coded_;
  std::size_t next_ = 0;
  std::uint64_t low_ = 0;
  std::uint64_t high_ = 0;
  std::uint64_t value_ = 0;
};

std::string contents(const std::string& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

pylos::Solution solved(pylos::Game game) {
  pylos::SolveOptions options;
  options.game = game;
  return pylos::solve(options);
}

std::string database_of(const pylos::Solution& solution, pylos::database::Metric metric) {
  const pylos::twin::TemporaryFolder folder;
  pylos::database::WriteOptions options;
  options.path = folder.file("d");
  options.metric = metric;
  pylos::database::write_database(solution, options);
  return contents(options.path);
}

TEST(DatabaseFormatTest, AReaderFromTheDocumentFindsEveryPosition) {
  using pylos::database::Metric;
  for (const pylos::RuleSet rules :
       {pylos::kStandard, pylos::kAdvanced, pylos::rule_set_from_text("children+mayraise")}) {
    for (const int base : {2, 3}) {
      const pylos::Solution solution = solved({rules, base});
      for (const Metric metric : {Metric::distance, Metric::wdl}) {
        NaiveReader reader(database_of(solution, metric));
        pylos::with_base(base, [&]<int B>() {
          using Board = pylos::Board<B>;
          std::uint32_t seen = 0;
          for (std::uint32_t occupied = 0; occupied <= Board::kAll.bits(); ++occupied) {
            if (!Board::is_supported(CellSet(occupied))) continue;
            for (std::uint32_t mover = occupied;; mover = (mover - 1) & occupied) {
              const Position p(CellSet(mover), CellSet(occupied & ~mover));
              if (pylos::in_domain<B>(p) && (B == 2 || ++seen % 11 == 0)) {
                Value expected = solution.value(p);
                if (metric == Metric::wdl) expected.plies.reset();
                ASSERT_EQ(reader.value(p), expected) << pylos::to_text(rules) << " " << p.bits();
              }
              if (mover == 0) break;
            }
          }
        });
      }
    }
  }
}

TEST(DatabaseFormatTest, TheWorkedExampleIsTrue) {
  NaiveReader reader(database_of(solved({pylos::kStandard, 2}), pylos::database::Metric::distance));
  std::istringstream document(contents(PYLOS_SOURCE_DIR "/data/FORMAT.md"));
  std::string bundle;
  while (std::getline(document, bundle) && bundle != "## Worked example") {
  }
  int rows = 0;
  while (std::getline(document, bundle)) {
    if (bundle.empty() || bundle[0] != '|' || bundle.find(" in ") == std::string::npos) continue;
    std::vector<std::string> columns;
    std::istringstream row(bundle);
    for (std::string column; std::getline(row, column, '|');) columns.push_back(column);
    ASSERT_EQ(columns.size(), 7U) << bundle;
    const auto cells = [](const std::string& text) {
      CellSet set;
      std::istringstream in(text);
      for (std::string word; in >> word;) {
        if (word != "-") set |= pylos::Cell(std::stoi(word));
      }
      return set;
    };
    const Position p(cells(columns[1]), cells(columns[2]));
    const Where w = reader.where(p);
    EXPECT_EQ(w.n, std::stoi(columns[3])) << bundle;
    EXPECT_EQ(w.segment, std::stoull(columns[4])) << bundle;
    const std::vector<std::uint32_t> order = reader.order(w.n, w.high_ones);
    EXPECT_EQ(std::find(order.begin(), order.end(), w.low) - order.begin(), std::stoi(columns[5]))
        << bundle;
    const Value value = reader.value(p);
    EXPECT_EQ(" " + std::string(pylos::to_text(value.outcome)) + " in " +
                  std::to_string(*value.plies) + " ",
              columns[6]);
    ++rows;
  }
  EXPECT_EQ(rows, 10);
}

}  // namespace
