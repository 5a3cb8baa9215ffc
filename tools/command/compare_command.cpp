#include "tools/command/compare_command.hpp"

#include <ostream>

#include "engine/errors.hpp"
#include "solver/database/load.hpp"
#include "tools/command/compare_report.hpp"
#include "tools/command/format.hpp"
#include "tools/command/json.hpp"
#include "tools/command/load_game.hpp"
#include "tools/command/options.hpp"
#include "tools/command/peak_memory.hpp"
#include "tools/command/progress.hpp"
#include "tools/command/stopwatch.hpp"

namespace pylos::tools {
namespace {

constexpr std::uint64_t kMostExamples = 1000;

OptionParser parser() {
  return OptionParser(
             "compare",
             "Loads two databases of one base side and tells where their rule sets disagree:\n"
             "positions by outcome under both, by spheres, the distances where the outcome is\n"
             "the same, and for each way an outcome changes the earliest positions: fewest\n"
             "plies from the empty board under the rules of FILE1, which also say which\n"
             "positions can arise. Base 4 takes a few gigabytes of memory.\n\n"
             "JSON: base, first, second (rule sets), in `all` and `reachable` each positions,\n"
             "flips, outcomes (by value under the first, then under the second),\n"
             "win_differences and loss_differences (plies under the second less plies under\n"
             "the first, positions), their means, by_spheres (spheres, then the same);\n"
             "earliest, for each kind of change (first, second, plies, positions, examples).",
             "pylos compare advanced+min0.pylos advanced.pylos")
      .positional("FILE1", "a database with distances, as solve --out writes it")
      .positional("FILE2", "one of another rule set")
      .option("examples", "N",
              "so many of the earliest positions of each kind at the most; 2 unless given")
      .threads()
      .json();
}

}  // namespace

ExitStatus run_compare(Arguments arguments, Context& context) {
  const auto options = parser().parse(arguments, context.out);
  if (!options) return ExitStatus::done;
  const Stopwatch clock;
  const int threads = options->threads();
  analysis::CompareOptions comparing;
  comparing.threads = threads;
  comparing.stop = context.stop;
  comparing.most_examples = options->number("examples", 0, kMostExamples, comparing.most_examples);
  const database::Database first_file(options->positional("FILE1"));
  const database::Database second_file(options->positional("FILE2"));
  if (first_file.game().base != second_file.game().base) {
    throw InputError(second_file.path() + ": base side " + std::to_string(second_file.game().base) +
                     ", but " + first_file.path() + " has " +
                     std::to_string(first_file.game().base));
  }
  const std::uint64_t further =
      database::load_memory(second_file) + analysis::compare_memory(first_file.game().base);
  const auto [first, reachable] = load_with_reachable(first_file, further, threads, context);
  const Solution second = load_with_progress(second_file, threads, context);
  ComparedGames games{first.game(), second.game(), {}, {}};
  {
    ProgressMeter meter(context, "comparing", "positions");
    comparing.progress = [&](std::uint64_t done, std::uint64_t total) {
      meter.update(done, total);
    };
    games.comparison = analysis::compare(first, second, reachable, comparing);
  }
  games.kinds = flip_kinds(games.comparison, first, second);
  if (options->json()) {
    Json json = json_of(games);
    add_work(json, clock.seconds(), threads);
    write(context.out, json);
  } else {
    context.out << report_text(games) << "loaded and compared in "
                << work_text(clock.seconds(), threads, peak_memory_bytes()) << '\n';
  }
  return ExitStatus::done;
}

}  // namespace pylos::tools
