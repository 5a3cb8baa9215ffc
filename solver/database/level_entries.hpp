// Where the entries of a level are when all of them stand in one array: shape after shape, of each
// its segments, of each its entries in their order. A place, not the entries themselves.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <vector>

#include "solver/database/bit_map.hpp"
#include "solver/database/layout.hpp"
#include "solver/database/segment_coder.hpp"
#include "solver/database/segment_order.hpp"
#include "solver/retrograde/line.hpp"

namespace pylos::database {

class LevelEntries {
 public:
  /// For the shapes with `spheres` on the board; `order` is that of their low slots. Both it and
  /// `layout` must outlive this.
  LevelEntries(const Layout& layout, int spheres, const SegmentOrder& order, Metric metric);

  int spheres() const { return spheres_; }
  /// Entries of the level, and of each of its shapes.
  std::uint64_t size() const { return a_shape_ * shapes_; }
  std::uint64_t a_shape() const { return a_shape_; }
  std::uint64_t segments() const { return zero_.size() * shapes_; }

  /// A segment by its number within the level, from 0; where its entries begin.
  SegmentShape segment(std::uint64_t number) const {
    const int ones = std::popcount(number % zero_.size());
    return {order_, layout_->low_ones(spheres_, ones), ones, metric_};
  }
  std::uint64_t begin(std::uint64_t number) const {
    return shape_begin(number / zero_.size()) + zero_[number % zero_.size()] +
           segment(number).first();
  }

  /// Where the entries of a shape begin, by its number within the level.
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

/// The entries of one shape, found by the index of the retrograde solver, line by line.
class ShapeEntries {
 public:
  /// Whose entry a colouring is looked up in: its own, or that of the least of the colourings that
  /// the shape's symmetries make the same, the only one that counts in a file.
  enum class Of { itself, least };

  ShapeEntries(const LevelEntries& level, const Layout& layout, ShapeId shape, Of of);

  /// Calls f(i, entry) for the colourings i of a line that are in `which` and so must have one; the
  /// entry's number is within the level.
  template <class F>
  void for_each(std::uint32_t line, const retrograde::Line& which, F&& f) const {
    std::uint64_t halves[retrograde::kLanes / 2];
    std::memcpy(halves, &which, sizeof halves);
    for (std::uint32_t h = 0; h < std::size(halves); ++h) {
      for (std::uint64_t rest = halves[h]; rest != 0; rest &= rest - 1) {
        const std::uint32_t i = 64 * h + static_cast<std::uint32_t>(std::countr_zero(rest));
        std::uint32_t colouring = ~std::uint32_t{0};
        for (const BitMap& map : maps_) {
          colouring = std::min(colouring, map.low(i) | map.high(line));
        }
        f(i, begin_ + level_.of_colouring(colouring));
      }
    }
  }

 private:
  const LevelEntries& level_;
  std::uint64_t begin_;
  std::vector<BitMap> maps_;
};

}  // namespace pylos::database
