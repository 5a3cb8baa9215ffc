// The order in which the entries of a segment are coded, and the neighbours that predict each.
//
// Colourings of the low slots go by their number of mover's spheres, then by their bits: so those
// with as many spheres are a run (a *layer*), and the entries of a segment, whose number of spheres
// is bounded on both sides, are a run of layers. An entry's *swaps* are the earlier colourings of
// its layer in which two spheres of different colour are exchanged: values hardly depend on which
// of two buried spheres is whose. Its *drops* are those of the layer before with one sphere of the
// mover turned into the opponent's.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pylos::database {

class SegmentOrder {
 public:
  /// 0 to kMostLowSlots slots.
  explicit SegmentOrder(int slots);

  int slots() const { return slots_; }
  /// Where the layer with so many ones begins, 0 to slots() + 1.
  std::uint32_t layer_begin(int ones) const { return layer_begin_[static_cast<std::size_t>(ones)]; }
  /// Colouring of the slots to number in the order, and back.
  std::uint32_t number(std::uint32_t low) const { return number_[low]; }
  std::uint32_t low(std::uint32_t number) const { return low_[number]; }
  std::span<const std::uint16_t> swaps(std::uint32_t number) const {
    return {swaps_.data() + first_swap_[number], swaps_.data() + first_swap_[number + 1]};
  }
  std::span<const std::uint16_t> drops(std::uint32_t number) const {
    return {drops_.data() + first_drop_[number], drops_.data() + first_drop_[number + 1]};
  }

 private:
  int slots_;
  std::vector<std::uint32_t> layer_begin_;
  std::vector<std::uint16_t> number_;
  std::vector<std::uint16_t> low_;
  std::vector<std::uint16_t> swaps_;
  std::vector<std::uint32_t> first_swap_;
  std::vector<std::uint16_t> drops_;
  std::vector<std::uint32_t> first_drop_;
};

}  // namespace pylos::database
