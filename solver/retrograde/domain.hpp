// Which colourings of a shape belong to the domain, line by line.
//
// A colouring belongs to the domain when neither side has more spheres on the board than it owns. Within a
// line only the number of colour bits matters, so one mask for each number of set bits in the line's number
// serves all shapes with as many spheres.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solver/retrograde/line.hpp"
#include "solver/retrograde/shapes.hpp"

namespace pylos::retrograde {

/// The line of the same colourings when the index is made of the other side's spheres, and its number.
Line opposite_of_few(int spheres, Line x);
inline Line opposite(int spheres, Line x) {
  return spheres >= kLineSlots ? reversed(x) : opposite_of_few(spheres, x);
}
constexpr std::uint32_t opposite_line(int spheres, std::uint32_t line) {
  return line_count(spheres) - 1 - line;
}

/// Masks over the colourings of shapes with `spheres` spheres, by how many bits the line's number has.
class DomainMasks {
 public:
  /// `most` spheres a side at the most (the side whose bit is 1, and the other).
  DomainMasks(int spheres, int most);

  int spheres() const { return spheres_; }
  /// Colourings with both sides within their spheres.
  Line valid(std::uint32_t line) const { return valid_[popcount(line)]; }
  /// Of these, the colourings with exactly `ones` bits set, 0 to 30.
  Line with_ones(std::uint32_t line, int ones) const {
    const int within = ones - static_cast<int>(popcount(line));
    return within < 0 || within > kLineSlots ? Line{} : valid(line) & lines_with_ones()[within];
  }
  /// Number of valid colourings of the line.
  int valid_count(std::uint32_t line) const { return counts_[popcount(line)]; }
  /// Number of valid colourings of a shape.
  std::uint64_t colourings() const;

 private:
  static std::size_t popcount(std::uint32_t line) {
    return static_cast<std::size_t>(__builtin_popcount(line));
  }
  /// By number of ones: the colourings of a line whose number within it has so many.
  static const Line* lines_with_ones();

  int spheres_;
  std::vector<Line> valid_;
  std::vector<int> counts_;
};

/// The domain of a board, by level from 0 to the number of cells.
std::vector<DomainMasks> domain_masks(const ShapeTable& table);

/// Positions of the domain with so many spheres, all images counted.
std::uint64_t domain_positions(const ShapeTable& table, const DomainMasks& masks);

/// Where an empty reserve loses (clause 6): the colourings, indexed by the mover's spheres, whose value follows
/// from the count of spheres. Loss in 0 without a reserve, and on a full board (base 2, where a sphere is left);
/// win in 1 against an empty reserve, by any place.
class EndedMasks {
 public:
  /// For shapes with `spheres` of the board's `cells`; `most` spheres a side.
  EndedMasks(int spheres, int cells, int most);

  Line lost(std::uint32_t line) const { return lost_[static_cast<std::size_t>(__builtin_popcount(line))]; }
  Line won(std::uint32_t line) const { return won_[static_cast<std::size_t>(__builtin_popcount(line))]; }

 private:
  std::vector<Line> lost_;
  std::vector<Line> won_;
};

}  // namespace pylos::retrograde
