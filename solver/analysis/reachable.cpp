#include "solver/analysis/reachable.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <limits>
#include <optional>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "engine/check.hpp"
#include "engine/domain.hpp"
#include "solver/analysis/place.hpp"
#include "solver/work/threads.hpp"
#include "solver/table/chunks.hpp"
#include "solver/table/follow_map.hpp"
#include "solver/table/plan.hpp"
#include "solver/table/tier_sizes.hpp"
#include "solver/work/errors.hpp"

namespace pylos::analysis {

using table::any;
using table::count;
using table::domain_masks;
using table::domain_positions;
using table::DomainMasks;
using table::first_bit;
using table::for_each_chunk;
using table::gather;
using table::Bundle;
using table::BundleList;
using table::bundle_count;
using table::BundleMap;
using table::load_bundle;
using table::opposite;
using table::opposite_bundle;
using table::run_program;
using table::Shape;
using table::ShapeId;
using table::ShapeLink;
using table::ShapeTable;
using table::store_bundle;
using table::Word;
using table::kLanes;
using table::kBundleColourings;
using table::kChunkLines;
using table::kShapeTableBytes;
using table::most_words;
using table::total_words;

namespace {

constexpr std::uint32_t kNoColouring = std::numeric_limits<std::uint32_t>::max();

// A move or a part of one, backwards: where the colourings of a shape may have come from.
struct Source : table::Step {
  const Word* words = nullptr;  // of the predecessor
};

// All sources of one shape.
struct Sources {
  table::Plan<Source> actions;
  table::Plan<Source> one_recovered;
  table::Plan<Source> two_recovered;

  bool none() const {
    return actions.steps.empty() && one_recovered.steps.empty() && two_recovered.steps.empty();
  }
};

// The bundles of a chunk under work.
struct ReachChunk {
  std::array<Bundle, kChunkLines> wanted;     // positions not met before
  std::array<Bundle, kChunkLines> reached;    // met now, among others
  std::array<Bundle, kChunkLines> completed;  // see the header
  std::array<Bundle, kChunkLines> one_less;
};

// Calls f(bundle of the chunk, predecessors that are in the set) for those of `bundles` that have
// some.
template <class F>
void follow(const table::Plan<Source>& plan, const Source& source, std::uint32_t number,
            const BundleList& bundles, F&& f) {
  plan.follow(source, number, bundles,
              [&](std::uint32_t i, const BundleMap& map, std::uint32_t offset) {
                const Bundle x = gather(map, source.words + offset);
                if (any(x)) f(i, run_program(map, x));
              });
}

}  // namespace

Reachable::Reachable(Game game)
    : game_(game), table_(std::make_unique<ShapeTable>(game.base)), masks_(domain_masks(*table_)) {
  for (int tier = 0; tier <= table_->cells(); ++tier) {
    reached_.emplace_back(std::size_t{table_->tier_words(tier)} * sizeof(Word));
  }
  counts_.resize(static_cast<std::size_t>(table_->cells()) + 1);
}

Bundle Reachable::bundle(ShapeId shape, std::uint32_t bundle) const {
  const Shape& s = (*table_)[shape];
  const Word* words = reached_[static_cast<std::size_t>(s.spheres)].as<Word>() + s.first_word;
  return opposite(s.spheres, load_bundle(words + opposite_bundle(s.spheres, bundle) * kLanes));
}

bool Reachable::contains(Position p) const {
  PYLOS_CHECK(in_domain(p, game_.base));
  // The index bits are the opponent's spheres.
  const table::PositionKey key = table_->key(p.turned());
  const Shape& shape = (*table_)[key.shape];
  const Word* words =
      reached_[static_cast<std::size_t>(shape.spheres)].as<Word>() + shape.first_word;
  return (words[key.colouring / 32] >> key.colouring % 32 & 1) != 0;
}

std::uint64_t Reachable::positions() const {
  std::uint64_t sum = 0;
  for (const auto& tier : counts_) {
    for (const std::uint64_t count : tier) sum += count;
  }
  return sum;
}

std::uint64_t Reachable::domain(int spheres) const {
  return domain_positions(*table_, masks_[static_cast<std::size_t>(spheres)]);
}

// The search itself: its arrays live as long as it does.
class ReachableSearch {
 public:
  explicit ReachableSearch(const ReachableOptions& options)
      : options_(options),
        result_(options.game),
        table_(*result_.table_),
        rules_(options.game.rules),
        in_frontier_(table_.shapes().size(), 0),
        has_completed_(table_.shapes().size(), 0),
        has_one_less_(table_.shapes().size(), 0),
        first_new_(table_.shapes().size(), kNoColouring) {
    for (int tier = 0; tier <= table_.cells(); ++tier) {
      frontier_.emplace_back(std::size_t{table_.tier_words(tier)} * sizeof(Word));
    }
    const auto most_bytes = [&](int parity) {
      return most_words(table_, table_.cells(), parity) * sizeof(Word);
    };
    new_ = Memory(std::max(most_bytes(0), most_bytes(1)));
    if (!rules_.recovers()) return;
    for (std::size_t parity = 0; parity < 2; ++parity) {
      const std::size_t bytes = most_bytes(static_cast<int>(parity));
      completed_[parity] = Memory(bytes);
      one_less_[parity] = Memory(bytes);
    }
  }

  Reachable run() {
    ReachableProgress progress;
    for (int n = 0; n <= table_.cells(); ++n) progress.domain += result_.domain(n);
    start();
    progress.reached = 1;
    const bool go_on = !options_.go_on || options_.go_on(0);
    for (int plies = 1; go_on; ++plies) {
      const std::uint64_t before = progress.reached;
      progress.plies = plies;
      for (int tier = table_.cells(); tier >= 0; --tier) {
        progress.reached += find_tier(tier, plies);
        if (options_.progress) options_.progress(progress);
      }
      if (progress.reached == before) break;
      add_witness(plies);
      if (options_.go_on && !options_.go_on(plies)) break;
    }
    for (auto& tier : result_.counts_) tier.resize(result_.witnesses_.size());
    return std::move(result_);
  }

 private:
  // Ply 0: the empty board alone.
  void start() {
    *words(result_.reached_, 0) = 1;
    *words(frontier_, 0) = 1;
    in_frontier_[0] = 1;
    result_.counts_[0] = {1};
    result_.witnesses_.push_back(Position{});
    if (options_.found) options_.found(0, 0, 0, load_bundle(words(frontier_, 0)));
  }

  Word* words(const std::vector<Memory>& tiers, ShapeId id) const {
    const Shape& shape = table_[id];
    return tiers[static_cast<std::size_t>(shape.spheres)].as<Word>() + shape.first_word;
  }
  Word* words(const std::array<Memory, 2>& tiers, ShapeId id) const {
    const Shape& shape = table_[id];
    return tiers[static_cast<std::size_t>(shape.spheres % 2)].as<Word>() + shape.first_word;
  }
  Word* new_words(ShapeId id) const { return new_.as<Word>() + table_[id].first_word; }

  // The positions with so many spheres that are met at `plies` first. Tiers above must have been
  // done; the frontier of this tier is replaced by the new one, which no lower tier asks for.
  std::uint64_t find_tier(int tier, int plies) {
    const ShapeId begin = table_.tier_begin(tier);
    const ShapeId end = table_.tier_end(tier);
    std::vector<std::uint64_t> found(end - begin, 0);
    tbb::parallel_for(begin, end, [&](ShapeId id) {
      if (options_.stop.stop_requested())
        throw Stopped("interrupted; nothing is kept, run it again");
      found[id - begin] = find_shape(id);
    });
    std::uint64_t positions = 0;
    tbb::parallel_for(begin, end,
                      [&](ShapeId id) { replace_frontier(id, found[id - begin] != 0, plies); });
    for (ShapeId id = begin; id < end; ++id) {
      positions += found[id - begin] * static_cast<std::uint64_t>(table_[id].images);
    }
    auto& counts = result_.counts_[static_cast<std::size_t>(tier)];
    counts.resize(static_cast<std::size_t>(plies) + 1);
    counts[static_cast<std::size_t>(plies)] = positions;
    return positions;
  }

  // Actions backwards: the sphere on `cell` came from the reserve, or from a lower cell.
  void append_actions(const Shape& shape, Cell cell, Sources& sources) const {
    Source source;
    sources.actions.set_formations(table_, rules_.recovers_on, shape, shape.cells, cell, source);
    const auto append = [&](ShapeLink from, const Cell* added) {
      if (!in_frontier_[from.shape]) return;
      source.words = words(frontier_, from.shape);
      sources.actions.append(table_, shape, from, added, cell, source);
    };
    const CellSet lifted = shape.cells - cell;
    append(table_.link(lifted), nullptr);
    with_base(table_.base(), [&]<int B>() {
      for (const Cell left : Board<B>::playable(lifted)) {
        if (Board<B>::kHigherCells[left.index].contains(cell))
          append(table_.link(lifted | left), &left);
      }
    });
  }

  Sources sources_of(const Shape& shape) const {
    Sources sources;
    CellSet free;
    CellSet playable;
    with_base(table_.base(), [&]<int B>() {
      free = Board<B>::free_spheres(shape.cells);
      playable = Board<B>::playable(shape.cells);
    });
    for (const Cell c : free) append_actions(shape, c, sources);
    if (!rules_.recovers()) return sources;
    for (const Cell r : playable) {
      const ShapeLink from = table_.link(shape.cells | r);
      Source source;
      if (has_completed_[from.shape]) {
        source.words = words(completed_, from.shape);
        sources.one_recovered.append(table_, shape, from, &r, CellSet{}, source);
      }
      if (has_one_less_[from.shape]) {
        source.words = words(one_less_, from.shape);
        sources.two_recovered.append(table_, shape, from, &r, CellSet{}, source);
      }
    }
    return sources;
  }

  // Finds the new positions of a shape; returns how many colourings there are.
  std::uint64_t find_shape(ShapeId id) {
    const Shape& shape = table_[id];
    first_new_[id] = kNoColouring;
    const Sources sources = sources_of(shape);
    // Where recoveries start or go on, every position counts, met before or not.
    const bool may_complete = !sources.actions.formations.empty() && !sources.actions.steps.empty();
    const bool makes_one_less = !sources.one_recovered.steps.empty();
    has_completed_[id] = may_complete;
    has_one_less_[id] = makes_one_less;
    if (sources.none()) return 0;

    std::atomic<std::uint64_t> found{0};
    std::atomic<std::uint32_t> first_found{kNoColouring};
    for_each_chunk(
        shape.spheres, [&](std::uint32_t number, std::uint32_t first, std::uint32_t bundles) {
          ReachChunk chunk;
          const DomainMasks& masks = result_.masks_[static_cast<std::size_t>(shape.spheres)];
          Word* reached = words(result_.reached_, id) + first * kLanes;
          for (std::uint32_t i = 0; i < bundles; ++i) {
            chunk.wanted[i] = masks.valid(first + i) & ~load_bundle(reached + i * kLanes);
            chunk.reached[i] = chunk.completed[i] = chunk.one_less[i] = Bundle{};
          }
          run_chunk(sources, number, first, bundles, chunk);
          std::uint64_t sum = 0;
          for (std::uint32_t i = 0; i < bundles; ++i) {
            const Bundle now = chunk.reached[i] & chunk.wanted[i];
            store_bundle(new_words(id) + (first + i) * kLanes, now);
            if (may_complete) {
              // A place needs a reserve even if spheres come back.
              store_bundle(words(completed_, id) + (first + i) * kLanes,
                         chunk.completed[i] & masks.valid(first + i));
            }
            if (makes_one_less)
              store_bundle(words(one_less_, id) + (first + i) * kLanes, chunk.one_less[i]);
            if (!any(now)) continue;
            store_bundle(reached + i * kLanes, load_bundle(reached + i * kLanes) | now);
            if (sum == 0) {
              const std::uint32_t colouring = (first + i) * kBundleColourings + first_bit(now);
              std::uint32_t least = first_found.load();
              while (colouring < least && !first_found.compare_exchange_weak(least, colouring)) {
              }
            }
            sum += static_cast<std::uint64_t>(count(now));
          }
          found += sum;
        });
    first_new_[id] = first_found;
    return found;
  }

  void run_chunk(const Sources& sources, std::uint32_t number, std::uint32_t first,
                 std::uint32_t bundles, ReachChunk& chunk) const {
    const bool may_decline = rules_.recover_min == 0;
    for (const Source& action : sources.actions.steps) {
      std::array<Bundle, kChunkLines> formed;
      BundleList live;
      for (std::uint32_t i = 0; i < bundles; ++i) {
        formed[i] = sources.actions.formed(action, first + i);
        live.add_if(i, any(chunk.wanted[i] | formed[i]));
      }
      follow(sources.actions, action, number, live, [&](std::uint32_t i, const Bundle& x) {
        chunk.reached[i] |= may_decline ? x : x & ~formed[i];
        chunk.completed[i] |= x & formed[i];
      });
    }
    for (const Source& one : sources.one_recovered.steps) {
      follow(sources.one_recovered, one, number, BundleList::first(bundles),
             [&](std::uint32_t i, const Bundle& x) { chunk.one_less[i] |= x; });
    }
    BundleList wanted;
    for (std::uint32_t i = 0; i < bundles; ++i) {
      chunk.reached[i] |= chunk.one_less[i];
      wanted.add_if(i, any(chunk.wanted[i]));
    }
    for (const Source& two : sources.two_recovered.steps) {
      follow(sources.two_recovered, two, number, wanted,
             [&](std::uint32_t i, const Bundle& x) { chunk.reached[i] |= x; });
    }
  }

  // The new positions of a shape that the game goes on from, indexed by the side that is to move.
  void replace_frontier(ShapeId id, bool has_new, int plies) {
    const Shape& shape = table_[id];
    Word* frontier = words(frontier_, id);
    if (!has_new) {
      if (in_frontier_[id]) std::memset(frontier, 0, bundle_count(shape.spheres) * sizeof(Bundle));
      in_frontier_[id] = 0;
      return;
    }
    in_frontier_[id] = 1;
    const DomainMasks& masks = result_.masks_[static_cast<std::size_t>(shape.spheres)];
    const bool ends = rules_.empty_reserve == EmptyReserve::loses;
    for_each_chunk(shape.spheres, [&](std::uint32_t, std::uint32_t first, std::uint32_t bundles) {
      for (std::uint32_t bundle = first; bundle < first + bundles; ++bundle) {
        const Word* from = new_words(id) + opposite_bundle(shape.spheres, bundle) * kLanes;
        const Bundle x = opposite(shape.spheres, load_bundle(from));
        if (options_.found && any(x)) options_.found(plies, id, bundle, x);
        const Bundle over = ends ? masks.with_ones(bundle, table_.spheres_a_side()) : Bundle{};
        store_bundle(frontier + bundle * kLanes, x & ~over);
      }
    });
  }

  // The first new position of the first shape that has one.
  void add_witness(int plies) {
    const auto found = std::find_if(first_new_.begin(), first_new_.end(),
                                    [](std::uint32_t c) { return c != kNoColouring; });
    PYLOS_CHECK(found != first_new_.end() &&
                result_.witnesses_.size() == static_cast<std::size_t>(plies));
    const auto id = static_cast<ShapeId>(found - first_new_.begin());
    const Position turned = position_at(table_, place_of(id, *found));
    result_.witnesses_.push_back(turned.turned());
  }

  const ReachableOptions& options_;
  Reachable result_;
  const ShapeTable& table_;
  const RuleSet rules_;
  /// Met first one ply ago, and not over; the index bits are the spheres of the side to move.
  std::vector<Memory> frontier_;
  Memory new_;                       // one tier
  std::array<Memory, 2> completed_;  // two tiers, by parity
  std::array<Memory, 2> one_less_;
  // By shape: whether the arrays hold anything.
  std::vector<std::uint8_t> in_frontier_;
  std::vector<std::uint8_t> has_completed_;
  std::vector<std::uint8_t> has_one_less_;
  /// By shape: the least new colouring of the last ply.
  std::vector<std::uint32_t> first_new_;
};

std::uint64_t reachable_memory_kept(int base) {
  const ShapeTable table(base);
  return total_words(table, table.cells()) * sizeof(Word) + kShapeTableBytes;
}

std::uint64_t reachable_memory(int base) {
  const ShapeTable table(base);
  const std::uint64_t even = most_words(table, table.cells(), 0);
  const std::uint64_t odd = most_words(table, table.cells(), 1);
  const std::uint64_t words =
      2 * total_words(table, table.cells()) + std::max(even, odd) + 2 * (even + odd);
  return words * sizeof(Word) + kShapeTableBytes;
}

Reachable find_reachable(const ReachableOptions& options) {
  tbb::task_arena arena = arena_of(options.threads);
  require_memory("finding what can be reached on base " + std::to_string(options.game.base),
                 reachable_memory(options.game.base), options.memory_limit);
  std::optional<Reachable> result;
  arena.execute([&] { result = ReachableSearch(options).run(); });
  return std::move(*result);
}

}  // namespace pylos::analysis
