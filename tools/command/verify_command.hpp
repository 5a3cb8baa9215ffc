// `pylos verify`: is every value of a database file what its successors make it?
#pragma once

#include "tools/command/command.hpp"

namespace pylos::tools {

ExitStatus run_verify(Arguments arguments, Context& context);

inline constexpr Command kVerifyCommand{"verify",
                                        "every value of a database against its successors",
                                        OnInterrupt::stop_cleanly, run_verify};

}  // namespace pylos::tools
