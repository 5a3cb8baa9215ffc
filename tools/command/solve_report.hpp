// What `pylos solve` tells of a solved game, as text and as JSON. Holds results only, no solution,
// so that the memory of one game is free again before the next begins.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/game.hpp"
#include "engine/text.hpp"
#include "engine/value.hpp"
#include "solver/table/solution.hpp"
#include "solver/retrograde/solve.hpp"
#include "solver/verify/verify.hpp"
#include "tools/command/format.hpp"
#include "tools/command/json.hpp"

namespace pylos::tools {

/// A move from the empty board.
struct FirstMove {
  Move move;
  ColouredPosition after;
  /// Of `after`, for the side then to move.
  Value value;
  /// The first listed move that a symmetry of the board makes the same as this one.
  Move like;
};

/// A part of the solver's work: what it decided, and how long it took.
struct Stage {
  /// Of a round, the distance in plies; by induction, the spheres on the board.
  int number = 0;
  std::uint64_t positions = 0;
  double seconds = 0;
};

struct SolvedGame {
  Game game;
  /// Of the empty board, light to move.
  Value value;
  /// Best first.
  std::vector<FirstMove> moves;
  Statistics statistics;
  std::uint64_t checksum = 0;
  double seconds = 0;
  SolveMethod method = SolveMethod::rounds;
  /// Those of a resumed run are the ones after its checkpoint.
  std::vector<Stage> stages;
  int threads = 0;
  /// Of the whole program, up to the end of this game.
  std::uint64_t peak_memory_bytes = 0;
  std::optional<VerifyReport> verification;
};

/// The moves from the empty board with their values, best first.
std::vector<FirstMove> first_moves(const Solution& solution);

/// The seconds of round 3: the first win round that counting spheres does not settle, and so one
/// over all shapes and all moves of their undecided positions. 0 if there was none, as in backward
/// induction.
double full_round_seconds(const SolvedGame& solved);

/// All there is to say about one game, several lines.
std::string report_text(const SolvedGame& solved);

/// The table of several games: one row a game.
Table summary_table();
std::vector<std::string> summary_row(const SolvedGame& solved);

/// "no mismatch", "1 mismatch", "1,234 mismatches".
std::string mismatches_text(std::uint64_t count);

/// What was checked, and every reported mismatch on a line of its own.
std::string verification_text(const VerifyReport& report, int base);

Json json_of(const SolvedGame& solved);

}  // namespace pylos::tools
