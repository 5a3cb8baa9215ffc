// `pylos solve`: the strong solution of one or several games, told as a verdict with statistics.
#pragma once

#include "tools/command/command.hpp"

namespace pylos::tools {

ExitStatus run_solve(Arguments arguments, Context& context);

inline constexpr Command kSolveCommand{"solve",
                                       "solve games: verdict, counts, distances, best moves",
                                       OnInterrupt::stop_cleanly, run_solve};

}  // namespace pylos::tools
