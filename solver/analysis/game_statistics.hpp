// What a solved game looks like as a whole: counts by spheres and distance, moves, only moves,
// zugzwang.
//
// One pass over all bundles, for all positions of the domain and for those that can arise. All eight
// images of a position are counted. Its slow twin is in the tests: the same figures position by
// position, from value iteration over the naive reference.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/position.hpp"
#include "solver/analysis/outcome_table.hpp"
#include "solver/analysis/reachable.hpp"
#include "solver/table/solution.hpp"

namespace pylos::analysis {

/// The outcome of a position (rows) against that of the same spheres with the turn passed to the
/// other side, seen from that side (columns).
struct TurnTable : OutcomeTable {
  /// *Full zugzwang*: whoever moves loses.
  std::uint64_t full_zugzwang() const { return of[kLoss][kLoss]; }
  /// The mover loses, and would have a draw if it could pass.
  std::uint64_t costs_draw() const { return of[kLoss][kDraw]; }
  /// The mover has a draw, and would win if it could pass.
  std::uint64_t costs_win() const { return of[kDraw][kLoss]; }
};

/// Figures of some positions.
struct GroupStatistics {
  Counts counts;
  /// Positions by distance in plies: even ones are losses, odd ones wins.
  std::vector<std::uint64_t> by_distance;
  /// Won positions with exactly one winning move.
  std::uint64_t one_winning_move = 0;
  /// Legal moves of all positions together, and of the position that has most.
  std::uint64_t moves = 0;
  int most_moves = 0;
  /// The full board, where nobody can move, is left out.
  TurnTable turns;

  GroupStatistics& operator+=(const GroupStatistics& other);
  bool operator==(const GroupStatistics&) const = default;
};

/// Examples, each with as few spheres as there are; none where there is no such position.
struct Examples {
  std::optional<Position> longest_win;
  std::optional<Position> longest_loss;
  std::optional<Position> draw;
  std::optional<Position> most_moves;
  std::optional<Position> one_winning_move;
  std::optional<Position> full_zugzwang;
  std::optional<Position> costs_draw;
  std::optional<Position> costs_win;
};

struct PopulationStatistics {
  /// By spheres on the board, 0 to the number of cells.
  std::vector<GroupStatistics> by_spheres;
  Examples examples;

  GroupStatistics all() const;
};

struct GameStatistics {
  PopulationStatistics domain;
  PopulationStatistics reachable;
};

struct StatisticsOptions {
  /// Worker threads, 1 to kMaxThreads; 0 for as many as the machine has.
  int threads = 0;
  /// Called from one thread after each tier: positions done and in all.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
  std::stop_token stop;
};

/// Bytes that game_statistics() takes beside the solution and the reachable set.
std::uint64_t statistics_memory(int base);

/// `reachable` must be of the solution's game. Throws InputError for a thread count that does not
/// exist, Stopped. The result does not depend on the number of threads.
GameStatistics game_statistics(const Solution& solution, const Reachable& reachable,
                               const StatisticsOptions& options);

}  // namespace pylos::analysis
