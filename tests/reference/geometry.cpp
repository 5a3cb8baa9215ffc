#include "geometry.hpp"

#include <stdexcept>
#include <string>

namespace reference {

namespace {

Geometry build(int base) {
  Geometry g;
  g.base = base;
  for (int level = 1; level <= base; ++level) {
    for (int row = 0; row < g.side(level); ++row) {
      for (int column = 0; column < g.side(level); ++column)
        g.places.push_back({level, row, column});
    }
  }
  // Words: half the cells, rounded up.
  g.spheres_a_side = (g.cells() + 1) / 2;

  // A sphere rests on the 2x2 block under it; every 2x2 block is a square and carries one cell.
  g.below.resize(g.places.size());
  g.above.resize(g.places.size());
  for (int level = 1; level < base; ++level) {
    for (int row = 0; row + 1 < g.side(level); ++row) {
      for (int column = 0; column + 1 < g.side(level); ++column) {
        std::vector<int> block;
        for (int down = 0; down <= 1; ++down) {
          for (int right = 0; right <= 1; ++right)
            block.push_back(g.cell_at(level, row + down, column + right));
        }
        const int carried = g.cell_at(level + 1, row, column);
        g.below[static_cast<std::size_t>(carried)] = block;
        for (int cell : block) g.above[static_cast<std::size_t>(cell)].push_back(carried);
        g.squares.push_back(block);
      }
    }
  }

  // Words: a line is a complete row or column of level 1, or of level 2, when that side is at
  // least 3.
  for (int level = 1; level <= 2; ++level) {
    if (g.side(level) < 3) continue;
    for (int i = 0; i < g.side(level); ++i) {
      std::vector<int> row;
      std::vector<int> column;
      for (int j = 0; j < g.side(level); ++j) {
        row.push_back(g.cell_at(level, i, j));
        column.push_back(g.cell_at(level, j, i));
      }
      g.lines.push_back(row);
      g.lines.push_back(column);
    }
  }
  return g;
}

}  // namespace

int Geometry::cell_at(int level, int row, int column) const {
  for (int cell = 0; cell < cells(); ++cell) {
    const Place& place = places[static_cast<std::size_t>(cell)];
    if (place.level == level && place.row == row && place.column == column) return cell;
  }
  throw std::out_of_range("reference: no such cell");
}

const Geometry& geometry(int base) {
  static const Geometry kOf2 = build(2);
  static const Geometry kOf3 = build(3);
  static const Geometry kOf4 = build(4);
  switch (base) {
    case 2:
      return kOf2;
    case 3:
      return kOf3;
    case 4:
      return kOf4;
    default:
      throw std::invalid_argument("reference: no board of base " + std::to_string(base));
  }
}

}  // namespace reference
