// Where the entries of a tier are when all of them stand in one array: shape after shape, of each
// its segments, of each its entries in their order. A place, not the entries themselves.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/reader/layout.hpp"
#include "solver/reader/segment_coder.hpp"
#include "solver/reader/segment_order.hpp"

namespace pylos::database {

class TierEntries {
 public:
  /// For the shapes with `spheres` on the board; `order` is that of their low slots. Both it and
  /// `layout` must outlive this.
  TierEntries(const Layout& layout, int spheres, const SegmentOrder& order, Metric metric);

  int spheres() const { return spheres_; }
  /// Entries of the tier, and of each of its shapes.
  std::uint64_t size() const { return entries_per_shape_ * shapes_; }
  std::uint64_t entries_per_shape() const { return entries_per_shape_; }
  std::uint64_t segments() const { return segment_shift_.size() * shapes_; }

  /// A segment by its number within the tier, from 0; where its entries begin.
  SegmentShape segment(std::uint64_t number) const {
    const int ones = std::popcount(number % segment_shift_.size());
    return {order_, layout_->ones_in_low_slots(spheres_, ones), ones, metric_};
  }
  std::uint64_t begin(std::uint64_t number) const {
    return shape_begin(number / segment_shift_.size()) + segment_shift_[number % segment_shift_.size()] +
           segment(number).first();
  }

  /// Where the entries of a shape begin, by its number within the tier.
  std::uint64_t shape_begin(std::uint64_t shape) const { return shape * entries_per_shape_; }
  /// Where, from there, a colouring's entry is; it must have one. Bits by the layout's slots.
  std::uint64_t of_colouring(std::uint32_t colouring) const {
    const int slots = order_->slots();
    return segment_shift_[colouring >> slots] +
           order_->number(colouring & ((std::uint32_t{1} << slots) - 1));
  }

 private:
  const Layout* layout_;
  const SegmentOrder* order_;
  int spheres_;
  Metric metric_;
  std::uint64_t shapes_;
  std::uint64_t entries_per_shape_ = 0;
  /// For each segment of a shape: what to add to an entry's number in the order of the low slots
  /// (SegmentOrder) to get its place among the entries of the shape. A segment may leave out the
  /// first numbers of the order, so this can be below 0; the sum, modulo 2^64, is right again.
  std::vector<std::uint64_t> segment_shift_;
};

}  // namespace pylos::database
