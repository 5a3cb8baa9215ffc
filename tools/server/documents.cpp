#include "tools/server/documents.hpp"

#include <optional>

#include <nlohmann/json.hpp>

namespace pylos::server {
namespace {

using Json = nlohmann::ordered_json;

Json plies_json(const std::optional<int>& plies) { return plies ? Json(*plies) : Json(nullptr); }

Json entry(const Solved& solved) {
  const Value verdict = solved.verdict();
  return {{"rules", solved.game().rules()},
          {"base", solved.game().base()},
          {"verdict", to_text(verdict.outcome)},
          {"plies", plies_json(verdict.plies)},
          {"metric", solved.has_distances() ? "distance" : "wdl"},
          {"least_spheres", solved.least_spheres()},
          {"checksum", solved.checksum()},
          {"bytes", solved.bytes()}};
}

}  // namespace

std::string games_json(const Games& games) {
  Json json{{"games", Json::array()}};
  for (const Solved& solved : games.all()) json["games"].push_back(entry(solved));
  return json.dump();
}

std::string game_json(const Solved& solved) {
  Json json = entry(solved);
  const Counts counts = solved.counts();
  json["counts"] = {{"win", counts.win},
                    {"loss", counts.loss},
                    {"draw", counts.draw},
                    {"total", counts.win + counts.loss + counts.draw}};
  json["histogram"] = Json::array();
  int plies = 0;
  for (const std::uint64_t positions : solved.histogram()) {
    json["histogram"].push_back({{"plies", plies++}, {"positions", positions}});
  }
  return json.dump();
}

std::string line_json(const Solved& solved, const Position& position, int plies) {
  const Value value = solved.value(position);
  Json json{{"rules", solved.game().rules()},   {"base", solved.game().base()},
            {"position", position.text()},      {"value", to_text(value.outcome)},
            {"plies", plies_json(value.plies)}, {"line", Json::array()}};
  Position at = position;
  for (const MoveValue& step : solved.line(position, plies)) {
    json["line"].push_back({{"ply", json["line"].size() + 1},
                            {"side", to_text(at.to_move())},
                            {"move", to_text(step.move, at.base())},
                            {"result", to_text(step.result)},
                            {"plies_left", plies_json(step.plies_left)},
                            {"position", step.after.text()}});
    at = step.after;
  }
  json["last_position"] = at.text();
  json["over"] = is_over(solved.game(), at);
  return json.dump();
}

std::string held_document(const Solved& solved, const Position& position) {
  static_cast<void>(solved.value(position));  // throws where a slice holds none
  return solved.document(position);
}

std::string play_json(const Solved& solved, const Position& position, const OpponentLevel& level,
                      std::uint64_t seed) {
  const Move move = choose_move(solved, position, level, seed);
  return Json{{"move", to_text(move, position.base())},
              {"position", apply(position, move).text()},
              {"level", to_text(level)}}
      .dump();
}

std::string compare_json(const Games& games, const Position& position) {
  const Json text = position.text();
  std::string documents;
  Json missing = Json::array();
  for (const Solved& solved : games.all()) {
    if (solved.game().base() != position.base()) continue;
    try {
      const std::string document = held_document(solved, position);
      if (!documents.empty()) documents += ',';
      documents += document;
    } catch (const NotHeldError& e) {
      missing.push_back({{"rules", solved.game().rules()}, {"message", e.what()}});
    }
  }
  return "{\"position\":" + text.dump() + ",\"games\":[" + documents +
         "],\"missing\":" + missing.dump() + "}";
}

}  // namespace pylos::server
