// `pylos reachable`: which positions of a game can arise from the empty board?
#pragma once

#include "tools/command/command.hpp"

namespace pylos::tools {

ExitStatus run_reachable(Arguments arguments, Context& context);

inline constexpr Command kReachableCommand{"reachable",
                                           "positions that can arise, by plies and spheres",
                                           OnInterrupt::stop_cleanly, run_reachable};

}  // namespace pylos::tools
