// The puzzles are suites (data/puzzles): a line for each position, with the rule set, the value, the
// plies and the best moves, separated by semicolons.
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tools/server/documents.hpp"
#include "tools/server/embedded.hpp"

namespace pylos::server {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find("; ", at), line.size());
    fields.push_back(line.substr(at, end - at));
    at = end + 2;
  }
  return fields;
}

Json puzzle(const std::vector<std::string>& fields) {
  Json json{{"position", fields.at(0)},
            {"rules", fields.at(1)},
            {"value", fields.at(2)},
            {"plies", fields.at(3) == "-" ? Json(nullptr) : Json(std::stoi(fields.at(3)))},
            {"best", Json::array()},
            {"note", ""}};
  std::istringstream best(fields.at(4));
  for (std::string move; best >> move;) json["best"].push_back(move);
  return json;
}

}  // namespace

std::string puzzles_json(const Games& games, std::string_view rules) {
  Json json = Json::array();
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.folder != "puzzles") continue;
    std::istringstream lines{std::string(file.bytes)};
    for (std::string line; std::getline(lines, line);) {
      if (line.empty() || line.front() == '#') continue;
      const std::vector<std::string> fields = fields_of(line);
      const Solved* held = games.find(fields.at(1));
      if (rules.empty() ? held != nullptr && held->game().base() == 4 : fields[1] == rules) {
        json.push_back(puzzle(fields));
      }
    }
  }
  return json.dump();
}

}  // namespace pylos::server
