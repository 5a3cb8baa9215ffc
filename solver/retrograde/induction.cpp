#include "solver/retrograde/induction.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <map>
#include <utility>

#include <tbb/parallel_for_each.h>

#include "engine/check.hpp"
#include "engine/game.hpp"
#include "solver/retrograde/chunks.hpp"
#include "solver/retrograde/level_sizes.hpp"
#include "solver/retrograde/line_map.hpp"
#include "solver/solve.hpp"

namespace pylos::retrograde {
namespace {

// The sum of the levels on which the spheres lie; a raise makes it more.
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
void count_distances(const Line* planes, Line within, unsigned distance, std::uint64_t* counts) {
  if constexpr (Plane < 0) {
    counts[distance] += static_cast<std::uint64_t>(count(within));
  } else {
    const Line one = within & planes[Plane];
    const Line zero = within & ~planes[Plane];
    if (any(zero)) count_distances<Plane - 1>(planes, zero, distance, counts);
    if (any(one)) count_distances<Plane - 1>(planes, one, distance | 1U << Plane, counts);
  }
}

}  // namespace

BackwardInduction::BackwardInduction(SolutionStorage& storage)
    : storage_(storage), table_(storage.table) {
  PYLOS_CHECK(possible(storage.game.rules));
  storage.undecided.clear();  // no position comes back: there are no draws
  for (int parity = 0; parity < 2; ++parity) {
    const std::uint64_t words = most_words(table_, storage.top_level, parity);
    scores_[static_cast<std::size_t>(parity)] = Memory(words * sizeof(Word) * kMostPlanes);
  }
  colourings_.resize(table_.shapes().size());
  longest_.assign(table_.shapes().size(),
                  1);  // what is not stored is lost at once or won by the last place
}

std::uint64_t BackwardInduction::working_bytes(const ShapeTable& table, int top_level) {
  return (most_words(table, top_level, 0) + most_words(table, top_level, 1)) * sizeof(Word) *
         kMostPlanes;
}

void BackwardInduction::run(const std::function<void(int, std::uint64_t)>& after_level,
                            const std::stop_token& stop) {
  stop_ = stop;
  storage_.statistics.by_distance.assign(2, 0);
  storage_.count_unstored_levels();
  for (int level = storage_.top_level; level >= 0; --level) {
    for (const std::vector<ShapeId>& shapes : by_height(level)) {
      for (const ShapeId id : shapes)
        storage_.distances.reserve(longest_after_children(table_[id]));
      tbb::parallel_for_each(shapes, [&](ShapeId id) {
        if (stop_.stop_requested()) throw Stopped("stopped");
        decide(id);
      });
    }
    after_level(level, count_level(level));
  }
}

std::vector<std::vector<ShapeId>> BackwardInduction::by_height(int spheres) const {
  std::map<int, std::vector<ShapeId>, std::greater<>> groups;
  for (ShapeId id = table_.level_begin(spheres); id < table_.level_end(spheres); ++id) {
    groups[height(table_, table_[id].cells)].push_back(id);
  }
  std::vector<std::vector<ShapeId>> ordered;
  for (auto& [unused, shapes] : groups) ordered.push_back(std::move(shapes));
  return ordered;
}

std::uint64_t BackwardInduction::count_level(int spheres) {
  std::uint64_t positions = 0;
  for (ShapeId id = table_.level_begin(spheres); id < table_.level_end(spheres); ++id) {
    for (int d = 0; d <= longest_[id]; ++d) {
      const std::uint64_t colourings = colourings_[id][static_cast<std::size_t>(d)];
      if (colourings != 0) positions += storage_.count_decided(id, colourings, d);
    }
  }
  return positions;
}

Word* BackwardInduction::score_words(const Shape& shape, std::size_t plane) const {
  return scores_[static_cast<std::size_t>(shape.spheres % 2)].as<Word>() +
         plane * table_.level_words(shape.spheres) + shape.first_word;
}

int BackwardInduction::longest_after_children(const Shape& shape) const {
  int longest = 0;
  for (const Action& action : shape.actions) {
    longest = std::max(longest, longest_[action.to_shape.shape] + 1);
  }
  return longest;
}

std::vector<BackwardInduction::Child> BackwardInduction::children_of(const Shape& shape) const {
  std::vector<Child> children;
  children.reserve(shape.actions.size());
  for (const Action& action : shape.actions) {
    Child& child = children.emplace_back();
    const ShapeId id = action.to_shape.shape;
    if (table_[id].spheres > storage_.top_level) continue;
    child.scores.used = planes_for(longest_[id] + 1);
    for (std::size_t k = 0; k < kMostPlanes; ++k)
      child.scores.planes[k] = score_words(table_[id], k);
    append_line_maps(table_, shape, action.to_shape, &action.to,
                     action.is_raise() ? CellSet(action.from) : CellSet{}, child.maps);
  }
  return children;
}

void BackwardInduction::decide(ShapeId id) {
  const Shape& shape = table_[id];
  const std::vector<Child> children = children_of(shape);
  switch (planes_for(longest_after_children(shape))) {
    case 2:
      return decide_lines<2>(id, children);
    case 3:
      return decide_lines<3>(id, children);
    case 4:
      return decide_lines<4>(id, children);
    case 5:
      return decide_lines<5>(id, children);
    case 6:
      return decide_lines<6>(id, children);
    default:
      PYLOS_CHECK(false);  // 38 plies are the most on base 4
  }
}

// The scores of the children above the stored levels, which are reached by a place.
template <std::size_t Planes>
LinePlanes<Planes> BackwardInduction::unstored_scores(const DomainMasks& masks,
                                                      std::uint32_t line) const {
  const int most = table_.spheres_a_side();
  const Line without_reserve = masks.with_ones(line, most);
  // A place that leaves the other side without a reserve wins; any other is answered by the last
  // place.
  LinePlanes<Planes> score;
  score.fill(masks.with_ones(line, masks.spheres() - most) & ~without_reserve);
  score[1] |= masks.valid(line) & ~without_reserve;
  return score;
}

template <std::size_t Planes>
void BackwardInduction::decide_lines(ShapeId id, const std::vector<Child>& children) {
  const Shape& shape = table_[id];
  const int level = shape.spheres;
  const DomainMasks& masks = storage_.masks[static_cast<std::size_t>(level)];
  const EndedMasks* ended =
      storage_.ended.empty() ? nullptr : &storage_.ended[static_cast<std::size_t>(level)];
  const bool has_unstored = std::any_of(children.begin(), children.end(),
                                        [](const Child& child) { return child.maps.empty(); });
  const std::size_t score_planes = planes_for(longest_after_children(shape) + 1);
  std::array<Word*, Planes + 1> scores;
  for (std::size_t k = 0; k < scores.size(); ++k) scores[k] = score_words(shape, k);

  std::array<std::atomic<std::uint64_t>, std::size_t{1} << Planes> total{};
  for_each_chunk(level, [&](std::uint32_t number, std::uint32_t first, std::uint32_t lines) {
    struct Way {
      const LineMap* map;
      const ScoreWords* scores;
      std::uint32_t offset;
    };
    std::vector<Way> ways;
    for (const Child& child : children) {
      for (const LineMap& map : child.maps) {
        std::uint32_t offset = 0;
        if (chunk_offset(map, number, offset)) ways.push_back({&map, &child.scores, offset});
      }
    }
    std::array<std::uint64_t, std::size_t{1} << Planes> here{};
    for (std::uint32_t i = 0; i < lines; ++i) {
      const std::uint32_t line = first + i;
      const Line valid = masks.valid(line);
      const Line lost = ended == nullptr ? Line{} : ended->lost(line);
      const Line won = ended == nullptr ? Line{} : ended->won(line);
      LinePlanes<Planes> best{};
      if (any(valid & ~lost & ~won)) {
        if (has_unstored) best = unstored_scores<Planes>(masks, line);
        for (const Way& way : ways) {
          const std::uint32_t offset = way.map->line_offset[i];
          if (offset == LineMap::kNoLine) continue;
          raise_to(best, follow<Planes>(*way.map, *way.scores, way.offset + offset));
        }
      }
      // From scores to distances; the count of spheres goes before them.
      LinePlanes<Planes> distance;
      distance[0] = (best[0] | won) & valid & ~lost;
      for (std::size_t k = 1; k < Planes; ++k) distance[k] = (best[k] ^ best[0]) & ~(won | lost);
      storage_.distances.record(id, line, distance);
      count_distances<int{Planes} - 1>(distance.data(), valid, 0, here.data());

      const LinePlanes<Planes + 1> score = scores_of(distance, valid);
      const std::uint32_t at = opposite_line(level, line) * kLanes;
      for (std::size_t k = 0; k < score_planes; ++k)
        store_line(scores[k] + at, opposite(level, score[k]));
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
