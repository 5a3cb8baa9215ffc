// How often moves of a kind answered the question they were searched for: a hint for the order of
// moves (the history heuristic, Schaeffer 1983).
//
// Positions are searched in canonical form, which turns them from ply to ply, so a cell says
// nothing by its number: cells that a symmetry maps to one another are one. A kind is such a set of
// cells for the sphere's new place, whether it was raised, and how many spheres were taken back.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/board.hpp"
#include "engine/cells.hpp"
#include "engine/moves.hpp"
#include "engine/symmetry.hpp"

namespace pylos::search {

template <int B>
class History {
 public:
  using Kind = std::uint8_t;

  static constexpr Kind kind(Move m) {
    const int way = 3 * (m.is_raise() ? 1 : 0) + m.recovered.size();
    return static_cast<Kind>(kWays * kFirstImage[m.to.index] + way);
  }

  /// 0, has never answered, to 64, always has; 32 if it was never searched.
  int promise(Kind kind) const { return records_[kind].promise; }

  void add(Kind kind, bool answered) {
    Record& r = records_[kind];
    r.answered += answered ? 1 : 0;
    if (++r.searched > kRemembered) {
      r.answered /= 2;
      r.searched /= 2;
    }
    r.promise = 64 * r.answered / r.searched;
  }

 private:
  static constexpr int kWays = 6;
  static constexpr int kRemembered = 1000;
  static constexpr std::array<int, Board<B>::kCells> kFirstImage = [] {
    std::array<int, Board<B>::kCells> result{};
    for (int c = 0; c < Board<B>::kCells; ++c) {
      int first = c;
      for (const Symmetry g : kAllSymmetries) {
        first = std::min(first, static_cast<int>(image<B>(g, Cell(c)).index));
      }
      result[static_cast<std::size_t>(c)] = first;
    }
    return result;
  }();

  struct Record {
    int answered = 1;
    int searched = 2;
    int promise = 32;
  };
  std::array<Record, static_cast<std::size_t>(kWays* Board<B>::kCells)> records_{};
};

}  // namespace pylos::search
