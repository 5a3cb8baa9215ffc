// Checking a finished solution by plain move generation: the slow twin of the retrograde solver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "engine/position.hpp"
#include "engine/value.hpp"
#include "solver/table/solution.hpp"
#include "solver/verify/verify.hpp"

namespace pylos {

/// A disagreement between a stored value and the values of the position's successors.
struct Mismatch {
  Position position;
  Value stored;
  Value expected;
};

struct VerifyOptions {
  /// How many positions to check, drawn at random over the whole domain; 0 for every canonical position.
  std::uint64_t samples = 0;
  std::uint64_t seed = 1;
  /// Worker threads, 1 to kMaxThreads; 0 for as many as the machine has.
  int threads = 0;
  /// How many mismatches to report; all are counted.
  std::size_t most_reported = 10;
  /// Positions checked and to be checked, seconds so far.
  std::function<void(std::uint64_t done, std::uint64_t total, double seconds)> progress;
  std::stop_token stop;
};

struct VerifyReport {
  std::uint64_t positions = 0;  ///< checked
  std::uint64_t moves = 0;      ///< generated
  std::uint64_t mismatches = 0;
  std::vector<Mismatch> first;  ///< the first ones, in the order of the pass
  double seconds = 0;
};

/// Checks a finished solution by plain move generation, one position and one move at a time, sharing no code
/// with the solver but the look-up of a value: every label against the labels of its successors, which
/// proves the whole labelling right when all agree (distances strictly fall). Throws Stopped, InputError for
/// a thread count that does not exist.
VerifyReport verify(const Solution& solution, const VerifyOptions& options);

}  // namespace pylos
