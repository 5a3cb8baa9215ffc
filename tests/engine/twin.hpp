// The engine's values for the reference's, cell by cell: the bridge of tests that compare the two.
//
// Text is not used on the way, so that a fault in reading text cannot hide one in the moves.
#pragma once

#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "engine/board.hpp"
#include "engine/game.hpp"
#include "engine/text.hpp"
#include "tests/reference/moves.hpp"

namespace pylos::twin {

inline Game game_of(const reference::Rules& rules) {
  return {rule_set_from_text(reference::name_of(rules)), rules.base};
}

inline ColouredPosition position_of(const reference::Position& position) {
  CellSet light;
  CellSet dark;
  for (int cell = 0; cell < reference::kMaxCells; ++cell) {
    const int content = static_cast<int>(position.at(cell));
    if (content == 1) light |= Cell(cell);
    if (content == 2) dark |= Cell(cell);
  }
  if (static_cast<int>(position.to_move) == 1) return {Position(light, dark), Colour::light};
  return {Position(dark, light), Colour::dark};
}

/// A position of the domain, most of them out of reach of play, rich in formations: spheres put one
/// by one on cells that carry them, in runs of one colour.
inline reference::Position random_position(int base, std::mt19937_64& random) {
  reference::Position position = reference::empty_board(base);
  const int cells = reference::geometry(base).cells();
  const int most = reference::geometry(base).spheres_a_side;
  std::vector<int> left{0, most, most};
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  int colour = 1 + below(2);
  for (int spheres = below(cells + 1); spheres > 0; --spheres) {
    std::vector<int> playable;
    for (int cell = 0; cell < cells; ++cell) {
      if (reference::is_playable(position, cell)) playable.push_back(cell);
    }
    if (below(4) == 0) colour = 3 - colour;
    if (left[static_cast<std::size_t>(colour)] == 0) colour = 3 - colour;
    if (left[static_cast<std::size_t>(colour)] == 0) break;
    --left[static_cast<std::size_t>(colour)];
    // Low cells more often, so that upper levels fill as well as the corners.
    const int at = std::min(below(static_cast<int>(playable.size())),
                            below(static_cast<int>(playable.size())));
    position.at(playable[static_cast<std::size_t>(at)]) = static_cast<reference::Content>(colour);
  }
  if (below(2) == 0) position.to_move = reference::other(position.to_move);
  return position;
}

}  // namespace pylos::twin
