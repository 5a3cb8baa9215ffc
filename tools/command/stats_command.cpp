#include "tools/command/stats_command.hpp"

#include <ostream>

#include "tools/command/format.hpp"
#include "tools/command/json.hpp"
#include "tools/command/load_game.hpp"
#include "tools/command/options.hpp"
#include "tools/command/peak_memory.hpp"
#include "tools/command/progress.hpp"
#include "tools/command/stats_report.hpp"
#include "tools/command/stopwatch.hpp"

namespace pylos::tools {
namespace {

OptionParser parser() {
  return OptionParser(
             "stats",
             "Loads a whole database and tells what the game looks like: counts by spheres and by\n"
             "distance, the longest wins and losses, legal moves, positions with exactly one\n"
             "winning move, draws and zugzwang, over all positions and over those that can arise\n"
             "from the empty board. Base 4 takes a few gigabytes of memory.\n\n" +
                 stats_help(),
             "pylos stats standard.pylos")
      .positional("FILE", "a database with distances, as solve --out writes it")
      .threads()
      .json();
}

analysis::GameStatistics statistics_with_progress(const Solution& solution,
                                                  const analysis::Reachable& reachable, int threads,
                                                  Context& context) {
  ProgressMeter meter(context, "counting " + to_text(solution.game().rules), "positions");
  analysis::StatisticsOptions options;
  options.threads = threads;
  options.stop = context.stop;
  options.progress = [&](std::uint64_t done, std::uint64_t total) { meter.update(done, total); };
  return analysis::game_statistics(solution, reachable, options);
}

}  // namespace

ExitStatus run_stats(Arguments arguments, Context& context) {
  const auto options = parser().parse(arguments, context.out);
  if (!options) return ExitStatus::done;
  const Stopwatch clock;
  const int threads = options->threads();
  const database::Database database(options->positional("FILE"));
  const Game game = database.game();
  const GameInMemory loaded =
      load_with_reachable(database, analysis::statistics_memory(game.base), threads, context);
  const analysis::GameStatistics statistics =
      statistics_with_progress(loaded.solution, loaded.reachable, threads, context);
  if (options->json()) {
    Json json = json_of(game);
    json.update(json_of(statistics, game.base));
    add_work(json, clock.seconds(), threads);
    write(context.out, json);
  } else {
    context.out << report_text(statistics, game) << "loaded and counted in "
                << work_text(clock.seconds(), threads, peak_memory_bytes()) << '\n';
  }
  return ExitStatus::done;
}

}  // namespace pylos::tools
