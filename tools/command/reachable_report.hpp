// Finding the reachable positions with progress on standard error, and telling of them in JSON:
// shared by the commands that need them.
#pragma once

#include "engine/game.hpp"
#include "engine/text.hpp"
#include "solver/analysis/reachable.hpp"
#include "tools/command/command.hpp"
#include "tools/command/json.hpp"

namespace pylos::tools {

/// Throws what find_reachable() throws; Stopped says how to go on.
analysis::Reachable find_reachable_with_progress(Game game, int threads, Context& context);

/// A position met first after so many plies, with the colour that is then to move.
ColouredPosition after_plies(Position p, int plies);

/// `positions`, `domain`, `share`, `longest` with a witness, `histogram` and `by_spheres`.
Json json_of(const analysis::Reachable& reachable);

}  // namespace pylos::tools
