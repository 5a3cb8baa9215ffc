#include "solver/analysis/winning_moves.hpp"

#include <algorithm>

#include <tbb/parallel_for.h>

#include "engine/board.hpp"
#include "engine/game.hpp"
#include "solver/table/chunks.hpp"
#include "solver/table/follow_map.hpp"
#include "solver/table/formations.hpp"
#include "solver/table/plan.hpp"
#include "solver/table/tier_sizes.hpp"
#include "solver/work/errors.hpp"

namespace pylos::analysis {

using table::Action;
using table::after;
using table::any;
using table::append_formations;
using table::for_each_chunk;
using table::formed;
using table::FormationMask;
using table::gather;
using table::Bundle;
using table::BundleList;
using table::BundleMap;
using table::most_words;
using table::opposite;
using table::opposite_bundle;
using table::Recovery;
using table::run_program;
using table::Shape;
using table::ShapeId;
using table::ShapeLink;
using table::ShapeTable;
using table::store_bundle;
using table::total_words;
using table::Word;
using table::kLanes;
using table::kChunkLines;

namespace {

// Adds one winning move where `found` has a bit.
void add(WinningBundles& winning, std::uint32_t i, const Bundle& found) {
  winning.twice[i] |= winning.once[i] & found;
  winning.once[i] |= found;
}

}  // namespace

// A recovery set or an action, and where to look for what it leads to.
struct WinningMoves::Step : table::Step {
  bool is_raise = false;
  const Word* lost = nullptr;
  // After a recovery; null where no formation can be completed.
  const Word* once = nullptr;
  const Word* twice = nullptr;
};

WinningMoves::WinningMoves(const table::SolutionStorage& solution)
    : solution_(solution),
      table_(solution.table),
      moves_(solution.table),
      rules_(solution.game.rules),
      outcomes_(solution) {
  for (int tier = 0; tier <= table_.cells(); ++tier) {
    lost_.emplace_back(std::size_t{table_.tier_words(tier)} * sizeof(Word));
  }
  if (!rules_.recovers()) return;
  for (std::size_t parity = 0; parity < 2; ++parity) {
    const std::size_t bytes =
        most_words(table_, table_.cells(), static_cast<int>(parity)) * sizeof(Word);
    once_[parity] = Memory(bytes);
    twice_[parity] = Memory(bytes);
  }
}

std::uint64_t WinningMoves::memory(const ShapeTable& table) {
  const int top = table.cells();
  const std::uint64_t words =
      total_words(table, top) + 2 * (most_words(table, top, 0) + most_words(table, top, 1));
  return words * sizeof(Word);
}

void WinningMoves::run(const ShapeVisit& visit, const std::function<void(int)>& after_tier,
                       const std::stop_token& stop) {
  find_lost();
  for (int tier = table_.cells(); tier >= 0; --tier) {
    const auto for_each_shape = [&](auto&& f) {
      tbb::parallel_for(table_.tier_begin(tier), table_.tier_end(tier), [&](ShapeId id) {
        if (stop.stop_requested()) throw Stopped("interrupted; nothing is kept, run it again");
        f(id);
      });
    };
    if (rules_.recovers()) for_each_shape([&](ShapeId id) { find_recoveries(id); });
    for_each_shape([&](ShapeId id) { visit_shape(id, visit(id)); });
    after_tier(tier);
  }
}

void WinningMoves::find_lost() {
  tbb::parallel_for(ShapeId{0}, static_cast<ShapeId>(table_.shapes().size()), [&](ShapeId id) {
    const int spheres = table_[id].spheres;
    Word* lost = words(lost_[static_cast<std::size_t>(spheres)], id);
    for_each_chunk(spheres, [&](std::uint32_t, std::uint32_t first, std::uint32_t bundles) {
      for (std::uint32_t bundle = first; bundle < first + bundles; ++bundle) {
        store_bundle(lost + opposite_bundle(spheres, bundle) * kLanes,
                   opposite(spheres, outcomes_.outcomes(id, bundle).loss));
      }
    });
  });
}

// Every set of one or two spheres that are free when they are taken, once each.
WinningMoves::Plan WinningMoves::recovery_plan(const Shape& shape) const {
  Plan plan;
  const auto append = [&](CellSet taken) {
    const ShapeLink left = table_.link(shape.cells - taken);
    Step step;
    step.lost = lost_words(left.shape);
    plan.append(table_, shape, left, nullptr, taken, step);
  };
  with_base(table_.base(), [&]<int B>() {
    const CellSet free = Board<B>::free_spheres(shape.cells);
    CellSet later = free;
    for (const Cell first : free) {
      later -= first;
      append(first);
      const CellSet uncovered = Board<B>::free_spheres(shape.cells - first) - free;
      for (const Cell second : later | uncovered) append(CellSet(first) | second);
    }
  });
  return plan;
}

void WinningMoves::find_recoveries(ShapeId id) {
  const Shape& shape = table_[id];
  std::vector<FormationMask> formations;
  for (const Recovery& last : moves_.recoveries(id)) {  // any free sphere may be the one just moved
    append_formations(table_, rules_.recovers_on, shape, shape.cells, last.cell, formations);
  }
  if (formations.empty()) return;
  const Plan plan = recovery_plan(shape);
  const auto parity = static_cast<std::size_t>(shape.spheres % 2);
  for_each_chunk(shape.spheres,
                 [&](std::uint32_t number, std::uint32_t first, std::uint32_t bundles) {
                   WinningBundles winning{};
                   std::array<Bundle, kChunkLines> complete;
                   BundleList live;
                   for (std::uint32_t i = 0; i < bundles; ++i) {
                     complete[i] = formed(formations, first + i) &
                                   outcomes_.valid(shape.spheres, first + i);
                     live.add_if(i, any(complete[i]));
                   }
                   for (const Step& step : plan.steps) {
                     plan.follow(step, number, live,
                                 [&](std::uint32_t i, const BundleMap& map, std::uint32_t offset) {
                                   const Bundle x = gather(map, step.lost + offset);
                                   if (any(x)) add(winning, i, run_program(map, x));
                                 });
                   }
                   for (std::uint32_t i = 0; i < bundles; ++i) {
                     const std::uint32_t at = (first + i) * kLanes;
                     store_bundle(words(once_[parity], id) + at, winning.once[i] & complete[i]);
                     store_bundle(words(twice_[parity], id) + at, winning.twice[i] & complete[i]);
                   }
                 });
}

WinningMoves::Plan WinningMoves::action_plan(ShapeId id) const {
  const Shape& shape = table_[id];
  Plan plan;
  for (const Action& action : moves_.actions(id)) {
    Step step;
    step.is_raise = action.is_raise();
    plan.set_formations(table_, rules_.recovers_on, shape, after(shape, action), action.to, step);
    const ShapeId child = action.to_shape.shape;
    step.lost = lost_words(child);
    if (step.completes_formations()) {
      const auto parity = static_cast<std::size_t>(table_[child].spheres % 2);
      step.once = words(once_[parity], child);
      step.twice = words(twice_[parity], child);
    }
    plan.append(table_, shape, action, step);
  }
  return plan;
}

void WinningMoves::visit_shape(ShapeId id, const ChunkVisit& visit) const {
  const Shape& shape = table_[id];
  const Plan plan = action_plan(id);
  const bool may_decline = rules_.recover_min == 0;
  for_each_chunk(shape.spheres, [&](std::uint32_t number, std::uint32_t first,
                                    std::uint32_t bundles) {
    WinningBundles winning{};
    for (const Step& step : plan.steps) {
      plan.follow(
          step, number, BundleList::first(bundles),
          [&](std::uint32_t i, const BundleMap& map, std::uint32_t offset) {
            const std::uint32_t bundle = first + i;
            const Bundle legal = step.is_raise ? outcomes_.may_raise(shape.spheres, bundle)
                                             : outcomes_.may_place(shape.spheres, bundle);
            if (!any(legal)) return;
            const Bundle formed = plan.formed(step, bundle);
            const Bundle x = run_program(map, gather(map, step.lost + offset)) & legal;
            add(winning, i, may_decline ? x : x & ~formed);
            if (step.once == nullptr || !any(formed)) return;
            winning.twice[i] |= run_program(map, gather(map, step.twice + offset)) & legal & formed;
            add(winning, i, run_program(map, gather(map, step.once + offset)) & legal & formed);
          });
    }
    visit(first, bundles, winning);
  });
}

}  // namespace pylos::analysis
