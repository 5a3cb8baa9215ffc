// `pylos search`: proves who wins a position, and in how many plies, with no database.
#pragma once

#include "tools/command/command.hpp"

namespace pylos::tools {

ExitStatus run_search(Arguments arguments, Context& context);

inline constexpr Command kSearchCommand{"search", "prove the value of a position by searching",
                                        OnInterrupt::stop_cleanly, run_search};

}  // namespace pylos::tools
