// `pylos puzzles`: positions with one winning move that is well hidden.
#pragma once

#include "tools/command/command.hpp"

namespace pylos::tools {

ExitStatus run_puzzles(Arguments arguments, Context& context);

inline constexpr Command kPuzzlesCommand{"puzzles", "positions with one winning move, well hidden",
                                         OnInterrupt::stop_cleanly, run_puzzles};

}  // namespace pylos::tools
