// `pylos moves POSITION`: every legal move and the position after it.
#pragma once

#include "tools/command/command.hpp"

namespace pylos::tools {

ExitStatus run_moves(Arguments arguments, Context& context);

inline constexpr Command kMovesCommand{"moves", "list the legal moves of a position",
                                       OnInterrupt::end, run_moves};

}  // namespace pylos::tools
