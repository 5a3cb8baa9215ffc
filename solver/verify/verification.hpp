// What the verification of a solution (solver/verify/verify.cpp) and of a database file (solver/database/)
// share: what successors allow, the log that is kept, and the two ways through the positions.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

#include "engine/value.hpp"
#include "solver/numbering/shapes.hpp"
#include "solver/work/errors.hpp"
#include "solver/verify/verify.hpp"

namespace pylos {


/// How much of the values of a game is known: a file may leave out the first part of the game, or
/// how far wins and losses are.
struct Coverage {
  /// Positions with fewer spheres on the board are unknown.
  int least_spheres = 0;
  /// Without, wins and losses are known but not their plies.
  bool distances = true;

  /// What is known of a value: without distances, all but its plies.
  Value known_part(Value value) const {
    if (!distances) value.plies.reset();
    return value;
  }
};

/// The values of a position's successors, and which values of the position they allow.
class SuccessorValues {
 public:
  explicit SuccessorValues(Coverage coverage) : coverage_(coverage) {}

  /// `after` may be unknown.
  void add(Value after);

  /// What is known of the value that follows.
  Value expected() const { return coverage_.known_part(values_.value()); }

  /// May the position have this value? With unknown successors there may be several.
  bool allow(Value stored) const;

 private:
  Coverage coverage_;
  ValueFromSuccessors values_;
  int greatest_win_ = -1;
  bool unknown_ = false;
  bool draw_ = false;
};

/// The log of one verification, kept by all its threads.
class VerifyLog {
 public:
  /// `options` must outlive this.
  explicit VerifyLog(const VerifyOptions& options) : options_(options) {}

  /// Throws Stopped if that was asked for.
  void stop_if_asked() const {
    if (options_.stop.stop_requested()) throw Stopped("verification stopped");
  }
  /// So many more positions of `total` are done.
  void finished(std::uint64_t positions, std::uint64_t moves, std::uint64_t total);
  /// `number` puts mismatches in an order that does not depend on threads.
  void mismatch(std::uint64_t number, const Mismatch& mismatch);
  /// All that was written down, the first mismatches in order.
  VerifyReport report();

 private:
  struct Found {
    std::uint64_t number;
    Mismatch mismatch;
  };
  void keep_least();
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

  const VerifyOptions& options_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  VerifyReport report_;
  std::vector<Found> found_;
};

/// Checks every canonical position that is covered, on the threads of the current arena. Where
/// distances are not known the storage holds 0 for a loss and 1 for a win.
void verify_all(const table::SolutionStorage& storage, Coverage coverage, VerifyLog& log);

/// Checks `options.samples` positions that are covered, each position of the domain as likely as
/// any other, on the threads of the current arena. `value_of` is called from all of them, for
/// covered positions only.
void verify_samples(const table::ShapeTable& table, Game game, Coverage coverage,
                    const std::function<Value(Position)>& value_of, const VerifyOptions& options,
                    VerifyLog& log);

}  // namespace pylos
