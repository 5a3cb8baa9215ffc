#include "solver/analysis/game_statistics.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>

#include <tbb/enumerable_thread_specific.h>
#include <tbb/task_arena.h>

#include "engine/check.hpp"
#include "solver/analysis/move_counter.hpp"
#include "solver/analysis/parts.hpp"
#include "solver/analysis/place.hpp"
#include "solver/analysis/winning_moves.hpp"
#include "solver/work/threads.hpp"
#include "solver/table/storage.hpp"
#include "solver/work/errors.hpp"

namespace pylos::analysis {

using table::any;
using table::byte_of;
using table::count;
using table::domain_positions;
using table::first_bit;
using table::Bundle;
using table::Shape;
using table::ShapeId;
using table::ShapeTable;
using table::kBundleColourings;

namespace {

constexpr std::size_t kBytes = 256;

// What has been counted of some positions, canonical colourings times images.
struct Tally {
  std::array<std::uint64_t, kBytes> by_byte{};  // bytes as of table::SolutionStorage::bundle_values
  std::uint64_t one_winning_move = 0;
  std::uint64_t moves = 0;
  int most_moves = 0;
  TurnTable turns;

  /// By byte: a place at or before the first position that has it, in the same bundle.
  std::array<Place, kBytes> first_of_byte;
  Place first_most_moves = kNowhere;
  Place first_one_winning_move = kNowhere;
  Place first_full_zugzwang = kNowhere;
  Place first_costs_draw = kNowhere;
  Place first_costs_win = kNowhere;

  Tally() { first_of_byte.fill(kNowhere); }

  void add_most_moves(int most, Place at) {
    if (most < most_moves) return;
    first_most_moves = most > most_moves ? at : std::min(at, first_most_moves);
    most_moves = most;
  }

  Tally& operator+=(const Tally& other) {
    for (std::size_t b = 0; b < kBytes; ++b) {
      by_byte[b] += other.by_byte[b];
      first_of_byte[b] = std::min(first_of_byte[b], other.first_of_byte[b]);
    }
    one_winning_move += other.one_winning_move;
    moves += other.moves;
    if (other.first_most_moves != kNowhere)
      add_most_moves(other.most_moves, other.first_most_moves);
    turns += other.turns;
    first_one_winning_move = std::min(first_one_winning_move, other.first_one_winning_move);
    first_full_zugzwang = std::min(first_full_zugzwang, other.first_full_zugzwang);
    first_costs_draw = std::min(first_costs_draw, other.first_costs_draw);
    first_costs_win = std::min(first_costs_win, other.first_costs_win);
    return *this;
  }
};

using Tallies = ByPart<Tally>;

// All there is to know of a bundle before its positions are counted.
struct BundleFacts {
  ShapeId shape = 0;
  std::uint32_t bundle = 0;
  std::uint64_t images = 0;
  bool full_board = false;
  OutcomeBundles now;
  OutcomeBundles turned;
  Bundle one_winning_move;
  MoveCount moves;
  BundleValues values;
};

void note_first(Place& first, const BundleFacts& facts, const Bundle& some) {
  if (place_of(facts.shape, facts.bundle, 0) >= first || !any(some)) return;
  first = std::min(first, place_of(facts.shape, facts.bundle, first_bit(some)));
}

void count_values(const BundleFacts& facts, const Bundle& which, Tally& tally) {
  std::array<std::uint32_t, kBytes> by_byte{};
  for (std::size_t w = 0; w < facts.values.size(); ++w) {
    for (std::uint64_t rest = byte_of(which, w); rest != 0; rest &= rest - 1) {
      ++by_byte[facts.values[w] >> 8 * std::countr_zero(rest) & 255];
    }
  }
  const Place here = place_of(facts.shape, facts.bundle, 0);
  for (std::size_t b = 0; b < kBytes; ++b) {
    if (by_byte[b] == 0) continue;
    tally.by_byte[b] += by_byte[b] * facts.images;
    tally.first_of_byte[b] = std::min(tally.first_of_byte[b], here);
  }
}

void count_turns(const BundleFacts& facts, const Bundle& which, Tally& tally) {
  if (facts.full_board) return;
  count_outcomes(facts.now, facts.turned, which, facts.images, tally.turns);
  note_first(tally.first_full_zugzwang, facts, which & facts.now.loss & facts.turned.loss);
  note_first(tally.first_costs_draw, facts, which & facts.now.loss & facts.turned.draw);
  note_first(tally.first_costs_win, facts, which & facts.now.draw & facts.turned.loss);
}

void count_bundle(const BundleFacts& facts, const Bundle& which, Tally& tally) {
  if (!any(which)) return;
  count_values(facts, which, tally);
  count_turns(facts, which, tally);
  const Bundle one = facts.one_winning_move & which;
  tally.one_winning_move += static_cast<std::uint64_t>(count(one)) * facts.images;
  note_first(tally.first_one_winning_move, facts, one);
  tally.moves += facts.moves.sum(which) * facts.images;
  Bundle most = which;
  const int moves = facts.moves.greatest(most);
  tally.add_most_moves(moves, place_of(facts.shape, facts.bundle, first_bit(most)));
}

class Pass {
 public:
  Pass(const Solution& solution, const Reachable& reachable)
      : storage_(table::storage_of(solution)), reachable_(reachable), winning_(storage_) {
    PYLOS_CHECK(solution.game() == reachable.game());
  }

  GameStatistics run(const StatisticsOptions& options) {
    GameStatistics result;
    for (PopulationStatistics* p : {&result.domain, &result.reachable}) {
      p->by_spheres.resize(static_cast<std::size_t>(storage_.table.cells()) + 1);
    }
    Tallies whole;
    std::uint64_t done = 0;
    const std::uint64_t total = storage_.positions();
    winning_.run(
        [&](ShapeId id) -> WinningMoves::ChunkVisit {
          const auto counter = std::make_shared<const MoveCounter>(
              storage_.table, winning_.shape_moves(), storage_.game.rules, winning_.outcomes(), id);
          return [&, id, counter](std::uint32_t first, std::uint32_t bundles,
                                  const WinningBundles& winning) {
            count_chunk(id, *counter, first, bundles, winning, tallies_.local());
          };
        },
        [&](int tier) {
          const Tallies sum = sum_of(tallies_);
          tallies_.clear();
          const auto n = static_cast<std::size_t>(tier);
          result.reachable.by_spheres[n] = statistics_of(sum[kReachable]);
          result.domain.by_spheres[n] = result.reachable.by_spheres[n];
          result.domain.by_spheres[n] += statistics_of(sum[kOther]);
          for (std::size_t part = 0; part < kParts; ++part) whole[part] += sum[part];
          done += domain_positions(storage_.table, storage_.masks[n]);
          if (options.progress) options.progress(done, total);
        },
        options.stop);
    result.reachable.examples = examples_of(whole[kReachable], true);
    Tally all = whole[kReachable];
    all += whole[kOther];
    result.domain.examples = examples_of(all, false);
    return result;
  }

 private:
  void count_chunk(ShapeId id, const MoveCounter& counter, std::uint32_t first, std::uint32_t bundles,
                   const WinningBundles& winning, Tallies& tallies) const {
    const OutcomeReader& outcomes = winning_.outcomes();
    const Shape& shape = storage_.table[id];
    BundleFacts facts;
    facts.shape = id;
    facts.images = static_cast<std::uint64_t>(shape.images);
    facts.full_board = shape.spheres == storage_.table.cells();
    for (std::uint32_t i = 0; i < bundles; ++i) {
      const std::uint32_t bundle = first + i;
      const Bundle valid = outcomes.valid(shape.spheres, bundle);
      if (!any(valid)) continue;
      facts.bundle = bundle;
      facts.values = outcomes.values(id, bundle);
      facts.now = outcomes.outcomes(id, bundle, facts.values);
      facts.turned = turned(id, bundle);
      facts.one_winning_move = winning.once[i] & ~winning.twice[i];
      facts.moves = counter.moves(bundle);
      const ByPart<Bundle> parts = parts_of(valid, reachable_.bundle(id, bundle));
      for (std::size_t part = 0; part < kParts; ++part)
        count_bundle(facts, parts[part], tallies[part]);
    }
  }

  // The outcomes that the other side would have if the turn were its own.
  OutcomeBundles turned(ShapeId id, std::uint32_t bundle) const {
    const int spheres = storage_.table[id].spheres;
    OutcomeBundles outcome{};
    outcome.loss = winning_.lost_when_turned(id, bundle);
    if (spheres <= storage_.top_tier) {
      outcome.draw = storage_.draws(id, bundle);
    }
    outcome.win = winning_.outcomes().valid(spheres, bundle) & ~outcome.loss & ~outcome.draw;
    return outcome;
  }

  static GroupStatistics statistics_of(const Tally& tally) {
    GroupStatistics group;
    for (std::size_t b = 0; b < table::SolutionStorage::kNoPositionByte; ++b) {
      (b % 2 == 0 ? group.counts.loss : group.counts.win) += tally.by_byte[b];
      if (tally.by_byte[b] == 0) continue;
      group.by_distance.resize(b + 1);
      group.by_distance[b] = tally.by_byte[b];
    }
    group.counts.draw = tally.by_byte[table::SolutionStorage::kDrawByte];
    group.one_winning_move = tally.one_winning_move;
    group.moves = tally.moves;
    group.most_moves = tally.most_moves;
    group.turns = tally.turns;
    return group;
  }

  std::optional<Position> position_at(Place place) const {
    if (place == kNowhere) return std::nullopt;
    return analysis::position_at(storage_.table, place);
  }

  // The first position of a value, in the bundle where it is known to be.
  std::optional<Position> first_of_byte(const Tally& tally, std::size_t byte,
                                        bool reachable_only) const {
    const Place place = tally.first_of_byte[byte];
    if (place == kNowhere) return std::nullopt;
    const auto id = static_cast<ShapeId>(place >> 32);
    const std::uint32_t bundle = static_cast<std::uint32_t>(place) / kBundleColourings;
    Bundle which = winning_.outcomes().valid(storage_.table[id].spheres, bundle);
    if (reachable_only) which &= reachable_.bundle(id, bundle);
    const BundleValues values = winning_.outcomes().values(id, bundle);
    for (std::uint32_t i = 0; i < kBundleColourings; ++i) {
      const bool counted = (which[i / 32] >> i % 32 & 1) != 0;
      if (counted && (values[i / 8] >> 8 * (i % 8) & 255) == byte) return position_at(place + i);
    }
    PYLOS_CHECK(false);
  }

  Examples examples_of(const Tally& tally, bool reachable_only) const {
    Examples examples;
    for (std::size_t b = 0; b < table::SolutionStorage::kNoPositionByte; ++b) {
      if (tally.by_byte[b] == 0) continue;
      auto& longest = b % 2 == 0 ? examples.longest_loss : examples.longest_win;
      longest = first_of_byte(tally, b, reachable_only);
    }
    examples.draw = first_of_byte(tally, table::SolutionStorage::kDrawByte, reachable_only);
    examples.most_moves = position_at(tally.first_most_moves);
    examples.one_winning_move = position_at(tally.first_one_winning_move);
    examples.full_zugzwang = position_at(tally.first_full_zugzwang);
    examples.costs_draw = position_at(tally.first_costs_draw);
    examples.costs_win = position_at(tally.first_costs_win);
    return examples;
  }

  const table::SolutionStorage& storage_;
  const Reachable& reachable_;
  WinningMoves winning_;
  tbb::enumerable_thread_specific<Tallies> tallies_;
};

}  // namespace

GroupStatistics& GroupStatistics::operator+=(const GroupStatistics& other) {
  counts += other.counts;
  by_distance.resize(std::max(by_distance.size(), other.by_distance.size()));
  for (std::size_t d = 0; d < other.by_distance.size(); ++d) by_distance[d] += other.by_distance[d];
  one_winning_move += other.one_winning_move;
  moves += other.moves;
  most_moves = std::max(most_moves, other.most_moves);
  turns += other.turns;
  return *this;
}

GroupStatistics PopulationStatistics::all() const {
  GroupStatistics sum;
  for (const GroupStatistics& group : by_spheres) sum += group;
  return sum;
}

std::uint64_t statistics_memory(int base) { return WinningMoves::memory(ShapeTable(base)); }

GameStatistics game_statistics(const Solution& solution, const Reachable& reachable,
                               const StatisticsOptions& options) {
  tbb::task_arena arena = arena_of(options.threads);
  std::optional<GameStatistics> result;
  arena.execute([&] { result = Pass(solution, reachable).run(options); });
  return std::move(*result);
}

}  // namespace pylos::analysis
