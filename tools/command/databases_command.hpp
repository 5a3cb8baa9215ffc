// `pylos databases`: what is in the home of databases.
#pragma once

#include "tools/command/command.hpp"

namespace pylos::tools {

ExitStatus run_databases(Arguments arguments, Context& context);

inline constexpr Command kDatabasesCommand{"databases", "the databases at home, and what is left of killed runs",
                                           OnInterrupt::end, run_databases};

}  // namespace pylos::tools
