// `pylos slice`: a database of the positions with some number of spheres or more.
#pragma once

#include "tools/command/command.hpp"

namespace pylos::tools {

ExitStatus run_slice(Arguments arguments, Context& context);

inline constexpr Command kSliceCommand{"slice", "a smaller database of the last part of the game",
                                       OnInterrupt::end, run_slice};

}  // namespace pylos::tools
