// The order of the cells in a colouring's index.
//
// The lowest slots go to cells that are nearly always filled and that the symmetries map among themselves,
// so that a child's colouring is mostly found in the same word and the same bundle: the inner cells of level 1
// and 2 first, then the corners of level 1, its edges, and the levels above.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>

#include "engine/board.hpp"
#include "engine/cells.hpp"

namespace pylos::table {

/// All cells of base B in the order of their index slots.
template <int B>
constexpr std::array<Cell, Board<B>::kTable> index_order() {
  struct Ranked {
    int not_inner, level, is_edge, number;
    constexpr auto key() const { return std::tuple(not_inner, level, is_edge, number); }
  };
  std::array<Ranked, Board<B>::kTable> ranked{};
  for (int i = 0; i < Board<B>::kCells; ++i) {
    const Place3 p = Board<B>::place(Cell(i));
    const int last = Board<B>::side(p.level) - 1;
    const bool row_inner = p.row > 0 && p.row < last;
    const bool column_inner = p.column > 0 && p.column < last;
    ranked[static_cast<std::size_t>(i)] = {!(row_inner && column_inner), p.level,
                                           row_inner != column_inner, i};
  }
  std::sort(ranked.begin(), ranked.end(),
            [](const Ranked& a, const Ranked& b) { return a.key() < b.key(); });
  std::array<Cell, Board<B>::kTable> order{};
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = Cell(ranked[i].number);
  return order;
}

}  // namespace pylos::table
