// Some colourings of a line with their bits moved together: the rest of the line takes no room.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "solver/retrograde/line.hpp"

namespace pylos::retrograde {

class Packing {
 public:
  /// Room for the bits of a line, whichever of the first line's bits they begin at.
  using Two = std::array<Line, 2>;

  /// For the colourings `which` of a line.
  explicit Packing(const Line& which);

  /// Number of the colourings.
  int size() const { return size_; }
  /// How many of them come before colouring `within` (0 to 511) of the line; none if it is not
  /// among them.
  std::optional<int> rank(std::uint32_t within) const;
  /// Whether `x` holds any of them.
  bool has_any(const Line& x) const;

  /// Their bits in `x`, in ascending order from bit `begin` (0 to 511) on; all others are 0.
  Two pack(const Line& x, std::uint32_t begin) const;
  /// The inverse: a line of the bits that begin at bit `begin`.
  Line unpack(const Two& packed, std::uint32_t begin) const;

 private:
  static constexpr int kHalves = kLanes / 2;  // 64 colourings each
  std::array<std::uint64_t, kHalves> which_;
  std::array<int, kHalves> counts_;
  int size_ = 0;
};

}  // namespace pylos::retrograde
