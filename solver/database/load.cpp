#include "solver/database/shape_entries.hpp"
#include "solver/database/load.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>

#include <tbb/parallel_for.h>

#include "solver/work/threads.hpp"
#include "solver/database/decoded_tier.hpp"
#include "solver/work/errors.hpp"
#include "solver/table/chunks.hpp"
#include "solver/work/memory.hpp"
#include "solver/table/storage.hpp"

namespace pylos::database {
namespace {

using table::Bundle;

// One less than an entry's symbol: 0 for a draw, 1 + plies for a win or a loss. An entry without a
// value gives the greatest.
std::uint8_t rank_of(Symbol symbol) { return static_cast<std::uint8_t>(symbol - 1); }

// The longest distance that is recorded: without distances a win's 1.
int longest_recorded(const Database& database) {
  return database.has_distances() ? database.statistics().longest() : 1;
}

class Loading {
 public:
  Loading(const Database& database, const LoadOptions& options, table::SolutionStorage& storage)
      : database_(database),
        options_(options),
        storage_(storage),
        longest_(longest_recorded(database)) {
    storage_.statistics = database.statistics();
    storage_.distances.reserve(std::max(0, longest_));
  }

  void run(tbb::task_arena& arena) {
    const int most = database_.layout().most_a_side();
    for (int spheres = database_.least_spheres(); spheres <= database_.layout().cells();
         ++spheres) {
      const DecodedTier tier(database_, spheres, options_.threads,
                               [&](std::uint64_t entries) { decoded(entries); });
      if (tier.symbols().empty()) continue;
      const table::DomainMasks with_entry(spheres, most);
      arena.execute([&] {
        tbb::parallel_for(storage_.table.tier_begin(spheres), storage_.table.tier_end(spheres),
                          [&](ShapeId id) { take_shape(tier, with_entry, id); });
      });
    }
  }

 private:
  void decoded(std::uint64_t entries) {
    if (options_.stop.stop_requested()) throw Stopped("loading stopped");
    if (!options_.progress) return;
    const std::lock_guard lock(mutex_);
    done_ += entries;
    options_.progress(done_, database_.header().entries);
  }

  void take_shape(const DecodedTier& tier, const table::DomainMasks& with_entry,
                  ShapeId id) {
    const bool stored = tier.spheres() <= storage_.top_tier;
    const ShapeEntries entries(tier.entries(), database_.layout(), id, ShapeEntries::Entry::of_least);
    table::for_each_chunk(tier.spheres(),
                               [&](std::uint32_t, std::uint32_t first, std::uint32_t bundles) {
                                 for (std::uint32_t bundle = first; bundle < first + bundles; ++bundle) {
                                   const Bundle valid = with_entry.valid(bundle);
                                   if (!table::any(valid)) continue;
                                   stored ? record_bundle(tier, entries, id, bundle, valid)
                                          : compare_bundle(tier, entries, id, bundle, valid);
                                 }
                               });
  }

  void record_bundle(const DecodedTier& tier, const ShapeEntries& entries, ShapeId id,
                   std::uint32_t bundle, const Bundle& valid) {
    std::array<std::uint8_t, table::kBundleColourings> bytes;
    bytes.fill(table::SolutionStorage::kNoPositionByte);
    std::uint8_t greatest = 0;
    entries.for_each(bundle, valid, [&](std::uint32_t i, std::uint64_t entry) {
      const std::uint8_t rank = rank_of(tier.symbols()[entry]);
      greatest = std::max(greatest, rank);
      // Plies, or for a draw kDrawByte.
      static_assert(table::SolutionStorage::kDrawByte == static_cast<std::uint8_t>(-1));
      bytes[i] = static_cast<std::uint8_t>(rank - 1);
    });
    if (greatest > longest_ + 1) {
      throw BadFile(database_.path(), "damaged: an entry with " + std::to_string(tier.spheres()) +
                                          " spheres has no value, or one that is not in its " +
                                          "statistics");
    }
    storage_.record_bundle_values(id, bundle, std::bit_cast<table::SolutionStorage::BundleValues>(bytes));
  }

  // Tiers that a solution does not store, since their values follow from the count of spheres.
  void compare_bundle(const DecodedTier& tier, const ShapeEntries& entries, ShapeId id,
                    std::uint32_t bundle, const Bundle& valid) const {
    entries.for_each(bundle, valid, [&](std::uint32_t i, std::uint64_t entry) {
      const Value known = storage_.value(id, bundle * table::kBundleColourings + i);
      if (tier.symbols()[entry] == symbol_of(known, database_.metric())) return;
      throw BadFile(database_.path(), "damaged: an entry with " + std::to_string(tier.spheres()) +
                                          " spheres is not what the count of spheres says");
    });
  }

  const Database& database_;
  const LoadOptions& options_;
  table::SolutionStorage& storage_;
  const int longest_;
  std::mutex mutex_;
  std::uint64_t done_ = 0;
};

}  // namespace

std::uint64_t load_memory(const Database& database) {
  std::uint64_t most = 0;
  for (int n = database.least_spheres(); n <= database.layout().cells(); ++n) {
    most = std::max(most, DecodedTier::bytes(database, n));
  }
  const Game game = database.game();
  return table::solution_bytes(database.layout().table(), game.rules, longest_recorded(database)) + most;
}

std::unique_ptr<table::SolutionStorage> load_values(const Database& database, const LoadOptions& options) {
  tbb::task_arena arena = arena_of(options.threads);
  require_memory("loading " + database.path(), load_memory(database),
                             options.memory_limit);
  auto storage = std::make_unique<table::SolutionStorage>(database.game());
  Loading(database, options, *storage).run(arena);
  return storage;
}

Solution load(const Database& database, const LoadOptions& options) {
  require_all_distances(database);
  return Solution(load_values(database, options));
}

}  // namespace pylos::database
