// `pylos bench`: the search's node count on fixed positions, as a signature of its behaviour, and
// its speed; or a suite of positions with known values.
#pragma once

#include "tools/command/command.hpp"

namespace pylos::tools {

ExitStatus run_bench(Arguments arguments, Context& context);

inline constexpr Command kBenchCommand{"bench", "measure the search on fixed positions",
                                       OnInterrupt::stop_cleanly, run_bench};

}  // namespace pylos::tools
