#include "solver/database/verify.hpp"

#include <functional>
#include <memory>

#include "solver/work/threads.hpp"
#include "solver/database/load.hpp"
#include "solver/work/memory.hpp"
#include "solver/table/storage.hpp"
#include "solver/verify/verification.hpp"
#include "solver/verify/verify.hpp"

namespace pylos::database {
namespace {

// About as many segments are decoded for a position and its successors when they are probed.
constexpr std::uint64_t kProbes = 10;

// Would a sample decode fewer segments than the whole file has?
bool better_probed(const Database& database, std::uint64_t samples) {
  return samples < database.layout().segments() / kProbes ||
         load_memory(database) > free_memory();
}

}  // namespace

VerifyReport verify(const Database& database, const VerifyOptions& options,
                    const std::function<void(std::uint64_t, std::uint64_t)>& loading) {
  tbb::task_arena arena = arena_of(options.threads);
  VerifyLog log(options);
  const Coverage coverage{database.least_spheres(), database.has_distances()};
  const auto check_samples = [&](const std::function<Value(Position)>& value_of) {
    arena.execute([&] {
      verify_samples(database.layout().table(), database.game(), coverage, value_of, options, log);
    });
  };
  if (options.samples != 0 && better_probed(database, options.samples)) {
    check_samples([&](Position p) { return database.value(p); });
    return log.report();
  }
  LoadOptions load_options;
  load_options.threads = options.threads;
  load_options.progress = loading;
  load_options.stop = options.stop;
  const Solution loaded(load_values(database, load_options));
  if (options.samples != 0) {
    check_samples([&](Position p) { return loaded.value(p); });
  } else {
    arena.execute([&] { verify_all(table::storage_of(loaded), coverage, log); });
  }
  return log.report();
}

}  // namespace pylos::database
