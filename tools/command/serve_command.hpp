// pylos serve: the page and the API in a browser's reach.
#pragma once

#include "tools/command/command.hpp"

namespace pylos::tools {

ExitStatus run_serve(Arguments arguments, Context& context);

inline constexpr Command kServeCommand{"serve", "serves the page and the HTTP API",
                                       OnInterrupt::stop_cleanly, run_serve};

}  // namespace pylos::tools
