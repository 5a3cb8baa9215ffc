// Positions with exactly one winning move, ranked by how well the move is hidden.
//
// Only positions that can arise. How hidden a move is is a matter of taste, so the score is simple,
// and is told in full:
//   the plies of the win,
//   + 10 for each sphere of reserve that the move gives up against the legal move that keeps most,
//   + 10 if all moves that keep most lose (and do not draw) and the winning one is not among them,
//   + the number of legal moves, 30 at the most.
// There are far too many candidates to look at each: they are drawn by a hash of the position, so
// the choice is random and yet always the same. What it does not do: judge whether people find the
// move hard.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/moves.hpp"
#include "engine/position.hpp"
#include "engine/value.hpp"
#include "solver/analysis/reachable.hpp"
#include "solver/table/solution.hpp"

namespace pylos::analysis {

struct Puzzle {
  Position position;
  /// A win; its distance in plies.
  Value value;
  Move winning_move;
  int legal_moves = 0;
  /// Spheres of reserve that the winning move gives up, 0 to 3.
  int gives_up = 0;
  /// All moves that keep the most reserve lose; false where the winning move is one of them.
  bool natural_moves_lose = false;

  int score() const;
};

struct PuzzleOptions {
  /// Most puzzles wanted; one a shape, the best.
  std::size_t count = 20;
  /// Fewest plies of the win.
  int least_plies = 15;
  /// Candidates drawn; all if there are fewer.
  std::size_t candidates = 200'000;
  /// Another seed draws others.
  std::uint64_t seed = 1;
  /// Worker threads, 1 to kMaxThreads; 0 for as many as the machine has.
  int threads = 0;
  /// Called from one thread after each tier: positions done and in all.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
  std::stop_token stop;
};

struct Puzzles {
  /// Best first; of equal scores the least position first.
  std::vector<Puzzle> puzzles;
  /// Canonical colourings that would do, and how many of them were looked at.
  std::uint64_t candidates = 0;
  std::uint64_t drawn = 0;
};

/// How hidden the one winning move of a position is; nothing unless exactly one move wins.
std::optional<Puzzle> puzzle_at(const Solution& solution, Position p);

/// `reachable` must be of the solution's game. Throws InputError for a thread count that does not
/// exist, Stopped. The result does not depend on the number of threads. Takes the memory of
/// statistics_memory().
Puzzles find_puzzles(const Solution& solution, const Reachable& reachable,
                     const PuzzleOptions& options);

}  // namespace pylos::analysis
