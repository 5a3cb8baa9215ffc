#include "tools/command/suite.hpp"

#include <cstddef>
#include <sstream>
#include <string_view>

#include "engine/errors.hpp"
#include "engine/quote.hpp"
#include "tools/command/numbers.hpp"

namespace pylos::tools {
namespace {

constexpr int kBase = 4;

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

Value value_from_text(const std::string& outcome, const std::string& plies) {
  if (outcome == "draw") return Value::draw();
  const auto n = static_cast<int>(number_from_text("plies", plies, 0, 1000));
  if (outcome == "win" && n % 2 == 1) return Value::win(n);
  if (outcome == "loss" && n % 2 == 0) return Value::loss(n);
  throw InputError("value " + pylos::quoted(outcome + " " + plies) +
                   ": not draw, win with odd or loss with even plies");
}

SuiteEntry entry_from_text(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, ';');) fields.push_back(trimmed(field));
  if (fields.size() != 5) {
    throw InputError(std::to_string(fields.size()) +
                     " fields, not 5 (position; rules; value; plies; best moves)");
  }
  SuiteEntry entry;
  entry.start = position_from_text(fields[0], kBase);
  entry.game = {rule_set_from_text(fields[1]), kBase};
  entry.value = value_from_text(fields[2], fields[3]);
  std::istringstream moves(fields[4]);
  for (std::string move; moves >> move;) {
    entry.best.push_back(move_from_text(move, entry.start.position, entry.game));
  }
  return entry;
}

}  // namespace

std::string to_text(const SuiteEntry& entry) {
  std::string text = to_text(entry.start, entry.game.base) + "; " + to_text(entry.game.rules) +
                     "; " + std::string(to_text(entry.value.outcome)) + "; " +
                     std::to_string(entry.value.plies.value_or(0)) + ";";
  for (const Move move : entry.best) text += " " + to_text(move, entry.game.base);
  return text;
}

std::vector<SuiteEntry> read_suite(std::istream& in) {
  std::vector<SuiteEntry> suite;
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const std::string text = trimmed(line);
    if (text.empty() || text.front() == '#') continue;
    try {
      suite.push_back(entry_from_text(text));
    } catch (const InputError& error) {
      throw InputError("line " + std::to_string(number) + ": " + error.what());
    }
  }
  if (in.bad()) throw InputError("cannot be read");
  if (suite.empty()) throw InputError("holds no position");
  return suite;
}

}  // namespace pylos::tools
