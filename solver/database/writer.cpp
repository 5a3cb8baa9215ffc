#include "solver/database/writer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>

#include <tbb/combinable.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "engine/check.hpp"
#include "solver/work/threads.hpp"
#include "solver/numbering/binomial.hpp"
#include "solver/database/bit_map.hpp"
#include "solver/reader/format.hpp"
#include "solver/reader/layout.hpp"
#include "solver/reader/tier_entries.hpp"
#include "solver/database/shape_entries.hpp"
#include "solver/work/output_file.hpp"
#include "solver/table/chunks.hpp"
#include "solver/table/storage.hpp"
#include "solver/work/errors.hpp"
#include "solver/work/checksum.hpp"
#include "solver/database/sections.hpp"

namespace pylos::database {
namespace {

// All entries with one number of spheres, segment by segment, and what the writer does with them.
class TierWriter {
 public:
  TierWriter(const Solution& solution, const Layout& layout, int spheres, Metric metric,
              const std::stop_token& stop)
      : solution_(solution),
        layout_(layout),
        spheres_(spheres),
        tier_(layout.tier(spheres)),
        metric_(metric),
        stop_(stop),
        order_(tier_.low_slots),
        entries_(layout, spheres, order_, metric),
        symbols_(entries_.size()) {}

  std::uint64_t entries() const { return symbols_.size(); }
  std::uint64_t blocks() const { return (tier_.segments + kSegmentsPerBlock - 1) / kSegmentsPerBlock; }

  // Reads the solution; gives the statistics of the tier.
  TierStatistics collect() {
    tbb::combinable<std::vector<std::uint64_t>> tallies(
        [] { return std::vector<std::uint64_t>(256); });
    const ShapeId first = layout_.table().tier_begin(spheres_);
    const ShapeId last = layout_.table().tier_end(spheres_);
    if (tier_.segments > 0) {
      tbb::parallel_for(first, last, [&](ShapeId id) { collect_shape(id, tallies); });
    }
    std::vector<std::uint64_t> tally = tallies.combine([](auto a, const auto& b) {
      for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
      return a;
    });
    for (ShapeId id = first; id < last; ++id) add_without_entry(id, tally);
    return statistics_of(tally);
  }

  Model model() {
    tbb::combinable<ContextCounts> counts;
    for_each_block([&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
      ContextCounts& mine = counts.local();
      for (std::uint64_t s = begin; s < end; ++s) {
        const SegmentShape shape = entries_.segment(s);
        std::vector<std::uint8_t> ignored = duplicates(s, shape);
        count_segment(shape, symbols_of(s, shape), ignored, mine);
      }
    });
    ContextCounts sum;
    counts.combine_each([&](const ContextCounts& c) { sum += c; });
    return Model(sum);
  }

  std::vector<std::string> encode(const Model& model) {
    std::vector<std::string> blocks(this->blocks());
    for_each_block([&](std::uint64_t number, std::uint64_t begin, std::uint64_t end) {
      std::vector<std::string> segments;
      for (std::uint64_t s = begin; s < end; ++s) {
        const SegmentShape shape = entries_.segment(s);
        std::vector<std::uint8_t> ignored = duplicates(s, shape);
        segments.push_back(encode_segment(shape, symbols_of(s, shape), ignored, model));
      }
      blocks[number] = block_of(segments);
    });
    return blocks;
  }

 private:
  std::span<Symbol> symbols_of(std::uint64_t segment, const SegmentShape& shape) {
    return {symbols_.data() + entries_.begin(segment), shape.entries()};
  }

  template <class F>
  void for_each_block(F&& f) {
    tbb::parallel_for(std::uint64_t{0}, blocks(), [&](std::uint64_t number) {
      if (stop_.stop_requested()) throw Stopped("stopped");
      const std::uint64_t begin = number * kSegmentsPerBlock;
      f(number, begin, std::min(begin + kSegmentsPerBlock, tier_.segments));
    });
  }

  void collect_shape(ShapeId id, tbb::combinable<std::vector<std::uint64_t>>& tallies) {
    const ShapeId in_tier = id - layout_.table().tier_begin(spheres_);
    const std::vector<std::vector<int>> symmetries = layout_.slot_symmetries(id);
    for (std::size_t i = 1; i < symmetries.size(); ++i) {
      symmetries_[in_tier].emplace_back(symmetries[i], tier_.low_slots);
    }
    const ShapeEntries entries(entries_, layout_, id, ShapeEntries::Entry::own);
    const table::DomainMasks with_entry(spheres_, layout_.most_a_side());
    const auto images = static_cast<std::uint64_t>(layout_.table()[id].images);
    table::for_each_chunk(
        spheres_, [&](std::uint32_t, std::uint32_t first, std::uint32_t bundles) {
          if (stop_.stop_requested()) throw Stopped("stopped");
          std::vector<std::uint64_t>& tally = tallies.local();
          for (std::uint32_t bundle = first; bundle < first + bundles; ++bundle) {
            const table::Bundle valid = with_entry.valid(bundle);
            if (!table::any(valid)) continue;
            const auto of_bundle = bundle_symbols(id, bundle);
            entries.for_each(bundle, valid, [&](std::uint32_t i, std::uint64_t entry) {
              const Symbol symbol = of_bundle[i];
              tally[symbol] += images;
              symbols_[entry] = metric_ == Metric::wdl && symbol > 1 ? 2 + symbol % 2 : symbol;
            });
          }
        });
  }

  // The symbols, with distances, of a bundle's colourings; whatever where there is no position.
  std::array<Symbol, table::kBundleColourings> bundle_symbols(ShapeId id,
                                                               std::uint32_t bundle) const {
    const table::SolutionStorage& storage = table::storage_of(solution_);
    std::array<Symbol, table::kBundleColourings> symbols{};
    if (spheres_ > storage.top_tier) {
      for (std::uint32_t i = 0; i < symbols.size(); ++i) {
        symbols[i] =
            symbol_of(storage.value(id, bundle * table::kBundleColourings + i), Metric::distance);
      }
      return symbols;
    }
    symbols = std::bit_cast<decltype(symbols)>(storage.bundle_values(id, bundle));
    static_assert(static_cast<Symbol>(table::SolutionStorage::kDrawByte + 2) == 1);
    for (Symbol& s : symbols) s = static_cast<Symbol>(s + 2);
    return symbols;
  }

  // The entries of a segment that a symmetry of the shape makes the same as an earlier one; empty
  // if there are none.
  std::vector<std::uint8_t> duplicates(std::uint64_t segment, const SegmentShape& shape) const {
    const std::vector<BitMap>& maps = symmetries_[segment / tier_.segments_per_shape];
    std::vector<std::uint8_t> result;
    if (maps.empty()) return result;
    result.resize(shape.entries());
    const auto high = static_cast<std::uint32_t>(segment % tier_.segments_per_shape);
    for (const BitMap& map : maps) {
      const std::uint32_t of_high = map.high(high);
      for (std::uint32_t i = 0; i < result.size(); ++i) {
        const std::uint32_t low = order_.low(shape.first() + i);
        result[i] |= (of_high | map.low(low)) < (high << tier_.low_slots | low);
      }
    }
    return result;
  }

  void add_without_entry(ShapeId id, std::vector<std::uint64_t>& tally) const {
    const table::Shape& shape = layout_.table()[id];
    const int most = layout_.table().spheres_a_side();
    for (int movers = std::max(0, spheres_ - most); movers <= std::min(most, spheres_); ++movers) {
      const int theirs = spheres_ - movers;
      if (movers <= layout_.most_a_side() && theirs <= layout_.most_a_side()) continue;
      // Any cells do: the value follows from the counts.
      CellSet mover;
      for (const Cell c : shape.cells) {
        if (mover.size() < movers) mover |= c;
      }
      const Value value = layout_.value_without_entry(Position(mover, shape.cells - mover));
      tally[symbol_of(value, Metric::distance)] +=
          binomial(spheres_, movers) * static_cast<std::uint64_t>(shape.images);
    }
  }

  TierStatistics statistics_of(const std::vector<std::uint64_t>& tally) const {
    TierStatistics result;
    result.draws = tally[1];
    for (std::size_t s = 2; s < tally.size(); ++s) {
      (s % 2 == 0 ? result.losses : result.wins) += tally[s];
      if (metric_ == Metric::distance && tally[s] != 0) {
        result.by_distance.resize(s - 1, 0);
        result.by_distance[s - 2] = tally[s];
      }
    }
    return result;
  }

  const Solution& solution_;
  const Layout& layout_;
  int spheres_;
  Tier tier_;
  Metric metric_;
  std::stop_token stop_;
  SegmentOrder order_;
  TierEntries entries_;
  std::vector<Symbol> symbols_;
  // By shape: all its symmetries but the identity.
  std::vector<std::vector<BitMap>> symmetries_ = std::vector<std::vector<BitMap>>(
      layout_.table().tier_end(spheres_) - layout_.table().tier_begin(spheres_));
};

std::uint64_t most_bytes(Game game, Metric metric) {
  const Layout layout(game);
  // Well above what the games take: 0.05 bytes an entry with distances, 0.01 without.
  std::uint64_t entries = 0;
  for (int n = 0; n <= layout.cells(); ++n) {
    entries += layout.tier(n).segments << layout.tier(n).low_slots;
  }
  return (std::uint64_t{1} << 20) + entries / (metric == Metric::distance ? 20 : 80);
}

}  // namespace

void check_writable(const std::string& path, Game game, Metric metric) {
  check_can_write(path, most_bytes(game, metric));
}

WriteReport write_database(const Solution& solution, const WriteOptions& options) {
  const Layout layout(solution.game());
  OutputFile file(options.path);

  Header header;
  header.game = solution.game();
  header.metric = options.metric;
  header.producer = options.producer.substr(0, 63);
  file.append(std::string(kHeaderBytes, '\0'));

  std::vector<TierStatistics> statistics;
  std::vector<TierEntry> tiers;
  std::vector<Model> models;
  std::vector<BlockEntry> index;
  const std::uint64_t total = layout.segments();
  tbb::task_arena arena = arena_of(options.threads);
  for (int n = 0; n <= layout.cells(); ++n) {
    const Tier& tier = layout.tier(n);
    std::vector<std::string> blocks;
    TierEntry entry;
    arena.execute([&] {
      TierWriter writer(solution, layout, n, options.metric, options.stop);
      statistics.push_back(writer.collect());
      models.push_back(writer.model());
      blocks = writer.encode(models.back());
      entry = {tier.low_slots, tier.segments, writer.entries(), index.size()};
    });
    header.entries += entry.entries;
    tiers.push_back(entry);
    for (const std::string& block : blocks) {
      index.push_back({file.size(), checksum(bytes_of(block))});
      file.append(block);
    }
    if (options.progress) options.progress(tier.first_segment + tier.segments, total);
  }
  index.push_back({file.size(), 0});
  header.blocks = index.size() - 1;

  const Statistics& known = solution.statistics();
  for (std::size_t n = 0; n < statistics.size(); ++n) {
    PYLOS_CHECK(known.by_spheres[n] ==
                (Counts{statistics[n].wins, statistics[n].losses, statistics[n].draws}));
  }

  append_sections(file, statistics, tiers, models, index, header);
  return {header.file_bytes, header.entries};
}

}  // namespace pylos::database
