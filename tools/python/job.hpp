// A long job of the library, as a Python program wants it: the interpreter's lock is free while it
// runs, Ctrl-C ends it, and progress is told to a Python function in the thread that asked.
//
// The job runs in a thread of its own; the caller's thread wakes now and then to look at signals,
// which Python delivers to its main thread alone.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>

#include <pybind11/pybind11.h>

namespace pylos_python {

using Tell = std::function<void(std::uint64_t done, std::uint64_t total)>;

/// Runs work(stop, tell) to its end. `progress` is None or a function of (done, total); when it
/// returns False, or raises, the job is asked to stop through `stop`. Call with the interpreter's
/// lock. Throws what the work throws, KeyboardInterrupt, and what `progress` raises.
void run_job(const pybind11::object& progress,
             const std::function<void(std::stop_token stop, const Tell& tell)>& work);

}  // namespace pylos_python
