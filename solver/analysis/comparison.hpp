// Two rule sets on one base side, position by position: where the outcomes differ, and the
// distances.
//
// Every position of the domain exists under both; which of them can arise is asked of the first.
// All eight images of a position are counted. Its slow twin is in the tests.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <stop_token>
#include <vector>

#include "engine/position.hpp"
#include "solver/analysis/outcome_table.hpp"
#include "solver/analysis/reachable.hpp"
#include "solver/table/solution.hpp"

namespace pylos::analysis {

/// Figures of some positions.
struct GroupComparison {
  /// By outcome under the first rule set (rows) and under the second (columns).
  OutcomeTable outcomes;
  /// Positions won, or lost, under both: by plies under the second less plies under the first.
  std::map<int, std::uint64_t> win_differences;
  std::map<int, std::uint64_t> loss_differences;

  std::uint64_t positions() const;
  /// Positions whose outcome differs.
  std::uint64_t flips() const;
  GroupComparison& operator+=(const GroupComparison& other);
  bool operator==(const GroupComparison&) const = default;
};

/// The first positions, by plies from the empty board under the first rule set, whose outcome
/// changes in one way.
struct EarliestFlips {
  /// -1 if no position that can arise changes so.
  int plies = -1;
  /// How many positions there are with so few plies.
  std::uint64_t positions = 0;
  /// Some of them, one of each class of images, in a fixed order.
  std::vector<Position> examples;

  bool operator==(const EarliestFlips&) const = default;
};

struct Comparison {
  /// By spheres on the board, 0 to the number of cells: the domain, and what can arise under the
  /// first.
  std::vector<GroupComparison> domain;
  std::vector<GroupComparison> reachable;
  /// By outcome under the first (rows) and under the second, as OutcomeTable; nothing where they
  /// are the same.
  std::array<std::array<EarliestFlips, OutcomeTable::kOutcomes>, OutcomeTable::kOutcomes> earliest;
};

struct CompareOptions {
  /// Worker threads, 1 to kMaxThreads; 0 for as many as the machine has.
  int threads = 0;
  /// Most examples of the earliest flips of one kind.
  std::size_t most_examples = 2;
  /// Called from one thread after each tier: positions done and in all.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
  std::stop_token stop;
};

/// The sum over all tiers.
GroupComparison sum_of(const std::vector<GroupComparison>& by_spheres);

/// Bytes that compare() takes beside the two solutions and the reachable set.
std::uint64_t compare_memory(int base);

/// `reachable` must be of the first solution's game. Throws InputError for solutions of different
/// base sides and for a thread count that does not exist; Stopped. The result does not depend on
/// the number of threads.
Comparison compare(const Solution& first, const Solution& second, const Reachable& reachable,
                   const CompareOptions& options);

}  // namespace pylos::analysis
