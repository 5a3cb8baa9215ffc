#include "tools/command/moves_command.hpp"

#include <ostream>
#include <vector>

#include "engine/legal_moves.hpp"
#include "tools/command/format.hpp"
#include "tools/command/json.hpp"
#include "tools/command/options.hpp"

namespace pylos::tools {
namespace {

OptionParser parser() {
  return OptionParser("moves", "Lists every legal move of a position and the position after it.",
                      "pylos moves \"LLL.DDD......... l\" --rules standard")
      .positional("POSITION",
                  "levels from the bottom, then l or d to move, such as "
                  "\"LD.............. l\"")
      .rules()
      .base()
      .one_thread()
      .json();
}

}  // namespace

ExitStatus run_moves(Arguments arguments, Context& context) {
  const auto options = parser().parse(arguments, context.out);
  if (!options) return ExitStatus::done;
  const Game game{options->rules(), options->base()};
  const ColouredPosition start = position_from_text(options->positional("POSITION"), game.base);

  const std::vector<Move> moves = legal_moves(start.position, game);

  if (options->json()) {
    Json json = json_of(game);
    json["position"] = to_text(start, game.base);
    json["count"] = moves.size();
    json["moves"] = Json::array();
    for (const Move move : moves) {
      json["moves"].push_back({{"move", to_text(move, game.base)},
                               {"position", to_text(apply(start, move), game.base)}});
    }
    write(context.out, json);
    return ExitStatus::done;
  }

  if (moves.empty()) {
    context.out << "no move: " << to_text(start.to_move) << " has lost\n";
    return ExitStatus::done;
  }
  Table table({{"move", Align::left}, {"position after it", Align::left}});
  for (const Move move : moves) {
    table.add({to_text(move, game.base), to_text(apply(start, move), game.base)});
  }
  context.out << table.text() << with_thousands(moves.size())
              << (moves.size() == 1 ? " move\n" : " moves\n");
  return ExitStatus::done;
}

}  // namespace pylos::tools
