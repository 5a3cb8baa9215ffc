// `pylos line`: a line of perfect play.
#pragma once

#include "tools/command/command.hpp"

namespace pylos::tools {

ExitStatus run_line(Arguments arguments, Context& context);

inline constexpr Command kLineCommand = {
    "line", "a line of perfect play to the end, from a database", OnInterrupt::end, run_line};

}  // namespace pylos::tools
