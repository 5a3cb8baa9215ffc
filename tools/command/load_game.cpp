#include "tools/command/load_game.hpp"

#include <algorithm>
#include <utility>

#include "solver/database/load.hpp"
#include "solver/work/memory.hpp"
#include "tools/command/progress.hpp"
#include "tools/command/reachable_report.hpp"

namespace pylos::tools {

Solution load_with_progress(const database::Database& database, int threads, Context& context) {
  ProgressMeter meter(context, "loading " + database.path(), "entries");
  database::LoadOptions options;
  options.threads = threads;
  options.stop = context.stop;
  options.progress = [&](std::uint64_t done, std::uint64_t total) { meter.update(done, total); };
  return database::load(database, options);
}

GameInMemory load_with_reachable(const database::Database& database, std::uint64_t further_bytes,
                                 int threads, Context& context) {
  const Game game = database.game();
  // Reaching is done before the further work begins.
  const std::uint64_t beside = std::max(analysis::reachable_memory(game.base),
                                        analysis::reachable_memory_kept(game.base) + further_bytes);
  require_memory(database.path() + ": the work with the whole file",
                             database::load_memory(database) + beside, 0);
  Solution solution = load_with_progress(database, threads, context);
  analysis::Reachable reachable = find_reachable_with_progress(game, threads, context);
  return {std::move(solution), std::move(reachable)};
}

}  // namespace pylos::tools
