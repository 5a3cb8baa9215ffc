#include "tools/command/perft_command.hpp"

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "engine/moves.hpp"
#include "engine/perft.hpp"
#include "tools/command/format.hpp"
#include "tools/command/json.hpp"
#include "tools/command/options.hpp"
#include "tools/command/parallel.hpp"
#include "tools/command/stopwatch.hpp"

namespace pylos::tools {
namespace {

// Sequences are counted in 64 bits. They would need more than 40 moves a position on average, over
// all of these plies, to overflow.
constexpr int kMostPlies = 12;
constexpr int kPliesUnlessGiven = 6;

OptionParser parser() {
  return OptionParser("perft",
                      "Counts what lies exactly 1, 2, ... N plies from a position: move sequences, "
                      "different positions, and classes of positions under the eight symmetries of "
                      "the square.",
                      "pylos perft --plies 7 --rules advanced")
      .option("plies", "N",
              "how many plies, 1 to " + std::to_string(kMostPlies) + "; " +
                  std::to_string(kPliesUnlessGiven) + " unless given")
      .option("position", "P", "where to start; the empty board unless given")
      .flag("divide", "the sequences of N plies, split by the first move")
      .rules()
      .base()
      .threads()
      .json();
}

struct Request {
  Game game;
  ColouredPosition start;
  int plies = 0;
  int threads = 0;
};

Json json_head(const Request& request) {
  Json json = json_of(request.game);
  json["position"] = to_text(request.start, request.game.base);
  return json;
}

void add_tail(Json& json, std::uint64_t nodes, const Request& request, double seconds) {
  json["nodes"] = nodes;
  add_work(json, seconds, request.threads);
}

struct Level {
  LevelCounts counts;
  double seconds = 0;
};

// Every ply is counted from the start again, so the plies are independent; the deepest begins
// first.
std::vector<Level> count_levels(const Request& request) {
  const auto plies = static_cast<std::size_t>(request.plies);
  std::vector<Level> levels(plies);
  parallel_for(plies, request.threads, [&](std::size_t i) {
    const Stopwatch clock;
    Level& level = levels[plies - 1 - i];
    level.counts = level_counts(request.start.position, request.game, static_cast<int>(plies - i));
    level.seconds = clock.seconds();
  });
  return levels;
}

void write_levels(const Request& request, bool as_json, std::ostream& out) {
  const Stopwatch clock;
  const std::vector<Level> levels = count_levels(request);
  const double seconds = clock.seconds();
  if (as_json) {
    Json json = json_head(request);
    json["levels"] = Json::array();
    for (std::size_t i = 0; i < levels.size(); ++i) {
      json["levels"].push_back({{"ply", i + 1},
                                {"sequences", levels[i].counts.sequences},
                                {"distinct", levels[i].counts.distinct},
                                {"classes", levels[i].counts.classes},
                                {"checksum", hexadecimal(levels[i].counts.checksum)},
                                {"seconds", levels[i].seconds}});
    }
    add_tail(json, levels.back().counts.sequences, request, seconds);
    write(out, json);
    return;
  }
  Table table({{"ply"}, {"sequences"}, {"positions"}, {"classes"}, {"seconds"}});
  for (std::size_t i = 0; i < levels.size(); ++i) {
    table.add({std::to_string(i + 1), with_thousands(levels[i].counts.sequences),
               with_thousands(levels[i].counts.distinct), with_thousands(levels[i].counts.classes),
               seconds_text(levels[i].seconds)});
  }
  out << table.text();
}

void write_divided(const Request& request, bool as_json, std::ostream& out) {
  const Stopwatch clock;
  std::vector<DividedCount> divided = perft_divide(request.start.position, request.game, 1);
  parallel_for(divided.size(), request.threads, [&](std::size_t i) {
    const Position after = apply(request.start.position, divided[i].move);
    divided[i].sequences = perft(after, request.game, request.plies - 1);
  });
  std::uint64_t total = 0;
  for (const DividedCount& d : divided) total += d.sequences;
  const double seconds = clock.seconds();

  const int base = request.game.base;
  if (as_json) {
    Json json = json_head(request);
    json["ply"] = request.plies;
    json["divide"] = Json::array();
    for (const DividedCount& d : divided) {
      json["divide"].push_back({{"move", to_text(d.move, base)},
                                {"position", to_text(apply(request.start, d.move), base)},
                                {"sequences", d.sequences}});
    }
    add_tail(json, total, request, seconds);
    write(out, json);
    return;
  }
  Table table({{"move", Align::left}, {"sequences"}});
  for (const DividedCount& d : divided) {
    table.add({to_text(d.move, base), with_thousands(d.sequences)});
  }
  table.add({"all", with_thousands(total)});
  out << table.text() << plies_text(request.plies) << ", " << seconds_text(seconds) << " seconds\n";
}

}  // namespace

ExitStatus run_perft(Arguments arguments, Context& context) {
  const auto options = parser().parse(arguments, context.out);
  if (!options) return ExitStatus::done;
  Request request;
  request.game = {options->rules(), options->base()};
  if (const auto text = options->text("position")) {
    request.start = position_from_text(*text, request.game.base);
  }
  request.plies = static_cast<int>(options->number("plies", 1, kMostPlies, kPliesUnlessGiven));
  request.threads = options->threads();
  if (options->has("divide")) {
    write_divided(request, options->json(), context.out);
  } else {
    write_levels(request, options->json(), context.out);
  }
  return ExitStatus::done;
}

}  // namespace pylos::tools
