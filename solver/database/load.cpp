#include "solver/database/load.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>

#include <tbb/parallel_for.h>

#include "solver/arena.hpp"
#include "solver/database/decoded_level.hpp"
#include "solver/database/errors.hpp"
#include "solver/retrograde/chunks.hpp"
#include "solver/retrograde/memory.hpp"
#include "solver/retrograde/storage.hpp"

namespace pylos::database {
namespace {

using retrograde::Line;

// One less than an entry's symbol: 0 for a draw, 1 + plies for a win or a loss. An entry without a
// value gives the greatest.
std::uint8_t rank_of(Symbol symbol) { return static_cast<std::uint8_t>(symbol - 1); }

// The longest distance that is recorded: without distances a win's 1.
int longest_recorded(const Database& database) {
  return database.has_distances() ? database.statistics().longest() : 1;
}

class Loading {
 public:
  Loading(const Database& database, const LoadOptions& options, SolutionStorage& storage)
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
      const DecodedLevel level(database_, spheres, options_.threads,
                               [&](std::uint64_t entries) { decoded(entries); });
      if (level.symbols().empty()) continue;
      const retrograde::DomainMasks with_entry(spheres, most);
      arena.execute([&] {
        tbb::parallel_for(storage_.table.level_begin(spheres), storage_.table.level_end(spheres),
                          [&](ShapeId id) { take_shape(level, with_entry, id); });
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

  void take_shape(const DecodedLevel& level, const retrograde::DomainMasks& with_entry,
                  ShapeId id) {
    const bool stored = level.spheres() <= storage_.top_level;
    const ShapeEntries entries(level.entries(), database_.layout(), id, ShapeEntries::Of::least);
    retrograde::for_each_chunk(level.spheres(),
                               [&](std::uint32_t, std::uint32_t first, std::uint32_t lines) {
                                 for (std::uint32_t line = first; line < first + lines; ++line) {
                                   const Line valid = with_entry.valid(line);
                                   if (!retrograde::any(valid)) continue;
                                   stored ? record_line(level, entries, id, line, valid)
                                          : compare_line(level, entries, id, line, valid);
                                 }
                               });
  }

  void record_line(const DecodedLevel& level, const ShapeEntries& entries, ShapeId id,
                   std::uint32_t line, const Line& valid) {
    std::array<std::uint8_t, retrograde::kLineColourings> bytes;
    bytes.fill(SolutionStorage::kNoPositionByte);
    std::uint8_t greatest = 0;
    entries.for_each(line, valid, [&](std::uint32_t i, std::uint64_t entry) {
      const std::uint8_t rank = rank_of(level.symbols()[entry]);
      greatest = std::max(greatest, rank);
      // Plies, or for a draw kDrawByte.
      static_assert(SolutionStorage::kDrawByte == static_cast<std::uint8_t>(-1));
      bytes[i] = static_cast<std::uint8_t>(rank - 1);
    });
    if (greatest > longest_ + 1) {
      throw BadFile(database_.path(), "damaged: an entry with " + std::to_string(level.spheres()) +
                                          " spheres has no value, or one that is not in its " +
                                          "statistics");
    }
    storage_.record_line_values(id, line, std::bit_cast<SolutionStorage::LineValues>(bytes));
  }

  // Levels that a solution does not store, since their values follow from the count of spheres.
  void compare_line(const DecodedLevel& level, const ShapeEntries& entries, ShapeId id,
                    std::uint32_t line, const Line& valid) const {
    entries.for_each(line, valid, [&](std::uint32_t i, std::uint64_t entry) {
      const Value known = storage_.value(id, line * retrograde::kLineColourings + i);
      if (level.symbols()[entry] == symbol_of(known, database_.metric())) return;
      throw BadFile(database_.path(), "damaged: an entry with " + std::to_string(level.spheres()) +
                                          " spheres is not what the count of spheres says");
    });
  }

  const Database& database_;
  const LoadOptions& options_;
  SolutionStorage& storage_;
  const int longest_;
  std::mutex mutex_;
  std::uint64_t done_ = 0;
};

}  // namespace

std::uint64_t load_memory(const Database& database) {
  std::uint64_t most = 0;
  for (int n = database.least_spheres(); n <= database.layout().cells(); ++n) {
    most = std::max(most, DecodedLevel::bytes(database, n));
  }
  const Game game = database.game();
  return solution_bytes(database.layout().table(), game.rules, longest_recorded(database)) + most;
}

std::unique_ptr<SolutionStorage> load_values(const Database& database, const LoadOptions& options) {
  tbb::task_arena arena = arena_of(options.threads);
  retrograde::require_memory("loading " + database.path(), load_memory(database),
                             options.memory_limit);
  auto storage = std::make_unique<SolutionStorage>(database.game());
  Loading(database, options, *storage).run(arena);
  return storage;
}

Solution load(const Database& database, const LoadOptions& options) {
  require_all_distances(database);
  return Solution(load_values(database, options));
}

}  // namespace pylos::database
