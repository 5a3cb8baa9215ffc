#include "solver/table/shape_moves.hpp"

#include "engine/board.hpp"
#include "engine/game.hpp"

namespace pylos::table {

ShapeMoves::ShapeMoves(const ShapeTable& table) {
  const auto begin_shape = [&] {
    first_recovery_.push_back(static_cast<std::uint32_t>(recoveries_.size()));
    first_action_.push_back(static_cast<std::uint32_t>(actions_.size()));
  };
  with_base(table.base(), [&]<int B>() {
    for (const Shape& shape : table.shapes()) {
      begin_shape();
      const CellSet cells = shape.cells;
      const CellSet free = Board<B>::free_spheres(cells);
      for (const Cell c : free) recoveries_.push_back({c, table.link(cells - c)});
      for (const Cell to : Board<B>::playable(cells)) {
        actions_.push_back({to, to, table.link(cells | to)});
      }
      for (const Cell from : free) {
        const CellSet left = cells - from;
        for (const Cell to : Board<B>::playable(left) & Board<B>::kHigherCells[from.index]) {
          actions_.push_back({to, from, table.link(left | to)});
        }
      }
    }
  });
  begin_shape();
  recoveries_.shrink_to_fit();
  actions_.shrink_to_fit();
}

}  // namespace pylos::table
