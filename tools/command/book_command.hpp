// `pylos book`: opening books.
#pragma once

#include "tools/command/command.hpp"

namespace pylos::tools {

ExitStatus run_book(Arguments arguments, Context& context);

inline constexpr Command kBookCommand = {"book",
                                         "opening books from a database, and answers from a book",
                                         OnInterrupt::stop_cleanly, run_book};

}  // namespace pylos::tools
