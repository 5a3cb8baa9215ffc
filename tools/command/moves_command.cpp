#include "tools/command/moves_command.hpp"

#include <ostream>
#include <vector>

#include "engine/errors.hpp"
#include "engine/legal_moves.hpp"
#include "tools/command/format.hpp"
#include "tools/command/json.hpp"
#include "tools/command/options.hpp"
#include "tools/command/position_argument.hpp"

namespace pylos::tools {
namespace {

OptionParser parser() {
  OptionParser parser("moves",
                      "Lists every legal move of a position and the position after it.\n"
                      "\n"
                      "JSON: rules, base, position, count, moves (move, position after it).",
                      "pylos moves \"LLL.DDD......... l\" --rules standard");
  return with_position(parser)
      .rules()
      .base()
      .one_thread()
      .json();
}

}  // namespace

ExitStatus run_moves(Arguments arguments, Context& context) {
  const auto options = parser().parse(arguments, context.out);
  if (!options) return ExitStatus::done;
  const auto asked = asked_position(*options);
  if (!asked) throw InputError("POSITION is missing; see pylos moves --help");
  const Game game = asked->game;
  const ColouredPosition start = asked->position;

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
