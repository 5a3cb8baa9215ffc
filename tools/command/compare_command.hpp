// `pylos compare`: where two rule sets disagree.
#pragma once

#include "tools/command/command.hpp"

namespace pylos::tools {

ExitStatus run_compare(Arguments arguments, Context& context);

inline constexpr Command kCompareCommand{"compare", "where two rule sets disagree",
                                         OnInterrupt::stop_cleanly, run_compare};

}  // namespace pylos::tools
