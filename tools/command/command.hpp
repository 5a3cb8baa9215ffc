// What a subcommand is: a name, a line of help, and a function that gets its arguments and a
// context.
//
// Commands write their answer to Context::out and nothing else there; messages and progress go to
// Context::err. They do not exit and do not catch: main.cpp turns what they throw into an exit
// status.
#pragma once

#include <iosfwd>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "tools/command/exit_status.hpp"

namespace pylos::tools {

/// What a command may touch of the world outside.
struct Context {
  std::ostream& out;
  std::ostream& err;
  /// True if people watch `err` as it is written.
  bool err_is_terminal = false;
  /// Requested when the user interrupts the program.
  std::stop_token stop;
};

/// The arguments after the subcommand's name.
using Arguments = std::span<const std::string>;

/// How a command takes an interrupt (Ctrl-C).
enum class OnInterrupt {
  /// It has nothing to lose: the program ends at once.
  end,
  /// It heeds Context::stop, tidies up and throws Stopped.
  stop_cleanly,
};

struct Command {
  std::string_view name;
  std::string_view summary;
  OnInterrupt on_interrupt = OnInterrupt::end;
  ExitStatus (*run)(Arguments, Context&) = nullptr;
};

/// Passes on what has been written to `out`; throws OutputError when it cannot be written, so that
/// long work with nobody to read it ends early.
void flush(Context& context);

}  // namespace pylos::tools
