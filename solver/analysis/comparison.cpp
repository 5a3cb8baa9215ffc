#include "solver/analysis/comparison.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <mutex>
#include <string>

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include "engine/check.hpp"
#include "engine/errors.hpp"
#include "engine/game.hpp"
#include "engine/symmetry.hpp"
#include "solver/analysis/outcome_bundles.hpp"
#include "solver/analysis/parts.hpp"
#include "solver/analysis/place.hpp"
#include "solver/work/threads.hpp"
#include "solver/table/chunks.hpp"
#include "solver/table/storage.hpp"
#include "solver/work/errors.hpp"

namespace pylos::analysis {

using table::any;
using table::byte_of;
using table::count;
using table::domain_positions;
using table::for_each_chunk;
using table::Bundle;
using table::load_bundle;
using table::Shape;
using table::ShapeId;
using table::ShapeTable;
using table::store_bundle;
using table::Word;
using table::kLanes;

namespace {

constexpr int kMostPlies = 127;

// What has been counted of some positions.
struct Differences {
  OutcomeTable outcomes;
  // By outcome (kWin, kLoss) and difference plus kMostPlies.
  std::array<std::array<std::uint64_t, 2 * kMostPlies + 1>, 2> differences{};

  Differences& operator+=(const Differences& other) {
    outcomes += other.outcomes;
    for (std::size_t o = 0; o < differences.size(); ++o) {
      for (std::size_t i = 0; i < differences[o].size(); ++i)
        differences[o][i] += other.differences[o][i];
    }
    return *this;
  }
};

void count_differences(const BundleValues& first, const BundleValues& second, const Bundle& which,
                       std::uint64_t images,
                       std::array<std::uint64_t, 2 * kMostPlies + 1>& counts) {
  for (std::size_t w = 0; w < first.size(); ++w) {
    for (std::uint64_t rest = byte_of(which, w); rest != 0; rest &= rest - 1) {
      const int shift = 8 * std::countr_zero(rest);
      const int plies_first = static_cast<int>(first[w] >> shift & 255);
      const int plies_second = static_cast<int>(second[w] >> shift & 255);
      counts[static_cast<std::size_t>(plies_second - plies_first + kMostPlies)] += images;
    }
  }
}

GroupComparison comparison_of(const Differences& tally) {
  GroupComparison group;
  group.outcomes = tally.outcomes;
  for (int d = -kMostPlies; d <= kMostPlies; ++d) {
    const auto i = static_cast<std::size_t>(d + kMostPlies);
    const std::uint64_t wins = tally.differences[OutcomeTable::kWin][i];
    const std::uint64_t losses = tally.differences[OutcomeTable::kLoss][i];
    if (wins != 0) group.win_differences[d] = wins;
    if (losses != 0) group.loss_differences[d] = losses;
  }
  return group;
}

class Comparing {
 public:
  Comparing(const Solution& first, const Solution& second, const Reachable& reachable,
            const CompareOptions& options)
      : table_(table::storage_of(first).table),
        reachable_(reachable),
        options_(options),
        first_(table::storage_of(first)),
        second_(table::storage_of(second)) {
    PYLOS_CHECK(first.game() == reachable.game());
    for (int tier = 0; tier <= table_.cells(); ++tier) {
      flips_.emplace_back(std::size_t{table_.tier_words(tier)} * sizeof(Word));
    }
  }

  Comparison run(std::uint64_t positions) {
    Comparison result;
    std::uint64_t done = 0;
    for (int tier = 0; tier <= table_.cells(); ++tier) {
      tbb::enumerable_thread_specific<ByPart<Differences>> tallies;
      tbb::parallel_for(table_.tier_begin(tier), table_.tier_end(tier), [&](ShapeId id) {
        if (options_.stop.stop_requested())
          throw Stopped("interrupted; nothing is kept, run it again");
        for_each_chunk(tier, [&](std::uint32_t, std::uint32_t first, std::uint32_t bundles) {
          for (std::uint32_t i = first; i < first + bundles; ++i)
            compare_bundle(id, i, tallies.local());
        });
      });
      const ByPart<Differences> sum = sum_of(tallies);
      result.reachable.push_back(comparison_of(sum[kReachable]));
      result.domain.push_back(result.reachable.back());
      result.domain.back() += comparison_of(sum[kOther]);
      done += domain_positions(table_, reachable_.masks()[static_cast<std::size_t>(tier)]);
      if (options_.progress) options_.progress(done, positions);
    }
    if (sum_of(result.reachable).flips() > 0) find_earliest(result);
    return result;
  }

 private:
  void compare_bundle(ShapeId id, std::uint32_t bundle, ByPart<Differences>& tallies) {
    const int spheres = table_[id].spheres;
    const Bundle valid = first_.valid(spheres, bundle);
    if (!any(valid)) return;
    const BundleValues first_values = first_.values(id, bundle);
    const BundleValues second_values = second_.values(id, bundle);
    const OutcomeBundles first = first_.outcomes(id, bundle, first_values);
    const OutcomeBundles second = second_.outcomes(id, bundle, second_values);
    const auto images = static_cast<std::uint64_t>(table_[id].images);
    const Bundle both_win = first.win & second.win;
    const Bundle both_loss = first.loss & second.loss;
    const Bundle arises = reachable_.bundle(id, bundle);
    const ByPart<Bundle> parts = parts_of(valid, arises);
    for (std::size_t part = 0; part < kParts; ++part) {
      const Bundle& which = parts[part];
      Differences& tally = tallies[part];
      count_outcomes(first, second, which, images, tally.outcomes);
      count_differences(first_values, second_values, which & both_win, images,
                        tally.differences[OutcomeTable::kWin]);
      count_differences(first_values, second_values, which & both_loss, images,
                        tally.differences[OutcomeTable::kLoss]);
    }
    const Bundle both_draw = first.draw & second.draw;
    store_bundle(flip_words(id) + bundle * kLanes,
               valid & arises & ~(both_win | both_loss | both_draw));
  }

  // Searches once more from the empty board, until every kind of flip has been met.
  void find_earliest(Comparison& result) {
    const OutcomeTable arising = sum_of(result.reachable).outcomes;
    int missing = 0;
    for_each_kind([&](std::size_t a, std::size_t b) { missing += arising.of[a][b] > 0 ? 1 : 0; });
    std::mutex mutex;
    ReachableOptions options;
    options.game = reachable_.game();
    options.threads = options_.threads;
    options.stop = options_.stop;
    options.found = [&](int plies, ShapeId id, std::uint32_t bundle, const Bundle& positions) {
      const Bundle flips = positions & load_bundle(flip_words(id) + bundle * kLanes);
      if (!any(flips)) return;
      const OutcomeBundles first = first_.outcomes(id, bundle);
      const OutcomeBundles second = second_.outcomes(id, bundle);
      const std::array rows{first.win, first.loss, first.draw};
      const std::array columns{second.win, second.loss, second.draw};
      const std::lock_guard lock(mutex);
      for_each_kind([&](std::size_t a, std::size_t b) {
        add_flips(result.earliest[a][b], plies, id, bundle, flips & rows[a] & columns[b]);
      });
    };
    options.go_on = [&](int plies) {
      for_each_kind([&](std::size_t a, std::size_t b) {
        missing -= result.earliest[a][b].plies == plies ? 1 : 0;
      });
      return missing > 0;
    };
    find_reachable(options);
  }

  template <class F>
  static void for_each_kind(F&& f) {
    for (std::size_t a = 0; a < OutcomeTable::kOutcomes; ++a) {
      for (std::size_t b = 0; b < OutcomeTable::kOutcomes; ++b) {
        if (a != b) f(a, b);
      }
    }
  }

  void add_flips(EarliestFlips& earliest, int plies, ShapeId id, std::uint32_t bundle,
                 const Bundle& which) const {
    if (!any(which) || (earliest.plies >= 0 && earliest.plies < plies)) return;
    earliest.plies = plies;
    earliest.positions +=
        static_cast<std::uint64_t>(count(which)) * static_cast<std::uint64_t>(table_[id].images);
    auto& examples = earliest.examples;
    for (std::uint32_t w = 0; w < sizeof(Bundle); ++w) {
      for (std::uint64_t rest = byte_of(which, w); rest != 0; rest &= rest - 1) {
        const std::uint32_t within = 8 * w + static_cast<std::uint32_t>(std::countr_zero(rest));
        const Position p = with_base(table_.base(), [&]<int B>() {
          return canonical<B>(position_at(table_, place_of(id, bundle, within)));
        });
        const auto at = std::lower_bound(examples.begin(), examples.end(), p);
        if (at != examples.end() && *at == p) continue;
        examples.insert(at, p);
        if (examples.size() > options_.most_examples) examples.pop_back();
      }
    }
  }

  Word* flip_words(ShapeId id) const {
    const Shape& shape = table_[id];
    return flips_[static_cast<std::size_t>(shape.spheres)].as<Word>() + shape.first_word;
  }

  const ShapeTable& table_;
  const Reachable& reachable_;
  const CompareOptions& options_;
  OutcomeReader first_;
  OutcomeReader second_;
  /// By tier: positions that can arise and whose outcome differs, by the mover's spheres.
  std::vector<Memory> flips_;
};

}  // namespace

std::uint64_t GroupComparison::positions() const {
  std::uint64_t sum = 0;
  for (const auto& row : outcomes.of) {
    for (const std::uint64_t count : row) sum += count;
  }
  return sum;
}

std::uint64_t GroupComparison::flips() const {
  std::uint64_t same = 0;
  for (std::size_t o = 0; o < OutcomeTable::kOutcomes; ++o) same += outcomes.of[o][o];
  return positions() - same;
}

GroupComparison& GroupComparison::operator+=(const GroupComparison& other) {
  outcomes += other.outcomes;
  for (const auto& [difference, count] : other.win_differences)
    win_differences[difference] += count;
  for (const auto& [difference, count] : other.loss_differences)
    loss_differences[difference] += count;
  return *this;
}

GroupComparison sum_of(const std::vector<GroupComparison>& by_spheres) {
  GroupComparison sum;
  for (const GroupComparison& group : by_spheres) sum += group;
  return sum;
}

std::uint64_t compare_memory(int base) {
  // The flips, and beside them the search for the earliest ones.
  return reachable_memory_kept(base) + reachable_memory(base);
}

Comparison compare(const Solution& first, const Solution& second, const Reachable& reachable,
                   const CompareOptions& options) {
  const auto base_of = [](const Solution& s) { return std::to_string(s.game().base); };
  if (first.game().base != second.game().base) {
    throw InputError("base sides " + base_of(first) + " and " + base_of(second) +
                     " cannot be compared: they have no position in common");
  }
  tbb::task_arena arena = arena_of(options.threads);
  Comparison result;
  arena.execute([&] {
    result = Comparing(first, second, reachable, options).run(table::storage_of(first).positions());
  });
  return result;
}

}  // namespace pylos::analysis
