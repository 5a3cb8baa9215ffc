// The statistics of a game as JSON and as text for people.
#pragma once

#include <string>

#include "engine/game.hpp"
#include "solver/analysis/game_statistics.hpp"
#include "tools/command/json.hpp"

namespace pylos::tools {

/// What the names of the JSON mean, for --help.
std::string stats_help();

/// `all` (the domain) and `reachable`, each with counts, histogram, by_spheres and examples.
Json json_of(const analysis::GameStatistics& statistics, int base);

/// The same as tables.
std::string report_text(const analysis::GameStatistics& statistics, Game game);

}  // namespace pylos::tools
