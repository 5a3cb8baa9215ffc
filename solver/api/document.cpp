// The document of a position: what the command prints, the server sends, and the other languages
// return. Its fields are told in docs/json.md.
#include <map>

#include <nlohmann/json.hpp>

#include "solver/api/convert.hpp"
#include "solver/api/source.hpp"

namespace pylos::v1 {
namespace {

using Json = nlohmann::ordered_json;

Json plies_json(const std::optional<int>& plies) { return plies ? Json(*plies) : Json(nullptr); }

Json winner_json(const Value& value, Side to_move) {
  if (value.outcome == Outcome::win) return to_text(to_move);
  if (value.outcome == Outcome::loss) return to_text(other(to_move));
  return nullptr;
}

Json move_json(const MoveValue& m, int base) {
  Json json{{"move", to_text(m.move, base)},
            {"kind", kind_of(m.move, base)},
            {"to", cell_name(m.move.to, base)},
            {"from", m.move.from == m.move.to ? Json(nullptr) : Json(cell_name(m.move.from, base))},
            {"recovered", Json::array()},
            {"result", to_text(m.result)},
            {"plies_left", plies_json(m.plies_left)},
            {"position", m.after.text()},
            {"value", to_text(m.value.outcome)},
            {"plies", plies_json(m.value.plies)}};
  for (const Cell c : CellSet(m.move.recovered)) {
    json["recovered"].push_back(cell_name(c.index, base));
  }
  return json;
}

}  // namespace

std::string Solved::document(const Position& position) const {
  const std::vector<MoveValue> all = moves(position);
  const Value own = position.spheres() < least_spheres() ? Value{} : value(position);
  const int base = game().base();
  Json json{{"rules", game().rules()},
            {"base", base},
            {"position", position.text()},
            {"mover", to_text(position.to_move())},
            {"reserves",
             {{"light", position.reserve(Side::light)}, {"dark", position.reserve(Side::dark)}}},
            {"over", all.empty()},
            {"value", to_text(own.outcome)},
            {"plies", plies_json(own.plies)},
            {"winner", winner_json(own, position.to_move())},
            {"moves", Json::array()}};
  std::map<Position, std::string> first;  // of the moves that lead to a position, by canonical form
  for (const MoveValue& m : all) {
    Json move = move_json(m, base);
    const auto [same, is_first] = first.try_emplace(m.after.canonical(), to_text(m.move, base));
    if (!is_first) move["same_as"] = same->second;
    json["moves"].push_back(std::move(move));
  }
  return json.dump();
}

}  // namespace pylos::v1
