// Runs the built command `pylos` and catches what it writes and how it ends.
#pragma once

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace pylos::cli {

struct Ran {
  /// Exit status; 128 and the signal's number for a program that a signal ended.
  int status = -1;
  std::string out;
  std::string err;
};

/// A file with a name of its own, gone at the end.
class TemporaryFile {
 public:
  TemporaryFile() {
    const int descriptor = mkstemp(name_.data());
    if (descriptor < 0) throw std::runtime_error("cannot make a temporary file");
    close(descriptor);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { unlink(name_.c_str()); }

  const std::string& name() const { return name_; }
  std::string contents() const {
    std::ostringstream text;
    text << std::ifstream(name_, std::ios::binary).rdbuf();
    return text.str();
  }

 private:
  std::string name_ = "/tmp/pylos_cli_XXXXXX";
};

struct Surroundings {
  /// Where standard output goes instead of Ran::out.
  std::string out_file;
  /// Standard output is a pipe that nobody reads from any more.
  bool closed_pipe = false;
  /// Standard descriptors, 0 to 2, that are closed when the program begins.
  std::vector<int> closed = {};
  /// Called with the process's id while it runs.
  std::function<void(pid_t)> meanwhile = {};
  /// Most threads that the system lets the program have; 0 for no limit. Needs root, for the limit
  /// is one of a user, here one that runs nothing else.
  rlim_t most_threads = 0;
};

/// Gives up root, for which there is no limit. Ends the process if it may not.
inline void limit_threads(rlim_t most) {
  constexpr uid_t kNobodyElse = 61'234;
  const rlimit limit{most, most};
  if (setrlimit(RLIMIT_NPROC, &limit) != 0 || setgid(kNobodyElse) != 0 ||
      setuid(kNobodyElse) != 0) {
    _exit(126);
  }
}

/// Runs `pylos` with the arguments.
inline Ran run(std::vector<std::string> arguments, const Surroundings& surroundings = {}) {
  arguments.insert(arguments.begin(), PYLOS_EXECUTABLE);
  std::vector<char*> argv;
  for (std::string& a : arguments) argv.push_back(a.data());
  argv.push_back(nullptr);
  const TemporaryFile out;
  const TemporaryFile err;
  const std::string& out_name = surroundings.out_file.empty() ? out.name() : surroundings.out_file;

  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("cannot fork");
  if (child == 0) {
    int out_to = open(out_name.c_str(), O_WRONLY);
    if (surroundings.closed_pipe) {
      int ends[2] = {-1, -1};
      if (pipe(ends) != 0) _exit(126);
      close(ends[0]);
      out_to = ends[1];
    }
    const int err_to = open(err.name().c_str(), O_WRONLY);
    if (out_to < 0 || err_to < 0 || dup2(out_to, STDOUT_FILENO) < 0 ||
        dup2(err_to, STDERR_FILENO) < 0) {
      _exit(126);
    }
    for (const int descriptor : surroundings.closed) close(descriptor);
    if (surroundings.most_threads != 0) limit_threads(surroundings.most_threads);
    execv(PYLOS_EXECUTABLE, argv.data());
    _exit(127);
  }
  if (surroundings.meanwhile) surroundings.meanwhile(child);
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) throw std::runtime_error("cannot wait");
  }
  Ran ran;
  ran.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  ran.out = out.contents();
  ran.err = err.contents();
  return ran;
}

}  // namespace pylos::cli
