// Solving a game: the parallel retrograde solver's front door.
//
// Two methods (README, "How it works"), with the same result, whatever the number of threads.
// *Rounds*, for every game: ply by ply, for d = 0, 1, 2, ...: *loss in d* (even) has no move to a position that
// is not won in less; *win in d* (odd) has a move to a position lost in exactly d-1. What is undecided when
// nothing more changes is a draw. *Backward induction*, for games without recoveries, in which no position comes
// back: each position once, after all its successors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/game.hpp"
#include "solver/table/solution.hpp"
#include "solver/work/errors.hpp"
#include "solver/work/threads.hpp"

namespace pylos {

enum class SolveMethod { rounds, induction };

/// What a solver says now and then; called from one thread at a time, once a round or once a number of spheres.
struct SolveProgress {
  SolveMethod method = SolveMethod::rounds;
  /// What has just been decided: the distance in plies, or by induction the number of spheres on the board.
  int plies = 0;
  int spheres = 0;
  /// Positions of the domain decided so far, and in all.
  std::uint64_t decided = 0;
  std::uint64_t positions = 0;
  /// Positions decided since the last call.
  std::uint64_t last_decided = 0;
  double seconds = 0;
};

struct SolveOptions {
  Game game;
  /// None for the faster one that the game allows; a checkpoint takes rounds.
  std::optional<SolveMethod> method;
  /// Worker threads, 1 to kMaxThreads; 0 for as many as the machine has.
  int threads = 0;
  /// Most memory that may be asked for, in bytes; 0 for what the machine has free.
  std::uint64_t memory_limit = 0;
  std::function<void(const SolveProgress&)> progress;
  std::stop_token stop;
  /// A folder for the state after a finished round, to go on from when the work was ended; empty for none.
  /// A stop request is then heeded at the end of a round, and keeps the state.
  std::string checkpoint_folder;
  /// Least time between two checkpoints, in seconds, but for the one of a stop request.
  double checkpoint_seconds = 60;
  /// Goes on from the checkpoint in the folder if there is one.
  bool resume = false;
};

/// The method that solve() takes. Throws InputError for induction where the game has recoveries or a checkpoint is
/// asked for.
SolveMethod method_of(const SolveOptions& options);

/// Most memory, in bytes, that solving the game takes. Throws InputError for a base side that does not exist.
std::uint64_t solve_memory(Game game, SolveMethod method);

/// Solves the game. Throws InputError for a base side or a thread count that does not exist, for a method that
/// the game does not allow, or when there is a checkpoint and it is not to be resumed; OutOfMemory before any work when memory will not do; Stopped
/// when `options.stop` was requested; BadFile for a damaged checkpoint, DiskError when
/// one cannot be written. The solution is the same however often the work was ended and resumed.
Solution solve(const SolveOptions& options);

}  // namespace pylos
