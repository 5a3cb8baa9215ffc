// `pylos suite`: positions with their values and best moves from databases, as a test suite.
#pragma once

#include "tools/command/command.hpp"

namespace pylos::tools {

ExitStatus run_suite(Arguments arguments, Context& context);

inline constexpr Command kSuiteCommand{"suite", "a test suite for the search, from databases",
                                       OnInterrupt::end, run_suite};

}  // namespace pylos::tools
