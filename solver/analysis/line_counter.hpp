// 512 small numbers side by side, one a colouring of a line: bit b of all of them is plane b.
//
// Adding a line of bits adds 0 or 1 to each number, as a chain of half adders does. A number that
// grows past the planes stops the program.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/check.hpp"
#include "solver/retrograde/line.hpp"

namespace pylos::analysis {

template <std::size_t Planes>
class LineCounter {
 public:
  using Line = retrograde::Line;

  /// Adds 1 where `ones` has a bit.
  void add(Line ones) { carry_from(0, ones); }

  /// Where `where` has a bit, adds `other` and 1.
  template <std::size_t Fewer>
  void add_and_one(const LineCounter<Fewer>& other, Line where) {
    static_assert(Fewer <= Planes);
    Line carry = where;
    for (std::size_t b = 0; b < Fewer; ++b) {
      const Line x = other.plane(b) & where;
      const Line half = plane_[b] ^ x;
      const Line sum = half ^ carry;
      carry = (plane_[b] & x) | (half & carry);
      plane_[b] = sum;
    }
    carry_from(Fewer, carry);
  }

  const Line& plane(std::size_t b) const { return plane_[b]; }

  /// The sum of the numbers in `where`.
  std::uint64_t sum(Line where) const {
    std::uint64_t total = 0;
    for (std::size_t b = 0; b < Planes; ++b) {
      total += static_cast<std::uint64_t>(retrograde::count(plane_[b] & where)) << b;
    }
    return total;
  }

  /// The greatest of the numbers in `where`, which becomes the colourings that have it; 0 of none.
  int greatest(Line& where) const {
    int most = 0;
    for (std::size_t b = Planes; b-- > 0;) {
      const Line higher = plane_[b] & where;
      if (!retrograde::any(higher)) continue;
      where = higher;
      most |= 1 << b;
    }
    return most;
  }

 private:
  void carry_from(std::size_t b, Line carry) {
    for (; b < Planes; ++b) {
      if (!retrograde::any(carry)) return;
      const Line sum = plane_[b] ^ carry;
      carry &= plane_[b];
      plane_[b] = sum;
    }
    PYLOS_CHECK(!retrograde::any(carry));
  }

  std::array<Line, Planes> plane_{};
};

}  // namespace pylos::analysis
