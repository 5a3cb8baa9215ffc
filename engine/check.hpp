// Invariants that stay on in release builds.
//
// A broken invariant means that the program itself is wrong, so nothing it would go on to say can
// be trusted: the process stops with the place and the condition. Bad input and bad files never
// come here; they have errors of their own (engine/text.hpp, solver/).
#pragma once

#include <source_location>

namespace pylos {

/// Writes `condition` and its place to standard error and aborts. Never returns.
[[noreturn]] void invariant_broken(const char* condition, const std::source_location& where);

}  // namespace pylos

/// Stops the program when `condition` is false, in every build type.
#define PYLOS_CHECK(condition)  \
  (static_cast<bool>(condition) \
       ? static_cast<void>(0)   \
       : ::pylos::invariant_broken(#condition, std::source_location::current()))
