#include "tools/probe_command.hpp"

#include <iostream>
#include <string>
#include <vector>

#include "engine/errors.hpp"
#include "solver/database/database.hpp"
#include "tools/format.hpp"
#include "tools/json.hpp"
#include "tools/numbers.hpp"
#include "tools/options.hpp"

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
      .one_thread()
      .flag("json", "a JSON document a line for each position instead of text");
}

class Prober {
 public:
  Prober(const database::Database& database, bool json, bool values, std::ostream& out)
      : database_(database), base_(database.game().base), json_(json), values_(values), out_(out) {}

  void probe(const ColouredPosition& p) {
    const Value value = database_.value(p.position);
    json_ ? write_json(p, value) : write_text(p, value);
  }

 private:
  void write_json(const ColouredPosition& p, Value value) {
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
    out_ << json.dump() << '\n';
  }

  void write_text(const ColouredPosition& p, Value value) {
    out_ << to_text(p, base_) << "  " << verdict_text(value, p.to_move) << '\n';
    if (values_) return;
    const std::vector<database::MoveValue> moves = database_.moves(p.position);
    if (moves.empty()) {
      out_ << "no move\n";
      return;
    }
    Table table(
        {{"move", Align::left}, {"outcome", Align::left}, {"position after it", Align::left}});
    for (const database::MoveValue& m : moves) {
      table.add({to_text(m.move, base_), verdict_text(m.value, other(p.to_move)),
                 to_text(apply(p, m.move), base_)});
    }
    out_ << table.text();
  }

  const database::Database& database_;
  int base_;
  bool json_;
  bool values_;
  std::ostream& out_;
};

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
  Prober prober(database, options->json(), options->has("values"), context.out);

  std::vector<ColouredPosition> positions;
  for (const std::string& text : options->rest()) {
    positions.push_back(position_from_text(text, base));
  }
  for (const ColouredPosition& p : positions) prober.probe(p);
  if (!positions.empty()) return ExitStatus::done;

  std::string line;
  for (std::uint64_t number = 1; std::getline(std::cin, line); ++number) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty()) continue;
    ColouredPosition p;
    try {
      p = position_from_text(line, base);
    } catch (const InputError& e) {
      flush(context);
      throw InputError("line " + std::to_string(number) + ": " + e.what());
    }
    prober.probe(p);
    // Whoever waits for an answer before asking on gets it.
    if (std::cin.rdbuf()->in_avail() <= 0) flush(context);
  }
  if (std::cin.bad()) throw InputError("standard input cannot be read");
  return ExitStatus::done;
}

}  // namespace pylos::tools
