#include "tools/command/show_command.hpp"

#include <ostream>
#include <string>

#include "engine/board.hpp"
#include "engine/legal_moves.hpp"
#include "tools/command/json.hpp"
#include "tools/command/options.hpp"

namespace pylos::tools {
namespace {

OptionParser parser() {
  return OptionParser(
             "show",
             "Draws a position level by level and tells the reserves, and whether the game "
             "is over.",
             "pylos show \"LDLD............ l\"")
      .positional("POSITION",
                  "levels from the bottom, then l or d to move, such as "
                  "\"LD.............. l\"")
      .rules()
      .base()
      .one_thread()
      .json();
}

}  // namespace

ExitStatus run_show(Arguments arguments, Context& context) {
  const auto options = parser().parse(arguments, context.out);
  if (!options) return ExitStatus::done;
  const Game game{options->rules(), options->base()};
  const ColouredPosition shown = position_from_text(options->positional("POSITION"), game.base);
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
