// A position: what lies on each cell, and whose turn it is.
//
// Invariant: entries of `contents` past the last cell of the base are empty, so two positions are
// the same exactly when they compare equal. Reserves are not stored: they follow from the board.
// Nothing here checks that a position is legal, and the text is read on trust: only for valid text
// is the answer meaningful.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>

#include "geometry.hpp"

namespace reference {

enum class Content : unsigned char { kEmpty, kLight, kDark };

struct Position {
  int base = 4;
  std::array<Content, kMaxCells> contents{};
  Content to_move = Content::kLight;  // light moves first

  Content& at(int cell) { return contents[static_cast<std::size_t>(cell)]; }
  Content at(int cell) const { return contents[static_cast<std::size_t>(cell)]; }

  auto operator<=>(const Position&) const = default;
};

Position empty_board(int base);
Content other(Content side);
int spheres_on_board(const Position& position, Content side);
int reserve(const Position& position, Content side);

// The same position with the mover called light: colour plays no other part in a position's value.
Position with_light_to_move(const Position& position);

// A number no other position of the base has: the cells as digits 0, 1, 2, then the side to move.
// Below 2^49.
std::uint64_t number_of(const Position& position);

// The text of a position: levels separated by '/', 'L', 'D' or '.', then the side to move. Written
// as short as can be.
Position read_position(int base, const std::string& text);
std::string write_position(const Position& position);

}  // namespace reference
