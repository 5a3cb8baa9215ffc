// Positions and moves as text (README, "Solve, probe, verify"): the one gate through which text becomes a legal
// position.
//
// Inside the project a position knows a mover and an opponent only; light and dark exist in text
// alone, so a position read from text carries the colour that is to move. Reading reports every
// fault at once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/cells.hpp"
#include "engine/moves.hpp"
#include "engine/position.hpp"

namespace pylos {

enum class Colour : std::uint8_t { light, dark };

constexpr Colour other(Colour c) { return c == Colour::light ? Colour::dark : Colour::light; }

/// "light" or "dark".
std::string_view to_text(Colour colour);

/// A position together with the colour of the side to move.
struct ColouredPosition {
  Position position;
  Colour to_move = Colour::light;

  constexpr CellSet of(Colour colour) const {
    return colour == to_move ? position.mover() : position.opponent();
  }
  constexpr bool operator==(const ColouredPosition&) const = default;
};

/// The position after a legal move.
constexpr ColouredPosition apply(const ColouredPosition& p, Move move) {
  return {apply(p.position, move), other(p.to_move)};
}

/// The shortest text of a position on base side `base` (2 to 4): levels that are wholly empty at
/// the end are left out, for instance `LD.............. l`.
std::string to_text(const ColouredPosition& p, int base);

/// Reads a position on base side `base` (2 to 4). Throws InputError listing every fault: an unknown
/// character with its column (from 1), a wrong number of cells or levels, a sphere without support,
/// too many spheres of a colour, a missing or unknown side to move.
ColouredPosition position_from_text(std::string_view text, int base);

/// A position from the cells of either side. Throws InputError listing every fault: a sphere outside
/// of the board, two on one cell, one without support, too many of a colour.
ColouredPosition position_from_cells(CellSet light, CellSet dark, Colour to_move, int base);

/// Level digit, column letter, row number: `1a1` to `4a1`.
std::string to_text(Cell cell, int base);

/// `1d4`, `1a1-2b2`, with the recovered spheres after it: `1d4x1d4`, `1a1-2b2x1c3x1c4`.
std::string to_text(Move move, int base);

/// Reads a move in its written form, recovered spheres in any order, and returns it if it is legal in `p` under `game`. Throws
/// InputError for text that is no move, and for a move that the generator does not list.
Move move_from_text(std::string_view text, Position p, struct Game game);

/// The pyramid drawn level by level, several lines with coordinates, for people; each line ends
/// with a newline. Empty playable cells are shown as `+`, other empty cells as `.`.
std::string drawing(const ColouredPosition& p, int base);

}  // namespace pylos
