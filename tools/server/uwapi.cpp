// The shape that clients of GamesmanUni read: a loss is "lose", plies are "remoteness", and a
// position whose value nobody knows is "unsolved".
#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "tools/server/documents.hpp"

namespace pylos::server {
namespace {

using Json = nlohmann::ordered_json;

std::string_view word(Outcome outcome) {
  switch (outcome) {
    case Outcome::win:
      return "win";
    case Outcome::loss:
      return "lose";
    case Outcome::draw:
      return "draw";
    case Outcome::unknown:
      break;
  }
  return "unsolved";
}

// The text with an underscore, so that it stands in an address as it is.
std::string text_of(const Position& position) {
  std::string text = position.text();
  std::replace(text.begin(), text.end(), ' ', '_');
  return text;
}

void add_remoteness(Json& json, const std::optional<int>& plies) {
  if (plies) json["remoteness"] = *plies;
}

Json variant(const Solved& solved) {
  const std::string start = text_of(Position::empty(solved.game().base()));
  return {{"id", solved.game().rules()},
          {"name", solved.game().rules()},
          {"startPosition", start},
          {"autoguiStartPosition", start},
          {"gui", "v1"}};
}

}  // namespace

std::string uwapi_games_json() {
  return Json::array({{{"id", "pylos"}, {"name", "Pylos"}, {"type", "twoPlayer"}, {"gui", "v1"}}})
      .dump();
}

std::string uwapi_game_json(const Games& games) {
  Json json{{"id", "pylos"},       {"name", "Pylos"},
            {"type", "twoPlayer"}, {"allowCustomStart", true},
            {"gui", "v1"},         {"variants", Json::array()}};
  for (const Solved& solved : games.all()) json["variants"].push_back(variant(solved));
  return json.dump();
}

std::string uwapi_variant_json(const Solved& solved) { return variant(solved).dump(); }

std::string uwapi_position_json(const Solved& solved, const Position& position) {
  const Value value = solved.value(position);
  const std::vector<MoveValue> moves = solved.moves(position);
  // Moves come best first, so the first of an outcome is the best of it.
  std::map<Outcome, int> best;
  Json list = Json::array();
  for (const MoveValue& m : moves) {
    Json move{{"move", to_text(m.move, position.base())},
              {"autoguiMove", to_text(m.move, position.base())},
              {"moveValue", word(m.result)},
              {"position", text_of(m.after)},
              {"autoguiPosition", text_of(m.after)},
              {"positionValue", word(m.value.outcome)}};
    add_remoteness(move, m.value.plies);
    const int plies = m.value.plies.value_or(0);
    const int first = best.try_emplace(m.result, plies).first->second;
    move["deltaRemoteness"] = std::abs(plies - first);
    list.push_back(std::move(move));
  }
  Json json{{"position", text_of(position)},
            {"autoguiPosition", text_of(position)},
            {"positionValue", word(value.outcome)}};
  add_remoteness(json, value.plies);
  json["moves"] = std::move(list);
  return json.dump();
}

}  // namespace pylos::server
