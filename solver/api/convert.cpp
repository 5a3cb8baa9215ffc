#include "solver/api/convert.hpp"

namespace pylos::v1 {

Position Access::make(const ColouredPosition& p, int base) {
  Position result;
  result.light_ = p.of(Colour::light).bits();
  result.dark_ = p.of(Colour::dark).bits();
  result.to_move_ = p.to_move == Colour::light ? Side::light : Side::dark;
  result.base_ = static_cast<std::uint8_t>(base);
  return result;
}

ColouredPosition Access::coloured(const Position& p) {
  const CellSet light(p.light_);
  const CellSet dark(p.dark_);
  return p.to_move_ == Side::light
             ? ColouredPosition{pylos::Position(light, dark), Colour::light}
             : ColouredPosition{pylos::Position(dark, light), Colour::dark};
}

pylos::Game engine_game(const Game& game) {
  return {rule_set_from_text(game.rules()), game.base()};
}

Game shown_game(pylos::Game game) { return Game(pylos::to_text(game.rules), game.base); }

pylos::Move engine_move(const Move& move) {
  return {Cell(move.to), Cell(move.from), CellSet(move.recovered)};
}

Move shown_move(const pylos::Move& move) {
  return {move.to.index, move.from.index, move.recovered.bits()};
}

Value shown_value(const pylos::Value& value) {
  return {static_cast<Outcome>(value.outcome), value.plies};
}

pylos::Value engine_value(const Value& value) {
  return {static_cast<pylos::Outcome>(value.outcome), value.plies};
}

static_assert(static_cast<int>(Outcome::unknown) == static_cast<int>(pylos::Outcome::unknown) &&
              static_cast<int>(Outcome::win) == static_cast<int>(pylos::Outcome::win) &&
              static_cast<int>(Outcome::loss) == static_cast<int>(pylos::Outcome::loss) &&
              static_cast<int>(Outcome::draw) == static_cast<int>(pylos::Outcome::draw));

void require_base(const Game& game, const Position& position) {
  if (position.base() == game.base()) return;
  throw InputError({"the position is on a board of base side " + std::to_string(position.base()) +
                    ", the game on one of " + std::to_string(game.base())});
}

Outcome result_of(Outcome after) {
  switch (after) {
    case Outcome::win:
      return Outcome::loss;
    case Outcome::loss:
      return Outcome::win;
    case Outcome::draw:
    case Outcome::unknown:
      break;
  }
  return after;
}

}  // namespace pylos::v1
