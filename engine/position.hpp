// A position: the mover's spheres and the opponent's, in one 64-bit word.
//
// Positions are seen from the side to move; colour plays no other part (RULES.md, "Values"). The
// mover's cells are the low 32 bits, the opponent's the high 32, so that one shift-and-mask step
// works on both. Invariant of a legal position: the two sets are disjoint, their union is
// supported, and neither has more than Board<B>::kSpheresPerSide spheres. Reserves are derived, never
// stored.
#pragma once

#include <compare>
#include <cstdint>

#include "engine/board.hpp"
#include "engine/cells.hpp"

namespace pylos {

class Position {
 public:
  constexpr Position() = default;
  constexpr Position(CellSet mover, CellSet opponent)
      : bits_(mover.bits() | std::uint64_t{opponent.bits()} << 32) {}
  static constexpr Position from_bits(std::uint64_t bits) {
    Position p;
    p.bits_ = bits;
    return p;
  }

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr CellSet mover() const { return CellSet(static_cast<std::uint32_t>(bits_)); }
  constexpr CellSet opponent() const { return CellSet(static_cast<std::uint32_t>(bits_ >> 32)); }
  constexpr CellSet occupied() const { return mover() | opponent(); }

  /// The same spheres with the turn passed to the other side.
  constexpr Position turned() const { return Position(opponent(), mover()); }

  constexpr bool operator==(const Position&) const = default;
  constexpr auto operator<=>(const Position&) const = default;

 private:
  std::uint64_t bits_ = 0;
};

/// Spheres that the mover has off the board, 0 to kSpheresPerSide.
template <int B>
constexpr int mover_reserve(Position p) {
  return Board<B>::kSpheresPerSide - p.mover().size();
}

template <int B>
constexpr int opponent_reserve(Position p) {
  return Board<B>::kSpheresPerSide - p.opponent().size();
}

/// True for the positions of the domain: every colouring of a supported shape within both reserves.
template <int B>
constexpr bool in_domain(Position p) {
  return !p.mover().intersects(p.opponent()) && Board<B>::kAll.contains(p.occupied()) &&
         Board<B>::is_supported(p.occupied()) && mover_reserve<B>(p) >= 0 &&
         opponent_reserve<B>(p) >= 0;
}

}  // namespace pylos
