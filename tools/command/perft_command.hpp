// `pylos perft`: how many move sequences, positions and classes lie 1, 2, ... plies from a
// position.
#pragma once

#include "tools/command/command.hpp"

namespace pylos::tools {

ExitStatus run_perft(Arguments arguments, Context& context);

inline constexpr Command kPerftCommand{
    "perft", "count move sequences, positions and classes ply by ply", OnInterrupt::end, run_perft};

}  // namespace pylos::tools
