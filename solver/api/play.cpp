// Opponents and reviews of pylos/pylos.hpp, from the values of a Solved.
#include <nlohmann/json.hpp>

#include "engine/record.hpp"
#include "solver/api/convert.hpp"
#include "solver/api/source.hpp"
#include "solver/play/opponent.hpp"
#include "solver/play/review.hpp"

namespace pylos::v1 {
namespace {

using Json = nlohmann::ordered_json;

play::ValueOf values_of(const Solved& solved) {
  return [&source = solved.source()](pylos::Position p) { return source.value(p); };
}

SideReview shown_side(const play::SideReview& side) {
  return {side.blunders, side.mistakes, side.slips, side.only_moves, side.kept};
}

Json plies_json(const std::optional<int>& plies) { return plies ? Json(*plies) : Json(nullptr); }

Json side_json(const SideReview& side) {
  return {{"??", side.blunders},
          {"?", side.mistakes},
          {"?!", side.slips},
          {"!", side.only_moves},
          {"kept", side.kept ? Json(*side.kept) : Json(nullptr)}};
}

}  // namespace

std::string to_text(const OpponentLevel& level) { return play::to_text({level.plies}); }

OpponentLevel level_from_text(std::string_view text) {
  return translated([&] { return OpponentLevel{play::level_from_text(text).plies}; });
}

Move choose_move(const Solved& solved, const Position& position, const OpponentLevel& level,
                 std::uint64_t seed) {
  require_base(solved.game(), position);
  return translated([&] {
    return shown_move(play::choose_move(engine_game(solved.game()),
                                        Access::coloured(position).position, {level.plies}, seed,
                                        values_of(solved)));
  });
}

Review review(const Solved& solved, const Record& record) {
  if (!(record.game == solved.game())) {
    throw InputError({"the game is of " + record.game.rules() + " on base " +
                      std::to_string(record.game.base()) + ", the values of " +
                      solved.game().rules() + " on base " + std::to_string(solved.game().base())});
  }
  // Plays the moves checked: a record made by hand may hold any.
  Position now = record.start;
  require_base(record.game, now);
  pylos::Record inner{engine_game(record.game), Access::coloured(now), {}};
  for (const Move& move : record.moves) {
    now = play(record.game, now, move);
    inner.moves.push_back(engine_move(move));
  }
  return translated([&] {
    const play::Review found = play::review(inner, values_of(solved));
    Review result{
        record.game, {}, shown_side(found.light), shown_side(found.dark), found.decided_at};
    for (const play::ReviewedMove& m : found.moves) {
      ReviewedMove shown;
      shown.ply = static_cast<int>(result.moves.size()) + 1;
      shown.position = Access::make(m.position, record.game.base());
      shown.side = shown.position.to_move();
      shown.move = shown_move(m.move);
      shown.result = shown_value(m.played).outcome;
      shown.plies_left = m.played.plies;
      shown.best_result = shown_value(m.best_value).outcome;
      shown.best_plies_left = m.best_value.plies;
      shown.mark = play::to_text(m.mark);
      for (const pylos::Move& best : m.best) shown.best.push_back(shown_move(best));
      result.moves.push_back(std::move(shown));
    }
    return result;
  });
}

std::string to_json(const Review& review) {
  const int base = review.game.base();
  Json json{{"rules", review.game.rules()}, {"base", base}, {"moves", Json::array()}};
  for (const ReviewedMove& m : review.moves) {
    Json best = Json::array();
    for (const Move& move : m.best) best.push_back(to_text(move, base));
    json["moves"].push_back({{"ply", m.ply},
                             {"side", to_text(m.side)},
                             {"move", to_text(m.move, base)},
                             {"position", m.position.text()},
                             {"result", to_text(m.result)},
                             {"plies_left", plies_json(m.plies_left)},
                             {"best_result", to_text(m.best_result)},
                             {"best_plies_left", plies_json(m.best_plies_left)},
                             {"mark", m.mark},
                             {"best", std::move(best)}});
  }
  json["light"] = side_json(review.light);
  json["dark"] = side_json(review.dark);
  json["decided_at"] = plies_json(review.decided_at);
  return json.dump();
}

}  // namespace pylos::v1
