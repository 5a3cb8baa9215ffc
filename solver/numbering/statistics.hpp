// How many positions of a game are won, lost and drawn, and how far from the end.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/board.hpp"

namespace pylos {

/// Positions of the domain by outcome. All eight images of a position are counted (the domain of base 4 has
/// 12,507,810,089 positions).
struct Counts {
  std::uint64_t win = 0;
  std::uint64_t loss = 0;
  std::uint64_t draw = 0;

  std::uint64_t total() const { return win + loss + draw; }
  Counts& operator+=(const Counts& other) {
    win += other.win;
    loss += other.loss;
    draw += other.draw;
    return *this;
  }
  bool operator==(const Counts&) const = default;
};

/// Counts over the whole domain, made while solving.
struct Statistics {
  /// By spheres on the board, 0 to the number of cells.
  std::array<Counts, kMaxCells + 1> by_spheres{};
  /// Positions by distance in plies: even ones are losses, odd ones wins. Ends with the longest distance.
  std::vector<std::uint64_t> by_distance;

  Counts all() const {
    Counts sum;
    for (const Counts& c : by_spheres) sum += c;
    return sum;
  }
  /// The longest distance that occurs, in plies.
  int longest() const { return static_cast<int>(by_distance.size()) - 1; }
  bool operator==(const Statistics&) const = default;
};

}  // namespace pylos
