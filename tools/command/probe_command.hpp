// `pylos probe`: the value of positions and of all their moves, from a database file.
#pragma once

#include "tools/command/command.hpp"

namespace pylos::tools {

ExitStatus run_probe(Arguments arguments, Context& context);

inline constexpr Command kProbeCommand{
    "probe", "value and best moves of positions, from a database", OnInterrupt::end, run_probe};

}  // namespace pylos::tools
