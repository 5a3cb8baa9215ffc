// A cell of the pyramid and a set of cells.
//
// Cells are numbered level by level from the bottom, in a level row by row (a1 b1 c1 d1 a2 ...): 0
// to 29 on base 4. A CellSet is a 32-bit word with one bit a cell; it knows nothing of the board's
// size, which is Board's business (engine/board.hpp).
#pragma once

#include <bit>
#include <compare>
#include <cstdint>

namespace pylos {

/// One cell; `index` is 0 to 29 (base 4), 0 to 13 (base 3), 0 to 4 (base 2).
struct Cell {
  std::uint8_t index = 0;

  constexpr Cell() = default;
  explicit constexpr Cell(int cell_index) : index(static_cast<std::uint8_t>(cell_index)) {}
  constexpr auto operator<=>(const Cell&) const = default;
};

/// A set of cells; iterating gives its cells in ascending order.
class CellSet {
 public:
  class Iterator {
   public:
    explicit constexpr Iterator(std::uint32_t bits) : rest_(bits) {}
    constexpr Cell operator*() const { return Cell(std::countr_zero(rest_)); }
    constexpr Iterator& operator++() {
      rest_ &= rest_ - 1;
      return *this;
    }
    constexpr bool operator==(const Iterator&) const = default;

   private:
    std::uint32_t rest_;
  };

  constexpr CellSet() = default;
  explicit constexpr CellSet(std::uint32_t bits) : bits_(bits) {}
  /*implicit*/ constexpr CellSet(Cell cell) : bits_(std::uint32_t{1} << cell.index) {}

  constexpr std::uint32_t bits() const { return bits_; }
  constexpr int size() const { return std::popcount(bits_); }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool contains(CellSet other) const { return (other.bits_ & ~bits_) == 0; }
  constexpr bool intersects(CellSet other) const { return (other.bits_ & bits_) != 0; }
  /// The lowest cell; the set must not be empty.
  constexpr Cell first() const { return Cell(std::countr_zero(bits_)); }

  constexpr Iterator begin() const { return Iterator(bits_); }
  constexpr Iterator end() const { return Iterator(0); }

  constexpr bool operator==(const CellSet&) const = default;
  constexpr auto operator<=>(const CellSet&) const = default;
  friend constexpr CellSet operator|(CellSet a, CellSet b) { return CellSet(a.bits_ | b.bits_); }
  friend constexpr CellSet operator&(CellSet a, CellSet b) { return CellSet(a.bits_ & b.bits_); }
  /// The cells of `a` that are not in `b`.
  friend constexpr CellSet operator-(CellSet a, CellSet b) { return CellSet(a.bits_ & ~b.bits_); }
  constexpr CellSet& operator|=(CellSet other) { return *this = *this | other; }
  constexpr CellSet& operator&=(CellSet other) { return *this = *this & other; }
  constexpr CellSet& operator-=(CellSet other) { return *this = *this - other; }

 private:
  std::uint32_t bits_ = 0;
};

}  // namespace pylos
