#include "solver/retrograde/induction.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <map>
#include <utility>

#include <tbb/parallel_for_each.h>

#include "engine/check.hpp"
#include "engine/game.hpp"
#include "solver/table/chunks.hpp"
#include "solver/table/tier_sizes.hpp"
#include "solver/table/bundle_map.hpp"
#include "solver/retrograde/solve.hpp"

namespace pylos::retrograde {

using table::Action;
using table::any;
using table::append_bundle_maps;
using table::chunk_offset;
using table::count;
using table::DomainMasks;
using table::EndedMasks;
using table::for_each_chunk;
using table::Bundle;
using table::BundleMap;
using table::most_words;
using table::opposite;
using table::opposite_bundle;
using table::Shape;
using table::ShapeId;
using table::ShapeTable;
using table::store_bundle;
using table::Word;
using table::kLanes;
namespace {

// The sum of the tiers on which the spheres lie; a raise makes it more.
int height(const ShapeTable& table, CellSet cells) {
  return with_base(table.base(), [&]<int B>() {
    int sum = 0;
    for (const Cell c : cells) sum += Board<B>::place(c).level;
    return sum;
  });
}

// Adds to counts[d] the colourings of `within` with distance d; `distance` holds the bits above
// `Plane`.
template <int Plane>
void count_distances(const Bundle* planes, Bundle within, unsigned distance, std::uint64_t* counts) {
  if constexpr (Plane < 0) {
    counts[distance] += static_cast<std::uint64_t>(count(within));
  } else {
    const Bundle one = within & planes[Plane];
    const Bundle zero = within & ~planes[Plane];
    if (any(zero)) count_distances<Plane - 1>(planes, zero, distance, counts);
    if (any(one)) count_distances<Plane - 1>(planes, one, distance | 1U << Plane, counts);
  }
}

}  // namespace

BackwardInduction::BackwardInduction(table::SolutionStorage& storage)
    : storage_(storage), table_(storage.table), moves_(storage.table) {
  PYLOS_CHECK(possible(storage.game.rules));
  storage.undecided.clear();  // no position comes back: there are no draws
  for (int parity = 0; parity < 2; ++parity) {
    const std::uint64_t words = most_words(table_, storage.top_tier, parity);
    scores_[static_cast<std::size_t>(parity)] = Memory(words * sizeof(Word) * kMostPlanes);
  }
  colourings_.resize(table_.shapes().size());
  longest_.assign(table_.shapes().size(),
                  1);  // what is not stored is lost at once or won by the last place
}

std::uint64_t BackwardInduction::working_bytes(const ShapeTable& table, int top_tier) {
  return (most_words(table, top_tier, 0) + most_words(table, top_tier, 1)) * sizeof(Word) *
         kMostPlanes;
}

void BackwardInduction::run(const std::function<void(int, std::uint64_t)>& after_tier,
                            const std::stop_token& stop) {
  stop_ = stop;
  storage_.statistics.by_distance.assign(2, 0);
  storage_.count_unstored_tiers();
  for (int tier = storage_.top_tier; tier >= 0; --tier) {
    for (const std::vector<ShapeId>& shapes : by_height(tier)) {
      for (const ShapeId id : shapes)
        storage_.distances.reserve(longest_after_children(id));
      tbb::parallel_for_each(shapes, [&](ShapeId id) {
        if (stop_.stop_requested()) throw Stopped("stopped");
        decide(id);
      });
    }
    after_tier(tier, count_tier(tier));
  }
}

std::vector<std::vector<ShapeId>> BackwardInduction::by_height(int spheres) const {
  std::map<int, std::vector<ShapeId>, std::greater<>> groups;
  for (ShapeId id = table_.tier_begin(spheres); id < table_.tier_end(spheres); ++id) {
    groups[height(table_, table_[id].cells)].push_back(id);
  }
  std::vector<std::vector<ShapeId>> ordered;
  for (auto& [unused, shapes] : groups) ordered.push_back(std::move(shapes));
  return ordered;
}

std::uint64_t BackwardInduction::count_tier(int spheres) {
  std::uint64_t positions = 0;
  for (ShapeId id = table_.tier_begin(spheres); id < table_.tier_end(spheres); ++id) {
    for (int d = 0; d <= longest_[id]; ++d) {
      const std::uint64_t colourings = colourings_[id][static_cast<std::size_t>(d)];
      if (colourings != 0) positions += storage_.count_decided(id, colourings, d);
    }
  }
  return positions;
}

Word* BackwardInduction::score_words(const Shape& shape, std::size_t plane) const {
  return scores_[static_cast<std::size_t>(shape.spheres % 2)].as<Word>() +
         plane * table_.tier_words(shape.spheres) + shape.first_word;
}

int BackwardInduction::longest_after_children(ShapeId id) const {
  int longest = 0;
  for (const Action& action : moves_.actions(id)) {
    longest = std::max(longest, longest_[action.to_shape.shape] + 1);
  }
  return longest;
}

std::vector<BackwardInduction::Child> BackwardInduction::children_of(ShapeId id) const {
  const Shape& shape = table_[id];
  std::vector<Child> children;
  children.reserve(moves_.actions(id).size());
  for (const Action& action : moves_.actions(id)) {
    Child& child = children.emplace_back();
    const Shape& after = table_[action.to_shape.shape];
    if (after.spheres > storage_.top_tier) continue;
    child.scores.used = planes_for(longest_[action.to_shape.shape] + 1);
    for (std::size_t k = 0; k < kMostPlanes; ++k) child.scores.planes[k] = score_words(after, k);
    append_bundle_maps(table_, shape, action.to_shape, &action.to, action.lifted(), child.maps);
  }
  return children;
}

void BackwardInduction::decide(ShapeId id) {
  const std::vector<Child> children = children_of(id);
  switch (planes_for(longest_after_children(id))) {
    case 2:
      return decide_bundles<2>(id, children);
    case 3:
      return decide_bundles<3>(id, children);
    case 4:
      return decide_bundles<4>(id, children);
    case 5:
      return decide_bundles<5>(id, children);
    case 6:
      return decide_bundles<6>(id, children);
    default:
      PYLOS_CHECK(false);  // 38 plies are the most on base 4
  }
}

// The scores of the children above the stored tiers, which are reached by a place.
template <std::size_t Planes>
BundlePlanes<Planes> BackwardInduction::unstored_scores(const DomainMasks& masks,
                                                      std::uint32_t bundle) const {
  const int most = table_.spheres_a_side();
  const Bundle without_reserve = masks.with_ones(bundle, most);
  // A place that leaves the other side without a reserve wins; any other is answered by the last
  // place.
  BundlePlanes<Planes> score;
  score.fill(masks.with_ones(bundle, masks.spheres() - most) & ~without_reserve);
  score[1] |= masks.valid(bundle) & ~without_reserve;
  return score;
}

// The maps that have a part in a chunk.
std::vector<BackwardInduction::Way> BackwardInduction::ways_of(const std::vector<Child>& children,
                                                               std::uint32_t chunk) {
  std::vector<Way> ways;
  for (const Child& child : children) {
    for (const BundleMap& map : child.maps) {
      std::uint32_t offset = 0;
      if (chunk_offset(map, chunk, offset)) ways.push_back({&map, &child.scores, offset});
    }
  }
  return ways;
}

// Raises `best` to the best scores of all children, for bundle `i` of the ways' chunk.
template <std::size_t Planes>
void BackwardInduction::raise_to_children(const std::vector<Way>& ways, std::uint32_t i,
                                          BundlePlanes<Planes>& best) {
  for (const Way& way : ways) {
    const std::uint32_t offset = way.map->bundle_offset[i];
    if (offset == BundleMap::kNoBundle) continue;
    raise_to(best, follow<Planes>(*way.map, *way.scores, way.offset + offset));
  }
}

template <std::size_t Planes>
void BackwardInduction::store_scores(const Shape& shape, std::uint32_t bundle,
                                     const BundlePlanes<Planes>& score, std::size_t used) {
  const std::uint32_t at = opposite_bundle(shape.spheres, bundle) * kLanes;
  for (std::size_t k = 0; k < used; ++k)
    store_bundle(score_words(shape, k) + at, opposite(shape.spheres, score[k]));
}

template <std::size_t Planes>
void BackwardInduction::decide_bundles(ShapeId id, const std::vector<Child>& children) {
  const Shape& shape = table_[id];
  const auto tier = static_cast<std::size_t>(shape.spheres);
  const DomainMasks& masks = storage_.masks[tier];
  const EndedMasks* ended = storage_.ended.empty() ? nullptr : &storage_.ended[tier];
  const bool has_unstored = std::any_of(children.begin(), children.end(),
                                        [](const Child& child) { return child.maps.empty(); });
  const std::size_t score_planes = planes_for(longest_after_children(id) + 1);

  using CountsByDistance = std::array<std::uint64_t, std::size_t{1} << Planes>;
  std::array<std::atomic<std::uint64_t>, std::size_t{1} << Planes> total{};
  for_each_chunk(shape.spheres, [&](std::uint32_t number, std::uint32_t first,
                                    std::uint32_t bundles) {
    const std::vector<Way> ways = ways_of(children, number);
    CountsByDistance here{};
    for (std::uint32_t i = 0; i < bundles; ++i) {
      const std::uint32_t bundle = first + i;
      const Bundle valid = masks.valid(bundle);
      const Bundle lost = ended == nullptr ? Bundle{} : ended->lost(bundle);
      const Bundle won = ended == nullptr ? Bundle{} : ended->won(bundle);
      BundlePlanes<Planes> best{};
      if (any(valid & ~lost & ~won)) {
        if (has_unstored) best = unstored_scores<Planes>(masks, bundle);
        raise_to_children(ways, i, best);
      }
      // From scores to distances; the count of spheres goes before them.
      BundlePlanes<Planes> distance;
      distance[0] = (best[0] | won) & valid & ~lost;
      for (std::size_t k = 1; k < Planes; ++k) distance[k] = (best[k] ^ best[0]) & ~(won | lost);
      storage_.distances.record(id, bundle, distance);
      count_distances<int{Planes} - 1>(distance.data(), valid, 0, here.data());
      store_scores(shape, bundle, scores_of(distance, valid), score_planes);
    }
    for (std::size_t d = 0; d < here.size(); ++d) {
      if (here[d] != 0) total[d] += here[d];
    }
  });
  colourings_[id].assign(total.begin(), total.end());
  longest_[id] = 0;
  for (std::size_t d = 0; d < total.size(); ++d) {
    if (total[d] != 0) longest_[id] = static_cast<int>(d);
  }
}

}  // namespace pylos::retrograde
