// The bits of a number sent to other bits, by one table for the low bits and one for the others.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pylos::database {

class BitMap {
 public:
  /// Bit i goes to bit `to[i]`; the lowest `low_bits` share a table.
  BitMap(const std::vector<int>& to, int low_bits) {
    const auto fill = [&](std::vector<std::uint32_t>& table, int first, int bits) {
      table.assign(std::size_t{1} << bits, 0);
      for (std::uint32_t x = 1; x < table.size(); ++x) {
        table[x] = table[x & (x - 1)] |
                   std::uint32_t{1} << to[static_cast<std::size_t>(first + std::countr_zero(x))];
      }
    };
    fill(low_, 0, low_bits);
    fill(high_, low_bits, static_cast<int>(to.size()) - low_bits);
  }

  /// Where the low bits go, and where the others do.
  std::uint32_t low(std::uint32_t x) const { return low_[x]; }
  std::uint32_t high(std::uint32_t x) const { return high_[x]; }

 private:
  std::vector<std::uint32_t> low_;
  std::vector<std::uint32_t> high_;
};

}  // namespace pylos::database
