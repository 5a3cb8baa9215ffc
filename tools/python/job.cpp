#include "job.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace pylos_python {

namespace py = pybind11;

namespace {

constexpr std::chrono::milliseconds kTick{50};

// What the two threads share.
struct Board {
  std::mutex mutex;
  std::condition_variable changed;
  bool ended = false;
  bool news = false;  // done and total have not been told yet
  std::uint64_t done = 0;
  std::uint64_t total = 0;
};

}  // namespace

void run_job(const py::object& progress,
             const std::function<void(std::stop_token stop, const Tell& tell)>& work) {
  Board board;
  std::stop_source stop;
  std::exception_ptr fault;         // of the work
  std::exception_ptr interruption;  // a Python error: KeyboardInterrupt, or one of `progress`
  const Tell tell = [&](std::uint64_t done, std::uint64_t total) {
    const std::lock_guard lock(board.mutex);
    board.done = done;
    board.total = total;
    board.news = true;
  };
  std::jthread worker([&] {
    try {
      work(stop.get_token(), tell);
    } catch (...) {
      fault = std::current_exception();
    }
    const std::lock_guard lock(board.mutex);
    board.ended = true;
    board.changed.notify_one();
  });

  bool ended = false;
  while (!ended) {
    bool news = false;
    std::uint64_t done = 0;
    std::uint64_t total = 0;
    {
      const py::gil_scoped_release release;
      std::unique_lock lock(board.mutex);
      board.changed.wait_for(lock, kTick, [&] { return board.ended; });
      ended = board.ended;
      news = std::exchange(board.news, false);
      done = board.done;
      total = board.total;
    }
    if (stop.stop_requested()) continue;
    try {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (news && !progress.is_none() && !(ended && fault)) {
        if (progress(done, total).is(py::bool_(false))) stop.request_stop();
      }
    } catch (py::error_already_set&) {
      interruption = std::current_exception();
      stop.request_stop();
    }
  }
  worker.join();
  if (interruption) std::rethrow_exception(interruption);
  if (fault) std::rethrow_exception(fault);
}

}  // namespace pylos_python
