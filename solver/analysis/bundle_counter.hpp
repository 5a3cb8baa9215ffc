// 512 small numbers side by side, one a colouring of a bundle: bit b of all of them is plane b.
//
// Adding a bundle of bits adds 0 or 1 to each number, as a chain of half adders does. A number that
// grows past the planes stops the program.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/check.hpp"
#include "solver/table/bundle.hpp"

namespace pylos::analysis {

using table::Bundle;

template <std::size_t Planes>
class BundleCounter {
 public:
  using Bundle = table::Bundle;

  /// Adds 1 where `ones` has a bit.
  void add(Bundle ones) { carry_from(0, ones); }

  /// Where `where` has a bit, adds `other` and 1.
  template <std::size_t Fewer>
  void add_and_one(const BundleCounter<Fewer>& other, Bundle where) {
    static_assert(Fewer <= Planes);
    Bundle carry = where;
    for (std::size_t b = 0; b < Fewer; ++b) {
      const Bundle x = other.plane(b) & where;
      const Bundle half = plane_[b] ^ x;
      const Bundle sum = half ^ carry;
      carry = (plane_[b] & x) | (half & carry);
      plane_[b] = sum;
    }
    carry_from(Fewer, carry);
  }

  const Bundle& plane(std::size_t b) const { return plane_[b]; }

  /// The sum of the numbers in `where`.
  std::uint64_t sum(Bundle where) const {
    std::uint64_t total = 0;
    for (std::size_t b = 0; b < Planes; ++b) {
      total += static_cast<std::uint64_t>(table::count(plane_[b] & where)) << b;
    }
    return total;
  }

  /// The greatest of the numbers in `where`, which becomes the colourings that have it; 0 of none.
  int greatest(Bundle& where) const {
    int most = 0;
    for (std::size_t b = Planes; b-- > 0;) {
      const Bundle higher = plane_[b] & where;
      if (!table::any(higher)) continue;
      where = higher;
      most |= 1 << b;
    }
    return most;
  }

 private:
  void carry_from(std::size_t b, Bundle carry) {
    for (; b < Planes; ++b) {
      if (!table::any(carry)) return;
      const Bundle sum = plane_[b] ^ carry;
      carry &= plane_[b];
      plane_[b] = sum;
    }
    PYLOS_CHECK(!table::any(carry));
  }

  std::array<Bundle, Planes> plane_{};
};

}  // namespace pylos::analysis
