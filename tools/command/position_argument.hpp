// The position that a command line asks about: given as a position, or as a game whose last position
// is meant.
#pragma once

#include <optional>
#include <string>

#include "engine/game.hpp"
#include "engine/text.hpp"
#include "tools/command/options.hpp"

namespace pylos::tools {

struct AskedPosition {
  Game game;
  ColouredPosition position;
};

/// Declares `[POSITION]` and `--game GAME`.
OptionParser& with_position(OptionParser& parser);

/// Reads them. `of_file` is the game of the file that answers, if there is one; otherwise --rules and
/// --base, or what the game's own header says. Nothing if neither a position nor a game was given.
/// Throws InputError for more than one, for bad text, and where the header contradicts the options or
/// the file.
std::optional<AskedPosition> asked_position(const Options& options,
                                            std::optional<Game> of_file = {});

/// A position from text that may be a game: its last position. Throws InputError as above.
ColouredPosition position_or_game(const std::string& text, Game game);

}  // namespace pylos::tools
