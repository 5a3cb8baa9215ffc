#include "tools/command/position_argument.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "engine/errors.hpp"
#include "engine/quote.hpp"
#include "engine/record.hpp"

namespace pylos::tools {
namespace {

constexpr std::uintmax_t kMostBytes = 1U << 20;  // of a file that holds a game

// The game's text: that of a file, if one has the name, else the argument itself.
std::string game_text_of(const std::string& argument) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(argument, ignored)) return argument;
  if (std::filesystem::file_size(argument, ignored) > kMostBytes) {
    throw InputError("file " + pylos::quoted(argument) + ": longer than a game can be");
  }
  std::ifstream file(argument, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (file.bad()) throw InputError("file " + pylos::quoted(argument) + ": cannot be read");
  return text;
}

void require_same(const Game& said, const Game& header) {
  if (said == header) return;
  throw InputError("the game's header says " + to_text(header.rules) + ", base " +
                   std::to_string(header.base) + "; asked for is " + to_text(said.rules) +
                   ", base " + std::to_string(said.base));
}

}  // namespace

OptionParser& with_position(OptionParser& parser) {
  return parser
      .rest("POSITION",
            "levels from the bottom, then l or d to move, such as \"LD.............. l\"; a game "
            "may stand instead, such as \"1b2 1a1\": its last position is meant")
      .option("game", "GAME", "a game, or a file that holds one: its last position is meant");
}

ColouredPosition position_or_game(const std::string& text, Game game) {
  if (!looks_like_record(text)) return position_from_text(text, game.base);
  const Record record = record_from_text(text, game);
  require_same(game, record.game);
  return record.last();
}

std::optional<AskedPosition> asked_position(const Options& options, std::optional<Game> of_file) {
  const auto game_argument = options.text("game");
  if (options.rest().size() + (game_argument ? 1 : 0) > 1) {
    throw InputError("one position at a time: a position, or --game GAME");
  }
  const Game game = of_file ? *of_file : Game{options.rules(), options.base()};
  if (!game_argument && options.rest().empty()) return std::nullopt;
  const std::string text = game_argument ? game_text_of(*game_argument) : options.rest().front();
  if (!game_argument && !looks_like_record(text)) {
    return AskedPosition{game, position_from_text(text, game.base)};
  }
  const Record record = record_from_text(text, game);
  if (of_file || options.has("rules")) require_same({game.rules, record.game.base}, record.game);
  if (of_file || options.has("base")) require_same({record.game.rules, game.base}, record.game);
  return AskedPosition{record.game, record.last()};
}

}  // namespace pylos::tools
