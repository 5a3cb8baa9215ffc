#include "tools/command/show_command.hpp"

#include <ostream>
#include <string>

#include "engine/board.hpp"
#include "engine/errors.hpp"
#include "engine/legal_moves.hpp"
#include "tools/command/json.hpp"
#include "tools/command/options.hpp"
#include "tools/command/position_argument.hpp"

namespace pylos::tools {
namespace {

OptionParser parser() {
  OptionParser parser("show",
                      "Draws a position level by level and tells the reserves, and whether the game "
                      "is over. L is a light sphere, D a dark one, + an empty cell that a sphere may "
                      "be put on, . one without support.\n"
                      "\n"
                      "JSON: rules, base, position, to_move (light, dark), reserves (light, dark),\n"
                      "over, winner (light, dark, null).",
                      "pylos show \"LDLD............ l\"");
  return with_position(parser)
      .rules()
      .base()
      .one_thread()
      .json();
}

}  // namespace

ExitStatus run_show(Arguments arguments, Context& context) {
  const auto options = parser().parse(arguments, context.out);
  if (!options) return ExitStatus::done;
  const auto asked = asked_position(*options);
  if (!asked) throw InputError("POSITION is missing; see pylos show --help");
  const Game game = asked->game;
  const ColouredPosition shown = asked->position;
  const bool over = legal_moves(shown.position, game).empty();
  const int spheres = with_base(game.base, []<int B>() { return Board<B>::kSpheresASide; });
  const int light_reserve = spheres - shown.of(Colour::light).size();
  const int dark_reserve = spheres - shown.of(Colour::dark).size();
  const std::string text = to_text(shown, game.base);

  if (options->json()) {
    Json json = json_of(game);
    json["position"] = text;
    json["to_move"] = to_text(shown.to_move);
    json["reserves"] = {{"light", light_reserve}, {"dark", dark_reserve}};
    json["over"] = over;
    json["winner"] = over ? Json(to_text(other(shown.to_move))) : Json(nullptr);
    write(context.out, json);
    return ExitStatus::done;
  }

  std::ostream& out = context.out;
  out << drawing(shown, game.base) << '\n';
  out << "position  " << text << '\n';
  out << "rules     " << to_text(game.rules) << '\n';
  out << "reserves  light " << light_reserve << ", dark " << dark_reserve << '\n';
  if (over) {
    out << "over      " << to_text(other(shown.to_move)) << " has won\n";
  } else {
    out << "to move   " << to_text(shown.to_move) << '\n';
  }
  return ExitStatus::done;
}

}  // namespace pylos::tools
