#include "tools/command/search_command.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <utility>

#include "engine/errors.hpp"
#include "engine/moves.hpp"
#include "engine/quote.hpp"
#include "solver/work/memory.hpp"
#include "solver/search/estimate.hpp"
#include "solver/search/score.hpp"
#include "solver/search/search.hpp"
#include "solver/retrograde/solve.hpp"
#include "tools/command/database_leaves.hpp"
#include "tools/command/format.hpp"
#include "tools/command/json.hpp"
#include "tools/command/options.hpp"

namespace pylos::tools {
namespace {

constexpr int kTableMegabytesUnlessGiven = 256;
constexpr int kEstimatePliesUnlessGiven = 12;
constexpr int kMostEstimatePlies = 60;
constexpr int kMostTableMegabytes = 1 << 20;

OptionParser parser() {
  return OptionParser(
             "search",
             "Proves by forward search, with no database, that the side to move wins or "
             "loses a position, and in how many plies. Ends in \"unknown\" with what was "
             "proved when a limit strikes first, as it must in a draw. With a database "
             "as leaves that has no distances it proves win, loss or draw, but no plies.\n"
             "\n"
             "JSON: rules, base, position, value, plies, winner, leaves (distance, wdl or\n"
             "null), at_least and at_most (what is proved of the outcome), no_win_within and\n"
             "no_loss_within (plies), line, stopped, nodes, interior_nodes, table and database\n"
             "hits, seconds.",
             "pylos search \"LDLDDLD.LDL..... l\" --rules standard --time 60")
      .positional("POSITION",
                  "levels from the bottom, then l or d to move, such as "
                  "\"LD.............. l\"")
      .option(
          "depth", "D",
          "ask for no distance above D plies, 0 to " + std::to_string(search::kMaxPlies) +
              "; no limit but that unless given. With a --db without distances: plies to a leaf "
              "and the fewest that can follow it, which limits how far to look")
      .option("time", "S", "stop after S seconds; no limit unless given")
      .option("tt-mb", "M",
              "megabytes (2^20) of the transposition table, rounded down to a power of two; " +
                  std::to_string(kTableMegabytesUnlessGiven) + " unless given")
      .option("db", "FILE",
              "take the positions of a database or a slice as leaves; rules and base are its own. "
              "Without distances (solve --metric wdl) it can reach much further down")
      .option("claim", "C",
              "ask only what could prove this claim: win, loss or draw for the side to move. A "
              "false one mostly ends in \"unknown\"; the exit status is 0 either way")
      .flag("estimate", "prove nothing: look --depth plies ahead (" +
                            std::to_string(kEstimatePliesUnlessGiven) + " unless given, 1 to " +
                            std::to_string(kMostEstimatePlies) +
                            ") on one thread, and judge by the difference of the reserves there")
      .rules()
      .base()
      .threads()
      .json();
}

double seconds_from_text(const std::string& text) {
  double seconds = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, seconds, std::chars_format::fixed);
  if (error != std::errc{} || stop != end || !std::isfinite(seconds) || seconds < 0) {
    throw InputError("--time " + pylos::quoted(text) + ": not a number of seconds, 0 or more");
  }
  return seconds;
}

Outcome outcome_from_text(const std::string& text) {
  for (const Outcome outcome : {Outcome::win, Outcome::loss, Outcome::draw}) {
    if (text == to_text(outcome)) return outcome;
  }
  throw InputError("--claim " + pylos::quoted(text) + ": there are win, loss and draw");
}

double rate(std::uint64_t nodes, double seconds) {
  return seconds > 0 ? static_cast<double>(nodes) / seconds : 0;
}

std::string rate_text(std::uint64_t nodes, double seconds) {
  return with_thousands(static_cast<std::uint64_t>(rate(nodes, seconds))) + " nodes a second";
}

std::string proved_text(const search::Proved& proved) {
  std::string text;
  const auto add = [&](const std::string& what) {
    if (!text.empty()) text += ", ";
    text += what;
  };
  if (proved.at_least == Outcome::draw && proved.at_most != Outcome::draw) add("at least a draw");
  if (proved.at_most == Outcome::draw && proved.at_least != Outcome::draw) add("at most a draw");
  if (proved.no_win_within >= 0) add("no win within " + plies_text(proved.no_win_within));
  if (proved.no_loss_within >= 0) add("no loss within " + plies_text(proved.no_loss_within));
  return text.empty() ? "nothing proved" : text;
}

std::string percent(double share) {
  return std::to_string(static_cast<int>(std::lround(100 * share))) + "%";
}

double found_share(const search::Effort& effort) {
  return effort.table_asked == 0
             ? 0
             : static_cast<double>(effort.table_found) / static_cast<double>(effort.table_asked);
}

// The plies of a question about outcomes are no distance: told only of those that are excluded.
void write_progress(const search::Progress& p, bool with_distances, std::ostream& err) {
  err << (p.asks_win ? "win" : "loss") << (p.or_draw ? " or draw" : "");
  if (with_distances || !p.answer) err << " within " << plies_text(p.plies);
  err << ": " << (p.answer ? "yes" : "no") << ", " << with_thousands(p.effort.nodes) << " nodes, "
      << seconds_text(p.seconds) << " seconds, " << rate_text(p.effort.nodes, p.seconds) << '\n'
      << std::flush;
}

struct Request {
  Game game;
  ColouredPosition start;
  int threads = 0;
  std::optional<database::Metric> leaves;  // what is known of them, if there are any
  bool with_distances() const { return leaves != database::Metric::wdl; }
};

void write_json(const Request& request, const search::Result& result, std::size_t table_bytes,
                std::ostream& out) {
  Json json = json_of(request.game);
  json["position"] = to_text(request.start, request.game.base);
  add_value(json, result.value);
  json["winner"] = winner_json(result.value, request.start.to_move);
  json["leaves"] = nullptr;
  if (request.leaves) json["leaves"] = request.with_distances() ? "distance" : "wdl";
  json["at_least"] = to_text(result.proved.at_least);
  json["at_most"] = to_text(result.proved.at_most);
  json["no_win_within"] = result.proved.no_win_within;
  json["no_loss_within"] = result.proved.no_loss_within;
  json["line"] = Json::array();
  for (const Move move : result.line) json["line"].push_back(to_text(move, request.game.base));
  json["stopped"] = result.stopped;
  json["nodes"] = result.effort.nodes;
  json["interior_nodes"] = result.effort.interior;
  json["nodes_per_second"] = rate(result.effort.nodes, result.seconds);
  json["table_asked"] = result.effort.table_asked;
  json["table_found"] = result.effort.table_found;
  json["database_found"] = result.effort.oracle_found;
  json["table_bytes"] = table_bytes;
  json["table_fill"] = result.table_fill;
  add_work(json, result.seconds, request.threads);
  write(out, json);
}

void write_text(const Request& request, const search::Result& result, std::size_t table_bytes,
                std::ostream& out) {
  out << verdict_text(result.value, request.start.to_move);
  if (result.value.outcome == Outcome::unknown) {
    out << " for " << to_text(request.start.to_move) << ": " << proved_text(result.proved);
  }
  if (result.value.outcome != Outcome::unknown && !request.with_distances()) {
    out << "; the plies are not known, for the leaves have no distances";
  }
  out << '\n';
  if (!result.line.empty()) {
    out << "line: ";
    for (const Move move : result.line) out << ' ' << to_text(move, request.game.base);
    out << '\n';
  }
  out << "nodes: " << with_thousands(result.effort.nodes) << " ("
      << with_thousands(result.effort.interior) << " interior) in " << seconds_text(result.seconds)
      << " seconds, " << rate_text(result.effort.nodes, result.seconds) << '\n'
      << "table: " << bytes_text(table_bytes) << ", " << percent(result.table_fill) << " full, "
      << percent(found_share(result.effort)) << " of questions found there\n";
  if (result.effort.oracle_found != 0) {
    out << "database: " << with_thousands(result.effort.oracle_found) << " leaves\n";
  }
  if (result.stopped) {
    out << "stopped early; a longer --time or a greater --tt-mb goes further\n";
  }
}

std::string score_text(int score) {
  if (score == search::kEstimatedWin) return "the side to move has won by then";
  if (score == -search::kEstimatedWin) return "the side to move has lost by then";
  return (score > 0 ? "+" : "") + std::to_string(score) + " spheres in reserve";
}

ExitStatus run_estimate(const Request& request, const search::EstimateSettings& settings,
                        bool as_json, Context& context) {
  const int base = request.game.base;
  const search::Estimate result = search::estimate(
      request.start.position, request.game, settings, context.stop, [&](const search::Estimate& e) {
        context.err << "estimate, " << plies_text(e.plies) << ": " << score_text(e.score) << ", "
                    << with_thousands(e.nodes) << " nodes, " << seconds_text(e.seconds)
                    << " seconds\n"
                    << std::flush;
      });
  if (as_json) {
    Json json = json_of(request.game);
    json["position"] = to_text(request.start, base);
    add_value(json, Value{});
    Json estimate = {{"plies", result.plies}, {"score", result.score}};
    estimate["best"] =
        result.best.empty() ? Json(nullptr) : Json(to_text(result.best.front(), base));
    json["estimate"] = std::move(estimate);
    json["nodes"] = result.nodes;
    json["interior_nodes"] = result.interior;
    add_work(json, result.seconds, 1);
    write(context.out, json);
  } else {
    context.out << "estimate, not proved: " << score_text(result.score) << " after "
                << plies_text(result.plies);
    if (!result.best.empty()) context.out << ", by " << to_text(result.best.front(), base);
    context.out << "\nnodes: " << with_thousands(result.nodes) << " ("
                << with_thousands(result.interior) << " interior) in "
                << seconds_text(result.seconds) << " seconds\n";
  }
  return context.stop.stop_requested() ? ExitStatus::interrupted : ExitStatus::done;
}

}  // namespace

ExitStatus run_search(Arguments arguments, Context& context) {
  const auto options = parser().parse(arguments, context.out);
  if (!options) return ExitStatus::done;
  Request request;
  request.game = {options->rules(), options->base()};
  std::optional<database::Database> database;
  std::uint64_t leaves_bytes = 0;
  if (const auto file = options->text("db")) {
    if (options->has("estimate")) throw InputError("--estimate takes no --db: it proves nothing");
    database.emplace(*file);
    leaves_bytes = DatabaseLeaves::bytes(*database);
    request.leaves = database->metric();
    request.game = database->game();
  }
  request.start = position_from_text(options->positional("POSITION"), request.game.base);
  request.threads = options->threads();

  search::Settings settings;
  settings.table_bytes = static_cast<std::size_t>(options->number("tt-mb", 1, kMostTableMegabytes,
                                                                  kTableMegabytesUnlessGiven))
                         << 20;
  const std::uint64_t free = free_memory();
  if (settings.table_bytes + leaves_bytes > free) {
    throw OutOfMemory("the table of --tt-mb takes up to " + bytes_text(settings.table_bytes) +
                      (database ? ", the leaves of --db " + bytes_text(leaves_bytes) : "") +
                      ", only " + bytes_text(free) + " of memory are free");
  }
  settings.threads = request.threads;
  search::Limits limits;
  limits.plies = static_cast<int>(options->number("depth", 0, std::uint64_t{search::kMaxPlies},
                                                  std::uint64_t{search::kMaxPlies}));
  if (const auto text = options->text("time")) limits.seconds = seconds_from_text(*text);

  if (const auto text = options->text("claim")) limits.claim = outcome_from_text(*text);

  if (options->has("estimate")) {
    if (limits.claim) throw InputError("--estimate takes no --claim: it proves nothing");
    search::EstimateSettings estimate;
    estimate.plies = static_cast<int>(
        options->number("depth", 1, kMostEstimatePlies, kEstimatePliesUnlessGiven));
    estimate.table_bytes = settings.table_bytes;
    estimate.seconds = limits.seconds;
    return run_estimate(request, estimate, options->json(), context);
  }

  std::optional<DatabaseLeaves> leaves;
  if (database) {
    context.err << "leaves: positions with " << database->least_spheres() << " spheres, "
                << (request.with_distances() ? "" : "without distances, ")
                << bytes_text(leaves_bytes) << " in memory\n"
                << std::flush;
    leaves.emplace(*database, request.threads);
    settings.oracle = &*leaves;
  }
  search::Searcher searcher(request.game, settings);
  const search::Result result = searcher.search(
      request.start.position, limits, context.stop,
      [&](const search::Progress& p) { write_progress(p, request.with_distances(), context.err); });
  if (options->json()) {
    write_json(request, result, searcher.table_bytes(), context.out);
  } else {
    write_text(request, result, searcher.table_bytes(), context.out);
  }
  return context.stop.stop_requested() ? ExitStatus::interrupted : ExitStatus::done;
}

}  // namespace pylos::tools
