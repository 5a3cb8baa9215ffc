#include "tools/command/probe_command.hpp"

#include <algorithm>
#include <iostream>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "engine/errors.hpp"
#include "solver/reader/database.hpp"
#include "tools/command/format.hpp"
#include "tools/command/json.hpp"
#include "tools/command/numbers.hpp"
#include "tools/command/options.hpp"
#include "tools/command/parallel.hpp"

namespace pylos::tools {
namespace {

OptionParser parser() {
  return OptionParser("probe",
                      "Tells the value of positions and of every legal move, best first: fastest "
                      "win, then draw, then slowest loss. Without positions it reads them from "
                      "standard input, one a line.",
                      "pylos probe standard.pylos \"................ l\"")
      .positional("FILE", "a database, as solve --out writes it")
      .rest("POSITION",
            "levels from the bottom, then l or d to move, such as "
            "\"LD.............. l\"")
      .flag("values", "the values alone, a line a position, without the moves")
      .option("cache", "SIZE", "most memory for decoded parts of the file; 64M unless given")
      .threads()
      .flag("json", "a JSON document a line for each position instead of text");
}

class Prober {
 public:
  Prober(const database::Database& database, bool json, bool values, int threads)
      : database_(database),
        base_(database.game().base),
        json_(json),
        values_(values),
        threads_(threads) {}

  // Writes the answers in the order of the positions, whichever is found first.
  void probe(std::span<const ColouredPosition> positions, std::ostream& out) const {
    constexpr std::size_t kPiece = 32;
    std::vector<std::string> answers((positions.size() + kPiece - 1) / kPiece);
    parallel_for(answers.size(), threads_, [&](std::size_t i) {
      std::ostringstream text;
      const auto begin = i * kPiece;
      for (const ColouredPosition& p :
           positions.subspan(begin, std::min(kPiece, positions.size() - begin))) {
        const Value value = database_.value(p.position);
        json_ ? write_json(text, p, value) : write_text(text, p, value);
      }
      answers[i] = std::move(text).str();
    });
    for (const std::string& answer : answers) out << answer;
  }

 private:
  void write_json(std::ostream& out, const ColouredPosition& p, Value value) const {
    Json json = json_of(database_.game());
    json["position"] = to_text(p, base_);
    add_value(json, value);
    json["winner"] = winner_json(value, p.to_move);
    if (!values_) {
      json["moves"] = Json::array();
      for (const database::MoveValue& m : database_.moves(p.position)) {
        Json move{{"move", to_text(m.move, base_)}, {"position", to_text(apply(p, m.move), base_)}};
        add_value(move, m.value);
        json["moves"].push_back(std::move(move));
      }
    }
    out << json.dump() << '\n';
  }

  void write_text(std::ostream& out, const ColouredPosition& p, Value value) const {
    out << to_text(p, base_) << "  " << verdict_text(value, p.to_move) << '\n';
    if (values_) return;
    const std::vector<database::MoveValue> moves = database_.moves(p.position);
    if (moves.empty()) {
      out << "no move\n";
      return;
    }
    Table table(
        {{"move", Align::left}, {"outcome", Align::left}, {"position after it", Align::left}});
    for (const database::MoveValue& m : moves) {
      table.add({to_text(m.move, base_), verdict_text(m.value, other(p.to_move)),
                 to_text(apply(p, m.move), base_)});
    }
    out << table.text();
  }

  const database::Database& database_;
  int base_;
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
  database::OpenOptions open;
  if (const auto size = options->text("cache")) {
    open.cache_bytes = bytes_from_text("--cache", *size);
  }
  const database::Database database(options->positional("FILE"), open);
  const int base = database.game().base;
  const Prober prober(database, options->json(), options->has("values"), options->threads());

  std::vector<ColouredPosition> positions;
  for (const std::string& text : options->rest()) {
    positions.push_back(position_from_text(text, base));
  }
  prober.probe(positions, context.out);
  if (!positions.empty()) return ExitStatus::done;

  const auto answer = [&] {
    prober.probe(positions, context.out);
    positions.clear();
  };
  std::string line;
  for (std::uint64_t number = 1; std::getline(std::cin, line); ++number) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    try {
      if (!line.empty()) positions.push_back(position_from_text(line, base));
    } catch (const InputError& e) {
      answer();
      flush(context);
      throw InputError("line " + std::to_string(number) + ": " + e.what());
    }
    // Whoever waits for an answer before asking on gets it.
    const bool waits = std::cin.rdbuf()->in_avail() <= 0;
    if (waits || positions.size() == kBatch) answer();
    if (waits) flush(context);
  }
  answer();
  if (std::cin.bad()) throw InputError("standard input cannot be read");
  return ExitStatus::done;
}

}  // namespace pylos::tools
