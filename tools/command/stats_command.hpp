// `pylos stats`: what a solved game looks like as a whole.
#pragma once

#include "tools/command/command.hpp"

namespace pylos::tools {

ExitStatus run_stats(Arguments arguments, Context& context);

inline constexpr Command kStatsCommand{"stats",
                                       "statistics of a solved game: distances, moves, zugzwang",
                                       OnInterrupt::stop_cleanly, run_stats};

}  // namespace pylos::tools
