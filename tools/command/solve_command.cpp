#include "tools/command/solve_command.hpp"

#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/errors.hpp"
#include "engine/quote.hpp"
#include "solver/api/pylos/pylos.hpp"
#include "solver/work/errors.hpp"
#include "solver/retrograde/checkpoint.hpp"
#include "solver/reader/database.hpp"
#include "solver/database/writer.hpp"
#include "solver/retrograde/solve.hpp"
#include "solver/verify/verify.hpp"
#include "tools/command/format.hpp"
#include "tools/command/json.hpp"
#include "tools/command/numbers.hpp"
#include "tools/command/options.hpp"
#include "tools/command/peak_memory.hpp"
#include "tools/command/producer.hpp"
#include "tools/command/progress.hpp"
#include "tools/command/solve_report.hpp"
#include "tools/command/stopwatch.hpp"

namespace pylos::tools {
namespace {

constexpr std::uint64_t kMostSamples = 1'000'000'000'000;

OptionParser parser() {
  return OptionParser(
             "solve",
             "Computes the exact value of every position of a game, and tells who wins "
             "from the empty board, in how many plies, and by which first moves.\n"
             "\n"
             "JSON: rules, base, position, value, plies, winner, moves (move, position,\n"
             "value, plies, like: the first move that a symmetry makes the same), counts\n"
             "(win, loss, draw, total), by_spheres (spheres, then as counts), histogram\n"
             "(plies, positions), longest, checksum, method, rounds (plies, positions,\n"
             "seconds) and full_round_seconds, or by induction levels (spheres, positions,\n"
             "seconds), verification; several games as a list `games`.",
             "pylos solve --rules children,standard --base 3 --verify")
      .several_rules()
      .base()
      .threads()
      .option_with_optional_value("verify", "SAMPLES",
                                  "check the solution by plain move generation: every position, or "
                                  "so many drawn at random; a mismatch ends with status 1")
      .option("out", "FILE",
              "write the values to a database; several games need {rules} in the name, which each "
              "replaces by its own")
      .flag("save",
            "write the values to the home of databases, where other commands find them by --rules; "
            "pylos databases lists them")
      .option("metric", "M",
              "what the database holds: distance (unless given), or wdl for win, loss and draw "
              "alone")
      .option("checkpoint", "DIR",
              "keep the state of the work in this folder now and then, and when interrupted; takes "
              "--method rounds")
      .option(
          "method", "M",
          "rounds, ply by ply; or induction, each position once after its successors, for games "
          "without recoveries and without --checkpoint; the faster one unless given")
      .flag(
          "resume",
          "go on from the checkpoint of the game in --checkpoint DIR, if there is one; of several "
          "games those with a whole file under the name in --out are left out of all of it: "
          "neither verified nor in the answer")
      .option("memory", "SIZE",
              "most memory to use, such as 800M or 3G; what the machine has free unless given")
      .json();
}

// Stands for the rule set in the name of a file.
constexpr std::string_view kRulesMark = "{rules}";

struct Request {
  std::vector<RuleSet> rules;
  int base = 4;
  int threads = 1;
  std::uint64_t memory_limit = 0;
  bool verify = false;
  std::uint64_t samples = 0;  // 0 for all positions
  bool json = false;
  std::optional<SolveMethod> method;
  std::string checkpoint_folder;  // empty for none
  bool resume = false;
  std::string out;    // empty for none
  bool save = false;  // `out` is the home of databases
  database::Metric metric = database::Metric::distance;

  std::string out_path(RuleSet which) const {
    if (save) return v1::database_path(v1::Game(to_text(which), base));
    std::string path = out;
    const std::size_t at = path.find(kRulesMark);
    if (at != std::string::npos) path.replace(at, kRulesMark.size(), to_text(which));
    return path;
  }
};

void make_home(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw DiskError(folder, "the folder cannot be made: " + error.message());
}

Request read_request(const Options& options) {
  Request request;
  request.rules = options.several_rules();
  request.base = options.base();
  request.threads = options.threads();
  if (const auto size = options.text("memory")) {
    request.memory_limit = bytes_from_text("--memory", *size);
  }
  if (const auto samples = options.text("verify")) {
    request.verify = true;
    if (!samples->empty())
      request.samples = number_from_text("--verify", *samples, 1, kMostSamples);
  }
  request.json = options.json();
  request.checkpoint_folder = options.text("checkpoint").value_or("");
  request.resume = options.has("resume");
  if (request.checkpoint_folder.empty() && (request.resume || options.has("checkpoint"))) {
    throw InputError(request.resume ? "--resume: there is no --checkpoint to go on from"
                                    : "--checkpoint: a folder is missing");
  }
  request.out = options.out().value_or("");
  if (options.has("save")) {
    if (!request.out.empty()) throw InputError("--save and --out: one file per game");
    request.save = true;
    request.out = v1::home_of_databases();
  }
  if (request.rules.size() > 1 && !request.out.empty() && !request.save &&
      request.out.find(kRulesMark) == std::string::npos) {
    throw InputError("--out " + pylos::quoted(request.out) +
                     ": several games need {rules} in the name, such as {rules}.pylos");
  }
  if (const auto metric = options.text("metric")) {
    if (*metric != "distance" && *metric != "wdl") {
      throw InputError("--metric " + pylos::quoted(*metric) + ": there are distance and wdl");
    }
    if (request.out.empty()) throw InputError("--metric: there is no --out to apply it to");
    request.metric = *metric == "wdl" ? database::Metric::wdl : database::Metric::distance;
  }
  if (const auto method = options.text("method")) {
    if (*method != "rounds" && *method != "induction") {
      throw InputError("--method " + pylos::quoted(*method) + ": there are rounds and induction");
    }
    request.method = *method == "rounds" ? SolveMethod::rounds : SolveMethod::induction;
  }
  return request;
}

// Refuses a method that some game does not allow, before the first is solved.
void check_method(const Request& request) {
  if (!request.method) return;
  for (const RuleSet rules : request.rules) {
    SolveOptions options;
    options.game = {rules, request.base};
    options.method = request.method;
    options.checkpoint_folder = request.checkpoint_folder;
    method_of(options);
  }
}

std::string game_text(Game game) {
  return to_text(game.rules) + ", base " + std::to_string(game.base);
}

Solution solve_with_progress(Game game, const Request& request, Context& context,
                             SolvedGame& solved) {
  ProgressMeter meter(context, "solving " + game_text(game), "positions");
  SolveOptions options;
  options.game = game;
  options.method = request.method;
  options.threads = request.threads;
  options.memory_limit = request.memory_limit;
  options.stop = context.stop;
  options.checkpoint_folder = request.checkpoint_folder;
  options.resume = request.resume;
  solved.method = method_of(options);
  const bool by_rounds = solved.method == SolveMethod::rounds;
  double before = 0;
  options.progress = [&](const SolveProgress& p) {
    const int number = by_rounds ? p.plies : p.spheres;
    solved.stages.push_back({number, p.last_decided, p.seconds - before});
    before = p.seconds;
    meter.update(p.decided, p.positions,
                 by_rounds ? "ply " + std::to_string(number) : std::to_string(number) + " spheres");
  };
  return solve(options);
}

VerifyReport verify_with_progress(const Solution& solution, const Request& request,
                                  Context& context) {
  ProgressMeter meter(context, "verifying " + game_text(solution.game()), "positions");
  VerifyOptions options;
  options.samples = request.samples;
  options.threads = request.threads;
  options.stop = context.stop;
  options.progress = [&](std::uint64_t done, std::uint64_t total, double) {
    meter.update(done, total);
  };
  return verify(solution, options);
}

void write_with_progress(const Solution& solution, const Request& request, Context& context) {
  database::WriteOptions options;
  options.path = request.out_path(solution.game().rules);
  options.metric = request.metric;
  options.producer = producer();
  options.threads = request.threads;
  options.stop = context.stop;
  database::WriteReport report;
  {
    ProgressMeter meter(context, "writing " + options.path, "segments");
    options.progress = [&](std::uint64_t done, std::uint64_t total) { meter.update(done, total); };
    report = database::write_database(solution, options);
  }
  context.err << "pylos solve: " << pylos::quoted(options.path) << " written, "
              << with_thousands(report.file_bytes) << " bytes\n";
}

SolvedGame solve_game(Game game, const Request& request, Context& context) {
  SolvedGame solved;
  const Stopwatch clock;
  const Solution solution = solve_with_progress(game, request, context, solved);
  solved.seconds = clock.seconds();
  solved.game = game;
  solved.value = solution.value(Position{});
  solved.moves = first_moves(solution);
  solved.statistics = solution.statistics();
  solved.checksum = solution.checksum(request.threads);
  solved.threads = request.threads;
  // The checkpoint stays until nothing more can be interrupted, and no file is made of a wrong
  // solution.
  if (request.verify) solved.verification = verify_with_progress(solution, request, context);
  const bool wrong = solved.verification && solved.verification->mismatches > 0;
  if (!request.out.empty() && !wrong) write_with_progress(solution, request, context);
  if (!request.checkpoint_folder.empty()) {
    retrograde::Checkpoint(request.checkpoint_folder, game).remove();
  }
  solved.peak_memory_bytes = peak_memory_bytes();
  return solved;
}

// Games of several that an earlier run brought to a whole file of the kind that is asked for are
// done. Any other file stays in the way. Throws BadFile for one that is damaged.
void leave_out_finished(Request& request, Context& context) {
  std::erase_if(request.rules, [&](RuleSet rules) {
    const Game game{rules, request.base};
    const std::string path = request.out_path(rules);
    if (!std::filesystem::exists(path)) return false;
    const database::Database database(path);
    if (database.game() != game || database.metric() != request.metric ||
        database.least_spheres() > 0) {
      return false;
    }
    database.check();
    // The run may have been killed between the two.
    retrograde::Checkpoint(request.checkpoint_folder, game).remove();
    context.err << "pylos solve: " << pylos::quoted(path) << " is whole, " << game_text(game)
                << " is not solved again\n";
    return true;
  });
}

// Says how to go on: games before this one are done, this one only has what a checkpoint kept.
Stopped stopped_at(const Request& request, std::size_t done) {
  std::string rest;
  for (std::size_t i = done; i < request.rules.size(); ++i) {
    if (!rest.empty()) rest += ',';
    rest += to_text(request.rules[i]);
  }
  const bool keeps = !request.checkpoint_folder.empty();
  std::string text =
      std::string("interrupted; ") +
      (keeps ? "go on" : "a game that is not finished keeps nothing without --checkpoint, go on") +
      " with: pylos solve --rules " + rest + " --base " + std::to_string(request.base);
  if (keeps) text += " --checkpoint " + pylos::quoted(request.checkpoint_folder) + " --resume";
  if (request.save) {
    text += " --save";
  } else if (!request.out.empty()) {
    text += " --out " + pylos::quoted(request.out);
  }
  if (request.metric == database::Metric::wdl) text += " --metric wdl";
  if (request.method) {
    text += request.method == SolveMethod::rounds ? " --method rounds" : " --method induction";
  }
  if (request.verify) {
    text += " --verify";
    if (request.samples != 0) text += "=" + std::to_string(request.samples);
  }
  return Stopped(text);
}

}  // namespace

ExitStatus run_solve(Arguments arguments, Context& context) {
  const auto options = parser().parse(arguments, context.out);
  if (!options) return ExitStatus::done;
  Request request = read_request(*options);
  const bool several = request.rules.size() > 1;
  check_method(request);
  if (!request.out.empty()) {
    if (request.save) make_home(request.out);
    if (several && request.resume) leave_out_finished(request, context);
    for (const RuleSet rules : request.rules) {
      database::check_writable(request.out_path(rules), {rules, request.base}, request.metric);
    }
  }

  const Stopwatch clock;
  const Table table = summary_table();
  Json games = Json::array();
  std::string mismatches;  // of several games; told below the table
  std::uint64_t mismatch_count = 0;
  for (std::size_t i = 0; i < request.rules.size(); ++i) {
    SolvedGame solved;
    try {
      solved = solve_game({request.rules[i], request.base}, request, context);
    } catch (const Stopped&) {
      throw stopped_at(request, i);
    }
    if (solved.verification) mismatch_count += solved.verification->mismatches;
    if (request.json) {
      games.push_back(json_of(solved));
    } else if (several) {
      if (i == 0) context.out << table.heading_line();
      context.out << table.row_line(summary_row(solved));
      if (solved.verification && solved.verification->mismatches > 0) {
        mismatches +=
            game_text(solved.game) + ", " + verification_text(*solved.verification, request.base);
      }
    } else {
      context.out << report_text(solved);
    }
    if (!request.json) flush(context);
  }

  if (request.json && several) {
    Json json{{"games", games}};
    add_work(json, clock.seconds(), request.threads);
    write(context.out, json);
  } else if (request.json) {
    write(context.out, games.front());
  } else if (several) {
    context.out << mismatches << "base " << request.base << ", all in "
                << seconds_text(clock.seconds()) << " seconds, threads: " << request.threads
                << ", peak memory: " << bytes_text(peak_memory_bytes()) << '\n';
  }
  if (mismatch_count == 0) return ExitStatus::done;
  context.err << "pylos solve: the verification found " << mismatches_text(mismatch_count) << '\n';
  return ExitStatus::no;
}

}  // namespace pylos::tools
