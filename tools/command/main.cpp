// The command `pylos`: finds the subcommand, runs it, and turns how it ended into an exit status.
//
// To add a subcommand: write <name>_command.{hpp,cpp} with a `Command`, include it here, and add it
// to kCommands.

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <poll.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include <tbb/global_control.h>

#include "build_info.hpp"
#include "engine/errors.hpp"
#include "engine/quote.hpp"
#include "solver/retrograde/solve.hpp"
#include "tools/command/bench_command.hpp"
#include "tools/command/book_command.hpp"
#include "tools/command/check_command.hpp"
#include "tools/command/command.hpp"
#include "tools/command/compare_command.hpp"
#include "tools/command/databases_command.hpp"
#include "tools/command/exit_status.hpp"
#include "tools/command/interrupt.hpp"
#include "tools/command/line_command.hpp"
#include "tools/command/moves_command.hpp"
#include "tools/command/perft_command.hpp"
#include "tools/command/probe_command.hpp"
#include "tools/command/puzzles_command.hpp"
#include "tools/command/reachable_command.hpp"
#include "tools/command/search_command.hpp"
#include "tools/command/serve_command.hpp"
#include "tools/command/show_command.hpp"
#include "tools/command/slice_command.hpp"
#include "tools/command/solve_command.hpp"
#include "tools/command/standard_descriptors.hpp"
#include "tools/command/stats_command.hpp"
#include "tools/command/suite_command.hpp"
#include "tools/command/verify_command.hpp"

namespace pylos::tools {
namespace {

constexpr std::array kCommands = {
    kSolveCommand, kProbeCommand,     kVerifyCommand, kCheckCommand,   kSliceCommand,
    kMovesCommand, kShowCommand,      kPerftCommand,  kSearchCommand,  kBenchCommand,
    kSuiteCommand, kReachableCommand, kStatsCommand,  kCompareCommand, kPuzzlesCommand,
    kLineCommand,  kBookCommand,      kDatabasesCommand, kServeCommand};

std::string known_commands() {
  std::string text;
  for (const Command& c : kCommands) {
    if (!text.empty()) text += ", ";
    text += c.name;
  }
  return text;
}

void write_help(std::ostream& out) {
  std::size_t width = 0;
  for (const Command& c : kCommands) width = std::max(width, c.name.size());
  out << "usage: pylos COMMAND [OPTION...]\n\nPylos, solved: who wins, in how many plies, and by "
         "which moves.\n\n";
  for (const Command& c : kCommands) {
    out << "  " << c.name << std::string(width + 2 - c.name.size(), ' ') << c.summary << '\n';
  }
  out << "\n  --help     this text; pylos COMMAND --help explains a command\n"
         "  --version  version and build of this program\n"
         "\nexit status: 0 done, 1 the answer is no (such as a failed verification), 2 bad "
         "arguments "
         "or\ninput, 3 a bad file, 4 out of memory, disk or\nthreads, or the output "
         "cannot be written, 130 interrupted\n"
         "\nexample: pylos show \"LD.............. l\"\n";
}

void write_version(std::ostream& out) {
  out << "pylos " << build_info::kVersion;
  if (!build_info::kGit.empty()) out << " (" << build_info::kGit << ")";
  out << '\n'
      << build_info::kCompiler << ", " << build_info::kBuildType << ", "
      << build_info::kInstructions << " instructions";
  if (!build_info::kSanitize.empty()) out << ", sanitizers: " << build_info::kSanitize;
  out << '\n';
}

int fail(std::string_view who, const Failure& failure) {
  std::cerr << who << ": " << failure.message << std::endl;
  return static_cast<int>(failure.status);
}

// Runs the command and sees to it that all of its answer was written.
ExitStatus run(const Command& command, Arguments arguments, std::stop_token stop) {
  Context context{std::cout, std::cerr, isatty(STDERR_FILENO) != 0, std::move(stop)};
  const ExitStatus status = command.run(arguments, context);
  flush(context);
  return status;
}

ExitStatus run_plain(void (*write)(std::ostream&)) {
  Context context{std::cout, std::cerr, false, {}};
  write(context.out);
  flush(context);
  return ExitStatus::done;
}

// Whether standard output is a pipe whose other end has been closed.
bool reader_is_gone() {
  pollfd out{STDOUT_FILENO, POLLOUT, 0};
  return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

int run_program(const std::vector<std::string>& arguments) {
  std::string who = "pylos";
  try {
    // `pylos help COMMAND` is `pylos COMMAND --help`.
    if (arguments.size() > 1 && arguments.front() == "help") {
      if (arguments.size() > 2) throw InputError("help: one command at a time");
      return run_program({arguments[1], "--help"});
    }
    const std::string name = arguments.empty() ? "help" : arguments.front();
    if (name == "help" || name == "--help" || name == "-h") {
      return static_cast<int>(run_plain(write_help));
    }
    if (name == "--version") return static_cast<int>(run_plain(write_version));
    const auto command = std::find_if(kCommands.begin(), kCommands.end(),
                                      [&](const Command& c) { return c.name == name; });
    if (command == kCommands.end()) {
      throw InputError("unknown command " + quoted(name) + "; there are " + known_commands());
    }
    (who += ' ') += name;
    const InterruptWatch interrupts(command->on_interrupt);
    return static_cast<int>(run(*command, Arguments(arguments).subspan(1), interrupts.token()));
  } catch (const OutputError&) {
    // A reader that has what it wants, as in `pylos perft | head`, is no error.
    if (reader_is_gone()) return static_cast<int>(ExitStatus::done);
    return fail(who, failure_from(std::current_exception()));
  } catch (...) {
    return fail(who, failure_from(std::current_exception()));
  }
}

// TBB throws where nothing can catch when the system refuses it a thread. It may want more than
// were asked for: threads of one piece of work are not always free when the next one begins.
[[noreturn]] void end_for_lack_of_resources() {
  if (const std::exception_ptr exception = std::current_exception()) {
    std::_Exit(fail("pylos", failure_from(exception)));
  }
  std::abort();
}

}  // namespace
}  // namespace pylos::tools

int main(int argc, char** argv) {
  pylos::tools::take_standard_descriptors();
  std::set_terminate(pylos::tools::end_for_lack_of_resources);
  std::ios::sync_with_stdio(false);
  // Without it, TBB takes a number of threads above the machine's for a mistake, and says so.
  const tbb::global_control allow_threads(tbb::global_control::max_allowed_parallelism,
                                          pylos::kMaxThreads);
  std::signal(SIGXFSZ, SIG_IGN);  // and so is a file that may not grow further
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is an output error like any other
  return pylos::tools::run_program(std::vector<std::string>(argv + std::min(argc, 1), argv + argc));
}
