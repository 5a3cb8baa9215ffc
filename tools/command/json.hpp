// JSON documents with the names that users rely on: `rules`, `base`, `position`, `value`, `plies`,
// `winner`, `moves`, `counts`, `histogram`, `seconds`, `threads`, `peak_memory_bytes`, `nodes`.
// Keys keep their order.
#pragma once

#include <ostream>

#include <nlohmann/json.hpp>

#include "engine/game.hpp"
#include "engine/text.hpp"
#include "engine/value.hpp"
#include "solver/table/solution.hpp"
#include "tools/command/peak_memory.hpp"

namespace pylos::tools {

using Json = nlohmann::ordered_json;

/// `rules` and `base`: how every document begins.
inline Json json_of(Game game) { return {{"rules", to_text(game.rules)}, {"base", game.base}}; }

/// Adds `value` and `plies` (null where there is no distance, or it is not known).
inline void add_value(Json& json, Value value) {
  json["value"] = to_text(value.outcome);
  json["plies"] = value.plies ? Json(*value.plies) : Json(nullptr);
}

/// `light`, `dark` or null, from the value of a position with that side to move.
inline Json winner_json(Value value, Colour to_move) {
  if (!value.decided()) return nullptr;
  return to_text(value.outcome == Outcome::win ? to_move : other(to_move));
}

/// `win`, `loss`, `draw`, `total`.
inline Json json_of(const Counts& counts) {
  return {
      {"win", counts.win}, {"loss", counts.loss}, {"draw", counts.draw}, {"total", counts.total()}};
}

/// Adds `seconds`, `threads` and `peak_memory_bytes` (of the program so far): what the work took.
inline void add_work(Json& json, double seconds, int threads) {
  json["seconds"] = seconds;
  json["threads"] = threads;
  json["peak_memory_bytes"] = peak_memory_bytes();
}

inline void write(std::ostream& out, const Json& json) { out << json.dump(2) << '\n'; }

}  // namespace pylos::tools
