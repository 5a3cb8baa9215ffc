// `pylos check`: are the checksums and the structure of a database file right?
#pragma once

#include "tools/command/command.hpp"

namespace pylos::tools {

ExitStatus run_check(Arguments arguments, Context& context);

inline constexpr Command kCheckCommand{"check", "checksums and structure of a database",
                                       OnInterrupt::stop_cleanly, run_check};

}  // namespace pylos::tools
