#include "solver/retrograde/rounds.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <bit>

#include "engine/check.hpp"
#include "solver/table/chunks.hpp"
#include "solver/table/formations.hpp"
#include "solver/table/tier_sizes.hpp"
#include "solver/retrograde/solve.hpp"

namespace pylos::retrograde {

using table::Action;
using table::after;
using table::any;
using table::count;
using table::DomainMasks;
using table::EndedMasks;
using table::for_each_chunk;
using table::for_each_formation;
using table::Bundle;
using table::bundle_count;
using table::BundleSet;
using table::load_bundle;
using table::most_words;
using table::total_words;
using table::opposite;
using table::opposite_bundle;
using table::Recovery;
using table::Shape;
using table::ShapeId;
using table::ShapeTable;
using table::store_bundle;
using table::Word;
using table::kBundleSlots;
using table::kLanes;
namespace {

// From this ply on little is decided in a round.
constexpr int kSparsePlies = 16;

int highest_recovery_tier(const ShapeTable& table, int top_tier) {
  return std::min(table.cells(), top_tier + 1);
}

}  // namespace

Rounds::Rounds(table::SolutionStorage& storage)
    : storage_(storage),
      table_(storage.table),
      moves_(storage.table),
      rules_(storage.game.rules) {
  const int top = storage.top_tier;
  for (int tier = 0; tier <= top; ++tier) {
    just_lost_.emplace_back(std::size_t{table_.tier_words(tier)} * sizeof(Word));
  }
  undecided_bundles_.assign(table_.bundles_up_to(top), 0);
  just_lost_bundles_.assign(table_.bundles_up_to(top), 0);
  if (rules_.recovers()) {
    const int high = highest_recovery_tier(table_, top);
    one_more_bundles_.assign(table_.bundles_up_to(high), 0);
    recovered_bundles_.assign(table_.bundles_up_to(high), 0);
    one_more_ = Memory(sizeof(Word) * std::max(most_words(table_, top, 0), most_words(table_, top, 1)));
    recovered_[0] = Memory(sizeof(Word) * most_words(table_, high, 0));
    recovered_[1] = Memory(sizeof(Word) * most_words(table_, high, 1));
    ask_one_more_.assign(table_.bundles_up_to(high), 1);
    ask_recovered_.assign(table_.bundles_up_to(high), 1);
  }
  const std::size_t shapes = table_.shapes().size();
  for (auto* flags : {&just_won_, &just_lost_in_, &active_, &need_one_more_, &need_recovered_}) {
    flags->assign(shapes, 0);
  }
  used_.assign(shapes, 1);
  undecided_.assign(shapes, 0);
  decided_.assign(shapes, 0);
}

std::uint64_t Rounds::working_bytes(const ShapeTable& table, int top_tier) {
  std::uint64_t words = total_words(table, top_tier);
  const int high = highest_recovery_tier(table, top_tier);
  words += std::max(most_words(table, top_tier, 0), most_words(table, top_tier, 1));
  words += most_words(table, high, 0) + most_words(table, high, 1);
  return words * sizeof(Word) + 6 * table.bundles_up_to(high);
}

void Rounds::run(const std::function<void(int, std::uint64_t)>& after_round,
                 const std::stop_token& stop, int done) {
  stop_ = stop;
  int plies = done + 1;
  std::uint64_t decided = 0;
  if (done < 0) {
    start();
    storage_.statistics.by_distance.assign(2, 0);
    storage_.count_unstored_tiers();
  }
  if (done < 0 && rules_.empty_reserve == EmptyReserve::loses) {
    decide_by_count();
    plies = has_full_boards_with_reserve() ? 1 : 2;
    for (int d = 0; d < plies; ++d) {
      after_round(d, storage_.statistics.by_distance[static_cast<std::size_t>(d)]);
    }
  }
  do {
    decided = round(plies);
    after_round(plies, decided);
    ++plies;
  } while (decided != 0);
  auto& by_distance = storage_.statistics.by_distance;
  while (by_distance.size() > 1 && by_distance.back() == 0) by_distance.pop_back();
  count_draws();
}

// Every position of the domain is undecided at first; nothing outside it ever is.
void Rounds::start() {
  tbb::parallel_for(ShapeId{0}, table_.tier_end(storage_.top_tier), [&](ShapeId id) {
    const int n = table_[id].spheres;
    const DomainMasks& masks = storage_.masks[static_cast<std::size_t>(n)];
    Word* undecided = storage_.undecided_words(id);
    std::uint8_t* filled = flags(undecided_bundles_, id);
    undecided_[id] = masks.colourings();
    tbb::parallel_for(tbb::blocked_range<std::uint32_t>(0, bundle_count(n), 1U << 12),
                      [&](const auto& range) {
                        for (std::uint32_t bundle = range.begin(); bundle != range.end(); ++bundle) {
                          store_bundle(undecided + bundle * kLanes, masks.valid(bundle));
                          filled[bundle] = any(masks.valid(bundle));
                        }
                      });
  });
}

// Where an empty reserve loses, rounds 0 and 1 follow from the counts of spheres; but for boards with an odd
// number of cells, where filling the last one wins as well: there round 1 is left to do.
void Rounds::decide_by_count() {
  const bool only_losses = has_full_boards_with_reserve();
  tbb::parallel_for(ShapeId{0}, table_.tier_end(storage_.top_tier), [&](ShapeId id) {
    const int n = table_[id].spheres;
    const EndedMasks& ended = storage_.ended[static_cast<std::size_t>(n)];
    std::atomic<std::uint64_t> lost_count{0};
    std::atomic<std::uint64_t> won_count{0};
    for_each_chunk(n, [&](std::uint32_t, std::uint32_t first, std::uint32_t bundles) {
      std::uint64_t lost_here = 0;
      std::uint64_t won_here = 0;
      for (std::uint32_t bundle = first; bundle < first + bundles; ++bundle) {
        const Bundle lost = ended.lost(bundle);
        const Bundle won = only_losses ? Bundle{} : ended.won(bundle);
        if (!any(lost | won)) continue;
        const std::uint32_t mirrored = opposite_bundle(n, bundle);
        if (only_losses) {
          store_bundle(just_lost_words(id) + mirrored * kLanes, opposite(n, lost));
          flags(just_lost_bundles_, id)[mirrored] = 1;
        }
        take_undecided(id, mirrored, opposite(n, lost | won));
        lost_here += static_cast<std::uint64_t>(count(lost));
        won_here += static_cast<std::uint64_t>(count(won));
      }
      lost_count += lost_here;
      won_count += won_here;
    });
    just_lost_in_[id] = only_losses && lost_count != 0;
    undecided_[id] -= lost_count + won_count;
    decided_[id] = lost_count << 32 | won_count;
  });
  for (ShapeId id = 0; id < table_.tier_end(storage_.top_tier); ++id) {
    storage_.count_decided(id, decided_[id] >> 32, 0);
    storage_.count_decided(id, decided_[id] & 0xffffffffU, 1);
  }
}

void Rounds::count_draws() {
  for (ShapeId id = 0; id < table_.tier_end(storage_.top_tier); ++id) {
    const Shape& shape = table_[id];
    storage_.statistics.by_spheres[static_cast<std::size_t>(shape.spheres)].draw +=
        undecided_[id] * static_cast<std::uint64_t>(shape.images);
  }
}

std::uint64_t Rounds::round(int plies) {
  const Kind kind = plies % 2 == 0 ? Kind::loss : Kind::win;
  // Then, and whenever distances take one more plane.
  if (plies >= kSparsePlies && std::has_single_bit(static_cast<unsigned>(plies))) renew_sparse_arrays();
  storage_.distances.reserve(plies);
  first_win_round_ = plies == 1;
  if (first_win_round_ && storage_.top_tier < table_.cells()) {
    const DomainMasks& masks = storage_.masks[static_cast<std::size_t>(storage_.top_tier)];
    const int most = table_.spheres_a_side();
    for (int ones = 0; ones <= std::max(0, storage_.top_tier - kBundleSlots); ++ones) {
      unstored_.push_back(
          masks.with_ones((std::uint32_t{1} << ones) - 1, storage_.top_tier - most));
    }
  }
  constexpr int kRoundsBetween = 4;
  if (rules_.recovers() && plies > 2 && plies % kRoundsBetween == 0) find_needed_bundles();
  find_work(kind, plies);
  std::fill(decided_.begin(), decided_.end(), 0);
  for (int tier = highest_recovery_tier(table_, storage_.top_tier); tier >= 0; --tier) {
    if (rules_.recovers()) {
      if (tier > 0) make_one_more(tier - 1, kind);
      make_recovered(tier);
    }
    if (tier <= storage_.top_tier) decide(tier, kind, plies);
  }
  std::uint64_t positions = 0;
  auto& flags = kind == Kind::loss ? just_lost_in_ : just_won_;
  for (ShapeId id = 0; id < table_.tier_end(storage_.top_tier); ++id) {
    flags[id] = decided_[id] != 0;
    undecided_[id] -= decided_[id];
    if (decided_[id] != 0) positions += storage_.count_decided(id, decided_[id], plies);
  }
  return positions;
}

// Before a loss round: gives back the memory of finds that are of no use any more. What is found so late is
// little and far between: small pages hold it.
void Rounds::renew_sparse_arrays() {
  const auto renew = [](Memory& memory) {
    const std::size_t bytes = memory.bytes();
    memory = Memory();
    memory = Memory(bytes, Memory::Pages::small);
  };
  std::for_each(just_lost_.begin(), just_lost_.end(), renew);
  std::fill(just_lost_in_.begin(), just_lost_in_.end(), 0);
  std::fill(just_lost_bundles_.begin(), just_lost_bundles_.end(), 0);
  renew(one_more_);
  std::for_each(recovered_.begin(), recovered_.end(), renew);
}

// Which shapes can change, and what they need: a shape is looked at again only if some child's set changed.
void Rounds::find_work(Kind kind, int plies) {
  const std::size_t shapes = table_.shapes().size();
  const auto& changed = kind == Kind::loss ? just_won_ : just_lost_in_;
  // Up to round 2 every shape counts: round 0 leaves most positions out, and what is not stored is won in 1.
  const bool all = plies <= 2;
  std::vector<std::uint8_t> one_more_changed(shapes, 0);
  std::vector<std::uint8_t> recovered_changed(shapes, 0);
  if (rules_.recovers()) {
    for (ShapeId id = 0; id < shapes; ++id) {
      one_more_changed[id] = changed[id];
      for (const Recovery& r : moves_.recoveries(id)) {
        one_more_changed[id] |= changed[r.to_shape.shape];
        recovered_changed[id] |= one_more_changed[r.to_shape.shape];
      }
    }
  }
  std::fill(need_one_more_.begin(), need_one_more_.end(), 0);
  std::fill(need_recovered_.begin(), need_recovered_.end(), 0);
  for (ShapeId id = 0; id < table_.tier_end(storage_.top_tier); ++id) {
    active_[id] = 0;
    if (undecided_[id] == 0) continue;
    const Shape& shape = table_[id];
    bool active = all;
    for (const Action& action : moves_.actions(id)) {
      const ShapeId child = action.to_shape.shape;
      active = active || changed[child] ||
               (recovered_changed[child] && can_complete(shape, action));
    }
    active_[id] = active;
    if (!active || !rules_.recovers()) continue;
    for (const Action& action : moves_.actions(id)) {
      const ShapeId child = action.to_shape.shape;
      if (!used_[child] || (kind == Kind::win && !recovered_changed[child])) continue;
      if (!can_complete(shape, action)) continue;
      need_recovered_[child] = 1;
    }
  }
  for (ShapeId id = 0; id < shapes; ++id) {
    if (!need_recovered_[id]) continue;
    for (const Recovery& r : moves_.recoveries(id)) {
      const ShapeId child = r.to_shape.shape;
      if (kind == Kind::loss || one_more_changed[child]) need_one_more_[child] = 1;
    }
  }
}

template <class F>
void Rounds::for_each_shape(int tier, const std::vector<std::uint8_t>& chosen, F&& f) const {
  tbb::parallel_for(table_.tier_begin(tier), table_.tier_end(tier), [&](ShapeId id) {
    if (!chosen[id]) return;
    if (stop_.stop_requested()) throw Stopped("stopped");
    f(id);
  });
}

// Which bundles of one_more and recovered the undecided positions can still ask for.
void Rounds::find_needed_bundles() {
  std::fill(ask_one_more_.begin(), ask_one_more_.end(), 0);
  std::fill(ask_recovered_.begin(), ask_recovered_.end(), 0);
  tbb::parallel_for(ShapeId{0}, table_.tier_end(storage_.top_tier), [&](ShapeId id) {
    if (undecided_[id] == 0) return;
    const Shape& shape = table_[id];
    Plan plan;
    plan.reserve(moves_.actions(id).size());
    for (const Action& action : moves_.actions(id)) {
      if (!can_complete(shape, action)) continue;
      Step step;
      step.marks = flags(ask_recovered_, action.to_shape.shape);
      plan.append(table_, shape, action, step);
    }
    for_each_chunk(shape.spheres, [&](std::uint32_t number, std::uint32_t first, std::uint32_t bundles) {
      BundleList live;
      const std::uint8_t* undecided = flags(undecided_bundles_, id);
      for (std::uint32_t i = 0; i < bundles; ++i) {
        live.add_if(i, undecided[opposite_bundle(shape.spheres, first + i)] != 0);
      }
      mark_children(plan, number, live);
    });
  });
  const int high = highest_recovery_tier(table_, storage_.top_tier);
  tbb::parallel_for(ShapeId{0}, table_.tier_end(high), [&](ShapeId id) {
    const std::uint8_t* asked = flags(ask_recovered_, id);
    const std::uint8_t* end = asked + bundle_count(table_[id].spheres);
    used_[id] = std::find(asked, end, 1) != end;
    if (!used_[id]) return;
    Plan plan;
    plan.reserve(moves_.recoveries(id).size());
    for (const Recovery& r : moves_.recoveries(id)) {
      Step step;
      step.marks = flags(ask_one_more_, r.to_shape.shape);
      plan.append(table_, table_[id], r, step);
    }
    for_each_chunk(table_[id].spheres,
                   [&](std::uint32_t number, std::uint32_t first, std::uint32_t bundles) {
                     BundleList live;
                     for (std::uint32_t i = 0; i < bundles; ++i) live.add_if(i, asked[first + i] != 0);
                     mark_children(plan, number, live);
                   });
  });
}

void Rounds::make_one_more(int tier, Kind kind) {
  for_each_shape(tier, need_one_more_, [&](ShapeId id) {
    Plan plan;
    plan.reserve(moves_.recoveries(id).size());
    for (const Recovery& r : moves_.recoveries(id)) {
      if (kind == Kind::win && !just_lost_in_[r.to_shape.shape]) continue;
      Step step;
      step.plain = set(r.to_shape.shape, kind);
      plan.append(table_, table_[id], r, step);
    }
    const DomainMasks& masks = storage_.masks[static_cast<std::size_t>(tier)];
    const BundleSet own = set(id, kind);
    const std::uint8_t* asked = flags(ask_one_more_, id);
    std::uint8_t* filled = flags(one_more_bundles_, id);
    for_each_chunk(tier, [&](std::uint32_t number, std::uint32_t first, std::uint32_t bundles) {
      Chunk chunk;
      for (std::uint32_t i = 0; i < bundles; ++i) {
        if (!asked[first + i]) continue;
        chunk.live.add_if(i, true);
        chunk.wanted[i] = masks.valid(first + i);
        chunk.reached[i] = own.bundle(first + i);
      }
      run_chunk(plan, number, chunk);
      for (const std::uint32_t i : chunk.live) {
        filled[first + i] = any(chunk.reached[i]);
        if (filled[first + i]) store_bundle(one_more_words(id) + (first + i) * kLanes, chunk.reached[i]);
      }
    });
  });
}

void Rounds::make_recovered(int tier) {
  for_each_shape(tier, need_recovered_, [&](ShapeId id) {
    Plan plan;
    plan.reserve(moves_.recoveries(id).size());
    for (const Recovery& r : moves_.recoveries(id)) {
      if (!need_one_more_[r.to_shape.shape]) continue;
      Step step;
      step.plain = {one_more_words(r.to_shape.shape), flags(one_more_bundles_, r.to_shape.shape)};
      plan.append(table_, table_[id], r, step);
    }
    const DomainMasks& masks = storage_.masks[static_cast<std::size_t>(tier)];
    const std::uint8_t* asked = flags(ask_recovered_, id);
    std::uint8_t* filled = flags(recovered_bundles_, id);
    for_each_chunk(tier, [&](std::uint32_t number, std::uint32_t first, std::uint32_t bundles) {
      Chunk chunk;
      for (std::uint32_t i = 0; i < bundles; ++i) {
        if (!asked[first + i]) continue;
        chunk.live.add_if(i, true);
        chunk.wanted[i] = masks.valid(first + i);
        chunk.reached[i] = Bundle{};
      }
      run_chunk(plan, number, chunk);
      for (const std::uint32_t i : chunk.live) {
        // Never more spheres than the side owns: a place needs a reserve even if it recovers.
        const Bundle recovered = chunk.reached[i] & chunk.wanted[i];
        filled[first + i] = any(recovered);
        if (filled[first + i]) store_bundle(recovered_words(id) + (first + i) * kLanes, recovered);
      }
    });
  });
}

bool Rounds::can_complete(const Shape& shape, const Action& action) const {
  bool found = false;
  for_each_formation(table_, rules_.recovers_on, after(shape, action), action.to,
                     [&](CellSet) { found = true; });
  return found;
}

Plan Rounds::action_plan(ShapeId id, Kind kind) const {
  const Shape& shape = table_[id];
  Plan plan;
  plan.reserve(moves_.actions(id).size());
  plan.may_decline = rules_.recover_min == 0;
  for (const Action& action : moves_.actions(id)) {
    const ShapeId child = action.to_shape.shape;
    Step step;
    if (stored(child)) {
      if (kind == Kind::loss || just_lost_in_[child]) step.plain = set(child, kind);
    } else if (kind == Kind::win && first_win_round_) {
      step.unstored = unstored_.data();
    }
    if (need_recovered_[child] && can_complete(shape, action)) {
      step.recovered = {recovered_words(child), flags(recovered_bundles_, child)};
    }
    if (!step.plain.exists() && !step.recovered.exists() && step.unstored == nullptr) continue;
    plan.set_formations(table_, rules_.recovers_on, shape, after(shape, action), action.to, step);
    plan.append(table_, shape, action, step);
  }
  return plan;
}

void Rounds::decide(int tier, Kind kind, int plies) {
  tbb::parallel_for(table_.tier_begin(tier), table_.tier_end(tier), [&](ShapeId id) {
    if (kind == Kind::loss && just_lost_in_[id]) {  // in the round before; nobody reads them any more
      std::fill_n(flags(just_lost_bundles_, id), bundle_count(tier), std::uint8_t{0});
    }
    if (active_[id]) {
      if (stop_.stop_requested()) throw Stopped("stopped");
      decided_[id] = decide_shape(id, kind, plies);
    } else if (kind == Kind::win && just_lost_in_[id]) {
      remove_just_lost(id);
    }
  });
}

void Rounds::remove_just_lost(ShapeId id) {
  const BundleSet just_lost = set(id, Kind::win);
  for (std::uint32_t bundle = 0; bundle < bundle_count(table_[id].spheres); ++bundle) {
    if (just_lost.filled[bundle]) take_undecided(id, bundle, just_lost.bundle(bundle));
  }
}

// Decided colourings of a bundle, which like its number are indexed by the opponent's spheres.
Bundle Rounds::take_undecided(ShapeId id, std::uint32_t bundle, const Bundle& decided) {
  Word* undecided = storage_.undecided_words(id) + bundle * kLanes;
  const Bundle left = load_bundle(undecided) & ~decided;
  store_bundle(undecided, left);
  flags(undecided_bundles_, id)[bundle] = any(left);
  return left;
}

std::uint64_t Rounds::decide_shape(ShapeId id, Kind kind, int plies) {
  const int tier = table_[id].spheres;
  const DomainMasks& masks = storage_.masks[static_cast<std::size_t>(tier)];
  // Nobody who can place a sphere is lost at once; only the others need a look in round 0.
  const int most = table_.spheres_a_side();
  const bool only_without_place = plies == 0 && tier < table_.cells();
  const Plan plan = action_plan(id, kind);
  const BundleSet undecided = set(id, Kind::loss);
  Word* const just_lost = just_lost_words(id);
  std::uint8_t* const just_lost_bundles = flags(just_lost_bundles_, id);
  std::atomic<std::uint64_t> decided{0};
  for_each_chunk(tier, [&](std::uint32_t number, std::uint32_t first, std::uint32_t bundles) {
    Chunk chunk;
    for (std::uint32_t i = 0; i < bundles; ++i) {
      const std::uint32_t bundle = opposite_bundle(tier, first + i);
      if (!undecided.filled[bundle]) continue;
      Bundle left = undecided.bundle(bundle);
      if (kind == Kind::win && just_lost_bundles[bundle]) {
        left = take_undecided(id, bundle, load_bundle(just_lost + bundle * kLanes));
        if (!any(left)) continue;
      }
      chunk.live.add_if(i, true);
      chunk.wanted[i] = opposite(tier, left);
      if (only_without_place) chunk.wanted[i] &= masks.with_ones(first + i, most);
      chunk.reached[i] = Bundle{};
    }
    run_chunk(plan, number, chunk);
    std::uint64_t sum = 0;
    for (const std::uint32_t i : chunk.live) {
      const Bundle now =
          chunk.wanted[i] & (kind == Kind::win ? chunk.reached[i] : ~chunk.reached[i]);
      if (!any(now)) continue;
      const std::uint32_t bundle = opposite_bundle(tier, first + i);
      const Bundle mirrored = opposite(tier, now);
      if (kind == Kind::loss) {
        store_bundle(just_lost + bundle * kLanes, mirrored);
        just_lost_bundles[bundle] = 1;
      } else {
        take_undecided(id, bundle, mirrored);
      }
      storage_.distances.record(id, first + i, now, plies);
      sum += static_cast<std::uint64_t>(count(now));
    }
    decided += sum;
  });
  return decided;
}

}  // namespace pylos::retrograde
