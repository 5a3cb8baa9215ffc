// The exit status of the program, and which exception leads to which.
#pragma once

#include <exception>
#include <stdexcept>
#include <string>

namespace pylos::tools {

enum class ExitStatus : int {
  done = 0,
  /// The answer is no, such as a verification that found a mismatch.
  no = 1,
  bad_input = 2,
  bad_file = 3,
  /// Out of memory or disk, or the output cannot be written.
  out_of_resources = 4,
  interrupted = 130,
};

/// Standard output cannot be written: a full disk, a closed pipe.
class OutputError : public std::runtime_error {
 public:
  OutputError();
};

/// How a program that met an exception ends.
struct Failure {
  ExitStatus status;
  /// One line for people, without the program's name.
  std::string message;
};

/// Works for every exception; one that no command should throw counts as out_of_resources, with its
/// text.
Failure failure_from(const std::exception_ptr& exception);

}  // namespace pylos::tools
