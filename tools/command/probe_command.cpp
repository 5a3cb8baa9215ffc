#include "tools/command/probe_command.hpp"

#include <algorithm>
#include <iostream>
#include <span>
#include <sstream>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include "engine/errors.hpp"
#include "solver/api/pylos/pylos.hpp"
#include "tools/command/format.hpp"
#include "tools/command/input_lines.hpp"
#include "tools/command/json.hpp"
#include "tools/command/numbers.hpp"
#include "tools/command/options.hpp"
#include "tools/command/parallel.hpp"
#include "tools/command/position_argument.hpp"

namespace pylos::tools {
namespace {

OptionParser parser() {
  return OptionParser("probe",
                      "Tells the value of positions and of every legal move, best first: fastest "
                      "win, then draw, then slowest loss. Without positions it reads them from "
                      "standard input, one per line.\n"
                      "\n"
                      "JSON, a line per position: rules, base, position, mover (light, dark),\n"
                      "reserves (light, dark), over, value (win, loss, draw, unknown: for the side\n"
                      "to move), plies, winner, moves, best first. A move: move, kind (place,\n"
                      "raise), to, from, recovered, result and plies_left for the side that makes\n"
                      "it (plies_left counts the move itself), position after it, value and plies\n"
                      "of that position for the side then to move, same_as: the first move of the\n"
                      "list that leads to the same position up to symmetry.",
                      "pylos probe standard.pylos \"................ l\"")
      .positional("FILE", "a database, as solve --out writes it")
      .rest("POSITION",
            "levels from the bottom, then l or d to move, such as "
            "\"LD.............. l\"; a game may stand instead: its last position is meant")
      .option("game", "GAME", "a game, or a file that holds one: its last position is meant")
      .flag("values", "the values alone, a line per position, without the moves")
      .flag("keep-going",
            "a line that is no position gets an answer that names its fault, the rest go on; the "
            "exit status is 2 at the end")
      .option("cache", "SIZE", "most memory for decoded parts of the file; 64M unless given")
      .threads()
      .flag("json", "a JSON document per line for each position instead of text");
}

// An answer that cannot be given, in the place of one.
struct Question {
  ColouredPosition position;
  std::string fault;  // empty for a position
};

class Prober {
 public:
  Prober(v1::Solved solved, Game game, bool json, bool values, int threads)
      : solved_(std::move(solved)), game_(game), json_(json), values_(values), threads_(threads) {}

  // Writes the answers in the order of the questions, whichever is found first.
  void probe(std::span<const Question> questions, std::ostream& out) const {
    constexpr std::size_t kPiece = 32;
    std::vector<std::string> answers((questions.size() + kPiece - 1) / kPiece);
    parallel_for(answers.size(), threads_, [&](std::size_t i) {
      std::ostringstream text;
      const auto begin = i * kPiece;
      for (const Question& q :
           questions.subspan(begin, std::min(kPiece, questions.size() - begin))) {
        if (!q.fault.empty()) {
          text << (json_ ? Json{{"error", {{"message", q.fault}}}}.dump() : "error: " + q.fault)
               << '\n';
        } else {
          json_ ? write_json(text, shown(q.position)) : write_text(text, shown(q.position));
        }
      }
      answers[i] = std::move(text).str();
    });
    for (const std::string& answer : answers) out << answer;
  }

 private:
  v1::Position shown(const ColouredPosition& p) const {
    return v1::Position::from_text(to_text(p, game_.base), game_.base);
  }

  // `unknown` where a slice holds none.
  v1::Value value(const v1::Position& p) const {
    return p.spheres() < solved_.least_spheres() ? v1::Value{} : solved_.value(p);
  }

  void write_json(std::ostream& out, const v1::Position& p) const {
    if (!values_) {
      out << solved_.document(p) << '\n';
      return;
    }
    const v1::Value own = value(p);
    Json json = json_of(game_);
    json["position"] = p.text();
    json["value"] = v1::to_text(own.outcome);
    json["plies"] = own.plies ? Json(*own.plies) : Json(nullptr);
    const bool won = own.outcome == v1::Outcome::win;
    json["winner"] = won || own.outcome == v1::Outcome::loss
                         ? Json(v1::to_text(won ? p.to_move() : v1::other(p.to_move())))
                         : Json(nullptr);
    out << json.dump() << '\n';
  }

  void write_text(std::ostream& out, const v1::Position& p) const {
    out << p.text() << "  " << v1::to_text(value(p), p.to_move()) << '\n';
    if (values_) return;
    const std::vector<v1::MoveValue> moves = solved_.moves(p);
    if (moves.empty()) {
      out << "no move\n";
      return;
    }
    Table table(
        {{"move", Align::left}, {"outcome", Align::left}, {"position after it", Align::left}});
    for (const v1::MoveValue& m : moves) {
      table.add({v1::to_text(m.move, game_.base), v1::to_text(m.value, m.after.to_move()),
                 m.after.text()});
    }
    out << table.text();
  }

  v1::Solved solved_;
  Game game_;
  bool json_;
  bool values_;
  int threads_;
};

// Positions are taken from standard input as many at a time as are there, up to this.
constexpr std::size_t kBatch = 8192;

}  // namespace

ExitStatus run_probe(Arguments arguments, Context& context) {
  const auto options = parser().parse(arguments, context.out);
  if (!options) return ExitStatus::done;
  v1::OpenOptions open;
  if (const auto size = options->text("cache")) {
    open.cache_bytes = bytes_from_text("--cache", *size);
  }
  const v1::Solved solved = v1::open(options->positional("FILE"), open);
  const Game game{rule_set_from_text(solved.game().rules()), solved.game().base()};
  const Prober prober(solved, game, options->json(), options->has("values"), options->threads());

  std::vector<Question> questions;
  for (const std::string& text : options->rest()) {
    questions.push_back({position_or_game(text, game), ""});
  }
  if (const auto asked = options->text("game")) {
    if (!questions.empty()) throw InputError("positions, or --game GAME, not both");
    questions.push_back({asked_position(*options, game)->position, ""});
  }
  prober.probe(questions, context.out);
  if (!questions.empty()) return ExitStatus::done;

  const bool keep_going = options->has("keep-going");
  if (isatty(STDIN_FILENO) != 0) {
    context.err << "pylos probe: waiting for positions on standard input, one per line\n";
  }
  bool all_good = true;
  const auto answer = [&] {
    prober.probe(questions, context.out);
    questions.clear();
  };
  std::string line;
  for (InputLines lines(std::cin); lines.next(line);) {
    try {
      questions.push_back({position_or_game(line, game), ""});
    } catch (const InputError& e) {
      const std::string fault = "line " + std::to_string(lines.number()) + ": " + e.what();
      if (!keep_going) {
        answer();
        flush(context);
        throw InputError(fault);
      }
      all_good = false;
      questions.push_back({{}, fault});
    }
    // Whoever waits for an answer before asking on gets it.
    const bool waits = !lines.has_more();
    if (waits || questions.size() == kBatch) answer();
    if (waits) flush(context);
  }
  answer();
  if (std::cin.bad()) throw InputError("standard input cannot be read");
  return all_good ? ExitStatus::done : ExitStatus::bad_input;
}

}  // namespace pylos::tools
