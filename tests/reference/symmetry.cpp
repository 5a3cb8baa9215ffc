#include "symmetry.hpp"

#include <algorithm>
#include <utility>

namespace reference {

namespace {

// Three independent choices give the eight: swap row and column, then turn rows around, then turn
// columns around.
std::vector<int> build(const Geometry& g, bool transpose, bool flip_rows, bool flip_columns) {
  std::vector<int> map;
  for (const Place& place : g.places) {
    int row = place.row;
    int column = place.column;
    if (transpose) std::swap(row, column);
    if (flip_rows) row = g.side(place.level) - 1 - row;
    if (flip_columns) column = g.side(place.level) - 1 - column;
    map.push_back(g.cell_at(place.level, row, column));
  }
  return map;
}

std::vector<std::vector<int>> build_all(int base) {
  std::vector<std::vector<int>> maps;
  for (bool transpose : {false, true}) {
    for (bool flip_rows : {false, true}) {
      for (bool flip_columns : {false, true})
        maps.push_back(build(geometry(base), transpose, flip_rows, flip_columns));
    }
  }
  return maps;
}

const std::vector<std::vector<int>>& maps_of(int base) {
  static const std::vector<std::vector<int>> kOf2 = build_all(2);
  static const std::vector<std::vector<int>> kOf3 = build_all(3);
  static const std::vector<std::vector<int>> kOf4 = build_all(4);
  return base == 2 ? kOf2 : base == 3 ? kOf3 : kOf4;
}

}  // namespace

std::vector<int> symmetry(int base, int which) {
  return maps_of(base).at(static_cast<std::size_t>(which));
}

Position transformed(const Position& position, int which) {
  const std::vector<int>& map = maps_of(position.base).at(static_cast<std::size_t>(which));
  Position image = empty_board(position.base);
  image.to_move = position.to_move;
  for (std::size_t cell = 0; cell < map.size(); ++cell)
    image.at(map[cell]) = position.contents[cell];
  return image;
}

Position representative(const Position& position) {
  Position smallest = position;
  for (int which = 1; which < kSymmetries; ++which)
    smallest = std::min(smallest, transformed(position, which));
  return smallest;
}

}  // namespace reference
