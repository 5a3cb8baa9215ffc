// Some colourings of a bundle with their bits moved together: the rest of the bundle takes no room.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "solver/table/bundle.hpp"

namespace pylos::table {

/// Moves the bits of a word under a mask together, and back.
class BitGatherer {
 public:
  BitGatherer() = default;
  explicit BitGatherer(std::uint64_t mask);

  std::uint64_t mask() const { return mask_; }
  /// The bits of `x` under the mask, moved together to the lowest places.
  std::uint64_t gather(std::uint64_t x) const;
  /// The inverse; bits of `x` beyond the mask's number do not matter.
  std::uint64_t scatter(std::uint64_t x) const;

 private:
  std::uint64_t mask_ = 0;
#if !defined(__BMI2__)
  static constexpr int kSteps = 6;
  std::array<std::uint64_t, kSteps> moves_{};  // the bits that each step moves
#endif
};

class Packing {
 public:
  /// Room for the bits of a bundle, whichever of the first bundle's bits they begin at.
  using TwoBundles = std::array<Bundle, 2>;

  /// For the colourings `which` of a bundle.
  explicit Packing(const Bundle& which);

  /// Number of the colourings.
  int size() const { return size_; }
  /// How many of them come before colouring `within` (0 to 511) of the bundle; none if it is not
  /// among them.
  std::optional<int> rank(std::uint32_t within) const;
  /// Whether `x` holds any of them.
  bool has_any(const Bundle& x) const;

  /// Their bits in `x`, in ascending order from bit `begin` (0 to 511) on; all others are 0.
  TwoBundles pack(const Bundle& x, std::uint32_t begin) const;
  /// The inverse: a bundle of the bits that begin at bit `begin`.
  Bundle unpack(const TwoBundles& packed, std::uint32_t begin) const;

 private:
  static constexpr int kLongWords = kLanes / 2;  // of 64 colourings each
  Bundle bundle_;                                    // all of them
  std::array<BitGatherer, kLongWords> which_;
  std::array<int, kLongWords> counts_;
  int size_ = 0;
};

}  // namespace pylos::table
