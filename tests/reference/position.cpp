#include "position.hpp"

#include <vector>

namespace reference {

Position empty_board(int base) {
  Position position;
  position.base = base;
  return position;
}

Content other(Content side) { return side == Content::kLight ? Content::kDark : Content::kLight; }

int spheres_on_board(const Position& position, Content side) {
  int count = 0;
  for (Content content : position.contents)
    if (content == side) ++count;
  return count;
}

// Words: a side's spheres that are not on the board.
int reserve(const Position& position, Content side) {
  return geometry(position.base).spheres_a_side - spheres_on_board(position, side);
}

Position with_light_to_move(const Position& position) {
  if (position.to_move == Content::kLight) return position;
  Position swapped = position;
  for (Content& content : swapped.contents)
    if (content != Content::kEmpty) content = other(content);
  swapped.to_move = Content::kLight;
  return swapped;
}

std::uint64_t number_of(const Position& position) {
  std::uint64_t number = 0;
  for (int cell = geometry(position.base).cells() - 1; cell >= 0; --cell)
    number = number * 3 + static_cast<std::uint64_t>(position.at(cell));
  return number * 2 + (position.to_move == Content::kDark ? 1 : 0);
}

Position read_position(int base, const std::string& text) {
  Position position = empty_board(base);
  int cell = 0;
  for (char c : text) {
    switch (c) {
      case 'L':
        position.at(cell++) = Content::kLight;
        break;
      case 'D':
        position.at(cell++) = Content::kDark;
        break;
      case '.':
        position.at(cell++) = Content::kEmpty;
        break;
      case 'l':
        position.to_move = Content::kLight;
        break;
      case 'd':
        position.to_move = Content::kDark;
        break;
      default:
        break;  // '/', ' ' and '_' only separate
    }
  }
  return position;
}

std::string write_position(const Position& position) {
  const Geometry& g = geometry(position.base);
  std::vector<std::string> levels(static_cast<std::size_t>(g.base));
  for (int cell = 0; cell < g.cells(); ++cell) {
    std::string& level =
        levels[static_cast<std::size_t>(g.places[static_cast<std::size_t>(cell)].level - 1)];
    switch (position.at(cell)) {
      case Content::kEmpty:
        level += '.';
        break;
      case Content::kLight:
        level += 'L';
        break;
      case Content::kDark:
        level += 'D';
        break;
    }
  }
  // The bottom is always written, wholly empty levels at the end are not.
  while (levels.size() > 1 && levels.back().find_first_not_of('.') == std::string::npos)
    levels.pop_back();
  std::string text = levels.front();
  for (std::size_t i = 1; i < levels.size(); ++i) text += "/" + levels[i];
  return text + (position.to_move == Content::kLight ? " l" : " d");
}

}  // namespace reference
