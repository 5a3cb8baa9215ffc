#include "tools/command/line_command.hpp"

#include <algorithm>
#include <ostream>
#include <string>

#include "engine/errors.hpp"
#include "solver/book/perfect_play.hpp"
#include "tools/command/format.hpp"
#include "tools/command/json.hpp"
#include "tools/command/options.hpp"
#include "tools/command/position_argument.hpp"

namespace pylos::tools {
namespace {

constexpr std::uint64_t kMostPlies = 10'000;
constexpr std::uint64_t kPlies = 200;
constexpr std::uint64_t kMostMoves = 1'000;

OptionParser parser() {
  return OptionParser("line",
                      "Plays perfectly to the end: fastest win, slowest loss, and of equally good "
                      "moves the first in the order of pylos moves. A draw ends when a position "
                      "comes again with the same side to move.",
                      "pylos line standard.pylos --boards")
      .positional("FILE", "a database with distances, as solve --out writes it")
      .rest("POSITION",
            "where to begin, the empty board unless given; a game may stand instead: its last "
            "position is meant")
      .option("game", "GAME", "a game, or a file that holds one: its last position is meant")
      .flag("boards", "the pyramid drawn before every ply and at the end")
      .option("all-best", "N", "lists up to N of the equally good moves at each ply")
      .option("plies", "N", "most plies; " + std::to_string(kPlies) + " unless given")
      .one_thread()
      .json();
}

std::string_view end_text(book::LineEnd end) {
  switch (end) {
    case book::LineEnd::over:
      return "over";
    case book::LineEnd::repetition:
      return "repetition";
    case book::LineEnd::limit:
      break;
  }
  return "limit";
}

std::string end_sentence(const book::PerfectLine& line, Colour to_move) {
  switch (line.end) {
    case book::LineEnd::over:
      return std::string(to_text(other(to_move))) + " has won";
    case book::LineEnd::repetition:
      return "a position comes again: the game can go on like this for ever";
    case book::LineEnd::limit:
      break;
  }
  return "as far as asked; --plies N goes further";
}

// Up to `most` of the best moves.
std::vector<std::string> best_texts(const book::LinePly& ply, std::uint64_t most, int base) {
  std::vector<std::string> texts;
  for (const database::MoveValue& m : ply.best) {
    if (texts.size() == most) break;
    texts.push_back(to_text(m.move, base));
  }
  return texts;
}

std::string plies_left(Value value) { return value.plies ? std::to_string(*value.plies) : "-"; }

Json line_json(const book::PerfectLine& line, ColouredPosition p, Game game, std::uint64_t most) {
  Json json = json_of(game);
  const Value value = line.plies.empty() ? line.last_value : line.plies.front().value;
  json["position"] = to_text(p, game.base);
  add_value(json, value);
  json["winner"] = winner_json(value, p.to_move);
  json["line"] = Json::array();
  for (std::size_t i = 0; i < line.plies.size(); ++i) {
    const book::LinePly& ply = line.plies[i];
    Json step{{"ply", i + 1}, {"to_move", to_text(p.to_move)}, {"position", to_text(p, game.base)}};
    add_value(step, ply.value);
    step["move"] = to_text(ply.best.front().move, game.base);
    step["best_count"] = ply.best.size();
    if (most > 0) step["best"] = best_texts(ply, most, game.base);
    json["line"].push_back(std::move(step));
    p = apply(p, ply.best.front().move);
  }
  json["end"] = end_text(line.end);
  json["last_position"] = to_text(p, game.base);
  return json;
}

void write_text(std::ostream& out, const book::PerfectLine& line, ColouredPosition p, Game game,
                std::uint64_t most, bool boards) {
  const Value value = line.plies.empty() ? line.last_value : line.plies.front().value;
  out << to_text(game.rules) << ", base " << game.base << ", " << to_text(p, game.base) << ": "
      << verdict_text(value, p.to_move) << "\n\n";
  Table table({{"ply", Align::right, 3},
               {"side", Align::left, 5},
               {"move", Align::left, 16},
               {"plies left", Align::right},
               {"equally good", Align::right},
               {most > 0 ? "the equally good" : "", Align::left}});
  if (!boards) out << table.heading_line();
  for (std::size_t i = 0; i < line.plies.size(); ++i) {
    const book::LinePly& ply = line.plies[i];
    std::string best;
    for (const std::string& text : best_texts(ply, most, game.base))
      best += (best.empty() ? "" : " ") + text;
    if (boards) out << drawing(p, game.base) << '\n' << table.heading_line();
    out << table.row_line({std::to_string(i + 1), std::string(to_text(p.to_move)),
                           to_text(ply.best.front().move, game.base), plies_left(ply.value),
                           std::to_string(ply.best.size()), best});
    if (boards) out << '\n';
    p = apply(p, ply.best.front().move);
  }
  if (boards) out << drawing(p, game.base);
  out << '\n' << to_text(p, game.base) << ": " << end_sentence(line, p.to_move) << '\n';
}

}  // namespace

ExitStatus run_line(Arguments arguments, Context& context) {
  const auto options = parser().parse(arguments, context.out);
  if (!options) return ExitStatus::done;
  if (options->json() && options->has("boards"))
    throw InputError("--boards draws for people: not with --json");
  const std::uint64_t most = options->number("all-best", 1, kMostMoves, 0);
  const auto plies = static_cast<int>(options->number("plies", 0, kMostPlies, kPlies));
  const database::Database database(options->positional("FILE"));
  database::require_all_distances(database);
  const Game game = database.game();
  ColouredPosition start;
  if (const auto asked = asked_position(*options, game)) start = asked->position;
  const book::PerfectLine line = book::perfect_line(database, start.position, plies);
  if (options->json()) {
    write(context.out, line_json(line, start, game, most));
  } else {
    write_text(context.out, line, start, game, most, options->has("boards"));
  }
  return ExitStatus::done;
}

}  // namespace pylos::tools
