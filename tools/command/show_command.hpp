// `pylos show POSITION`: the pyramid drawn level by level, the reserves, and whether the game is
// over.
#pragma once

#include "tools/command/command.hpp"

namespace pylos::tools {

ExitStatus run_show(Arguments arguments, Context& context);

inline constexpr Command kShowCommand{"show", "draw a position", OnInterrupt::end, run_show};

}  // namespace pylos::tools
