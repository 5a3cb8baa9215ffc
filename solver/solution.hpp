// The strong solution of one game: the exact value of every position of the domain (RULES.md, "Values").
//
// Immutable once made, safe to read from many threads. One entry a canonical shape and colouring; a position
// is looked up through the symmetry that takes its shape to the canonical one. What it does not do: move
// generation, files.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/board.hpp"
#include "engine/game.hpp"
#include "engine/position.hpp"
#include "engine/value.hpp"

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

class SolutionStorage;  // solver/retrograde/

class Solution {
 public:
  explicit Solution(std::unique_ptr<SolutionStorage> storage);
  Solution(Solution&&) noexcept;
  Solution& operator=(Solution&&) noexcept;
  ~Solution();

  Game game() const;
  const Statistics& statistics() const;

  /// The exact value of a position of the domain; stops the program for any other.
  Value value(Position p) const;

  /// A 64-bit checksum (xxHash) of all values in a fixed order: equal for equal solutions, whatever made
  /// them. On so many threads, 1 to kMaxThreads; 0 for as many as the machine has; throws
  /// InputError for any other number.
  std::uint64_t checksum(int threads = 0) const;

  const SolutionStorage& storage() const { return *storage_; }
  /// For tests that plant an error, and for nothing else.
  SolutionStorage& storage() { return *storage_; }

 private:
  std::unique_ptr<SolutionStorage> storage_;
};

}  // namespace pylos
