// The board as lists of numbers: which cells there are, what rests on what, which cells form a
// square or a line.
//
// Part of the naive reference: a second, deliberately plain reading of the rules that the real
// program is compared with. It uses arrays and loops and includes nothing of the program. Comments
// cite the numbered clauses of the rules, or "Words", the section that defines them.
//
// Invariant: cells are numbered level by level from the bottom, row by row, so the cells below a
// cell have smaller numbers than it. It knows nothing of colours, moves or rule sets.
#pragma once

#include <vector>

namespace reference {

constexpr int kMaxCells = 30;

struct Place {
  int level;   // 1 is the bottom
  int row;     // 0 is the row written "1"
  int column;  // 0 is the column written "a"
};

struct Geometry {
  int base = 0;
  int spheres_a_side = 0;
  std::vector<Place> places;              // by cell
  std::vector<std::vector<int>> below;    // by cell: the four it rests on, none on level 1
  std::vector<std::vector<int>> above;    // by cell: those that rest on it
  std::vector<std::vector<int>> squares;  // four cells each
  std::vector<std::vector<int>> lines;    // rows and columns of levels 1 and 2 of side 3 or more

  int cells() const { return static_cast<int>(places.size()); }
  int side(int level) const { return base - level + 1; }
  // Throws std::out_of_range if there is no such cell.
  int cell_at(int level, int row, int column) const;
};

// The geometry of base side 2, 3 or 4.
const Geometry& geometry(int base);

}  // namespace reference
