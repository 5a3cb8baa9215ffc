#include "tools/command/puzzles_command.hpp"

#include <ostream>
#include <sstream>
#include <string>

#include "engine/errors.hpp"
#include "engine/quote.hpp"
#include "solver/analysis/game_statistics.hpp"
#include "solver/analysis/puzzles.hpp"
#include "solver/work/output_file.hpp"
#include "tools/command/format.hpp"
#include "tools/command/json.hpp"
#include "tools/command/load_game.hpp"
#include "tools/command/options.hpp"
#include "tools/command/progress.hpp"
#include "tools/command/stopwatch.hpp"
#include "tools/command/suite.hpp"

namespace pylos::tools {
namespace {

constexpr std::uint64_t kMostPuzzles = 10'000;
constexpr std::uint64_t kMostCandidates = 10'000'000;
constexpr std::uint64_t kMostPlies = 200;

OptionParser parser() {
  const analysis::PuzzleOptions usual;
  return OptionParser(
             "puzzles",
             "Loads a whole database and finds positions that can arise and have exactly\n"
             "one winning move, ranked by how well it is hidden: the plies of the win,\n"
             "plus 10 for each sphere of reserve that the move gives up against the\n"
             "legal move that keeps most, plus 10 if all moves that keep most lose, plus\n"
             "the number of legal moves, 30 at the most. One position a shape,\n"
             "candidates drawn at random, the same ones each time. Light is to move:\n"
             "colours play no part in a value. The answer is a suite for pylos bench\n"
             "--suite.\n"
             "\n"
             "JSON: rules, base, candidates, drawn, puzzles (position, value, plies, move,\n"
             "score, legal_moves, gives_up, natural_moves_lose).",
             "pylos puzzles standard.pylos --count 10 --out puzzles.txt")
      .positional("FILE", "a database with distances, as solve --out writes it")
      .option("count", "N", "puzzles at the most; " + std::to_string(usual.count) + " unless given")
      .option("min-plies", "D",
              "fewest plies of the win; " + std::to_string(usual.least_plies) + " unless given")
      .option("candidates", "N",
              "candidates to draw; " + std::to_string(usual.candidates) + " unless given")
      .option("seed", "S", "another S draws other candidates; 1 unless given")
      .option(
          "out", "SUITE",
          "write the suite to this file, which must not be there yet, instead of standard output")
      .threads()
      .json();
}

analysis::Puzzles find_with_progress(const Solution& solution, const analysis::Reachable& reachable,
                                     analysis::PuzzleOptions options, Context& context) {
  ProgressMeter meter(context, "searching " + to_text(solution.game().rules), "positions");
  options.progress = [&](std::uint64_t done, std::uint64_t total) { meter.update(done, total); };
  options.stop = context.stop;
  return analysis::find_puzzles(solution, reachable, options);
}

SuiteEntry entry_of(const analysis::Puzzle& puzzle, Game game) {
  return {game, {puzzle.position, Colour::light}, puzzle.value, {puzzle.winning_move}};
}

std::string suite_text(const analysis::Puzzles& found, Game game,
                       const database::Database& database, const analysis::PuzzleOptions& options) {
  std::ostringstream text;
  text << "# Positions with exactly one winning move, best hidden first; position; rules; value; "
          "plies; move\n"
       << "# made by: pylos puzzles, --count " << options.count << " --min-plies "
       << options.least_plies << " --candidates " << options.candidates << " --seed "
       << options.seed << ", database checksum " << hexadecimal(database.header().body_checksum)
       << '\n'
       << "# looked at " << found.drawn << " of " << found.candidates << " candidates\n";
  for (const analysis::Puzzle& p : found.puzzles) {
    text << "# score " << p.score() << ": " << p.legal_moves << " moves, gives up " << p.gives_up
         << (p.natural_moves_lose ? ", natural moves lose" : "") << '\n'
         << to_text(entry_of(p, game)) << '\n';
  }
  return text.str();
}

Json puzzles_json(const analysis::Puzzles& found, Game game) {
  Json json = json_of(game);
  json["candidates"] = found.candidates;
  json["drawn"] = found.drawn;
  json["puzzles"] = Json::array();
  for (const analysis::Puzzle& p : found.puzzles) {
    Json puzzle{{"position", to_text(ColouredPosition{p.position, Colour::light}, game.base)}};
    add_value(puzzle, p.value);
    puzzle["move"] = to_text(p.winning_move, game.base);
    puzzle["score"] = p.score();
    puzzle["legal_moves"] = p.legal_moves;
    puzzle["gives_up"] = p.gives_up;
    puzzle["natural_moves_lose"] = p.natural_moves_lose;
    json["puzzles"].push_back(std::move(puzzle));
  }
  return json;
}

}  // namespace

ExitStatus run_puzzles(Arguments arguments, Context& context) {
  const auto options = parser().parse(arguments, context.out);
  if (!options) return ExitStatus::done;
  const Stopwatch clock;
  analysis::PuzzleOptions wanted;
  wanted.threads = options->threads();
  wanted.count = options->number("count", 1, kMostPuzzles, wanted.count);
  wanted.least_plies = static_cast<int>(
      options->number("min-plies", 1, kMostPlies, static_cast<std::uint64_t>(wanted.least_plies)));
  wanted.candidates = options->number("candidates", 1, kMostCandidates, wanted.candidates);
  wanted.seed = options->number("seed", 0, ~std::uint64_t{0}, wanted.seed);
  const auto out = options->out();
  // Before the work, so that a name that cannot be written costs no time.
  if (out) check_can_write(*out, 0);

  const database::Database database(options->positional("FILE"));
  const Game game = database.game();
  const GameInMemory loaded = load_with_reachable(database, analysis::statistics_memory(game.base),
                                                  wanted.threads, context);
  const analysis::Puzzles found =
      find_with_progress(loaded.solution, loaded.reachable, wanted, context);

  const std::string suite = suite_text(found, game, database, wanted);
  if (out) {
    OutputFile file(*out);
    file.append(suite);
    file.finish();
    context.err << "pylos puzzles: " << pylos::quoted(*out) << " written, " << found.puzzles.size()
                << " positions\n";
  }
  if (options->json()) {
    Json json = puzzles_json(found, game);
    add_work(json, clock.seconds(), wanted.threads);
    write(context.out, json);
  } else if (!out) {
    context.out << suite;
  }
  return ExitStatus::done;
}

}  // namespace pylos::tools
