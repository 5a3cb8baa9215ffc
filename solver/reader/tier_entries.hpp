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
  std::uint64_t size() const { return a_shape_ * shapes_; }
  std::uint64_t a_shape() const { return a_shape_; }
  std::uint64_t segments() const { return zero_.size() * shapes_; }

  /// A segment by its number within the tier, from 0; where its entries begin.
  SegmentShape segment(std::uint64_t number) const {
    const int ones = std::popcount(number % zero_.size());
    return {order_, layout_->low_ones(spheres_, ones), ones, metric_};
  }
  std::uint64_t begin(std::uint64_t number) const {
    return shape_begin(number / zero_.size()) + zero_[number % zero_.size()] +
           segment(number).first();
  }

  /// Where the entries of a shape begin, by its number within the tier.
  std::uint64_t shape_begin(std::uint64_t shape) const { return shape * a_shape_; }
  /// Where, from there, a colouring's entry is; it must have one. Bits by the layout's slots.
  std::uint64_t of_colouring(std::uint32_t colouring) const {
    const int slots = order_->slots();
    return zero_[colouring >> slots] +
           order_->number(colouring & ((std::uint32_t{1} << slots) - 1));
  }

 private:
  const Layout* layout_;
  const SegmentOrder* order_;
  int spheres_;
  Metric metric_;
  std::uint64_t shapes_;
  std::uint64_t a_shape_ = 0;
  /// For each segment of a shape, where number 0 of the whole order would be, modulo 2^64.
  std::vector<std::uint64_t> zero_;
};

}  // namespace pylos::database
