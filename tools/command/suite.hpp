// A test suite: positions with their known values, one a line (data/suite.txt).
//
// A line is `position; rules; value; plies; best moves`, the best moves separated by spaces, as in
// `.DDD.DD.LLLDDLLL/.D..L.DL. d; standard; win; 9; 1a1 2c1`. Lines that are empty or begin with #
// say nothing.
#pragma once

#include <istream>
#include <string>
#include <vector>

#include "engine/game.hpp"
#include "engine/moves.hpp"
#include "engine/text.hpp"
#include "engine/value.hpp"

namespace pylos::tools {

struct SuiteEntry {
  Game game;
  ColouredPosition start;
  Value value;
  /// Every move that keeps the value and the distance; legal in the position.
  std::vector<Move> best;
};

/// The entry as a line of a suite, without the line's end.
std::string to_text(const SuiteEntry& entry);

/// Reads a whole suite of base 4. Throws InputError naming the line and what is wrong with it.
std::vector<SuiteEntry> read_suite(std::istream& in);

}  // namespace pylos::tools
