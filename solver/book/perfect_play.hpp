// Perfect play from a database: the best moves of a position, and a line of them to the end.
//
// Best is by exact distance: the fastest win, the slowest loss, and among draws every move that
// keeps the draw. Needs a file with distances and without missing positions; it never guesses.
#pragma once

#include <vector>

#include "engine/position.hpp"
#include "engine/value.hpp"
#include "solver/reader/database.hpp"

namespace pylos::book {

/// All moves that are as good as the best one, in the order of the generator; empty if the game is
/// over. Throws BadFile if the file is damaged there.
std::vector<database::MoveValue> best_moves(const database::Database& database, Position p);

/// One ply of a line: the position before it, seen from its mover, and the best moves; the first of
/// them is played.
struct LinePly {
  Position position;
  Value value;
  std::vector<database::MoveValue> best;
};

enum class LineEnd {
  over,        ///< the side to move has lost (clause 6)
  repetition,  ///< the last position has occurred before with the same side to move: play goes on
               ///< for ever
  limit,       ///< as many plies as were asked for
};

struct PerfectLine {
  std::vector<LinePly> plies;
  /// The position after the last ply, and its value.
  Position last;
  Value last_value;
  LineEnd end = LineEnd::over;
};

/// Plays best moves, always the first, from `start`, at most `most_plies` of them. Throws as
/// best_moves does.
PerfectLine perfect_line(const database::Database& database, Position start, int most_plies);

}  // namespace pylos::book
