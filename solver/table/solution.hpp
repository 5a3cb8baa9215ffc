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
#include "solver/numbering/statistics.hpp"

namespace pylos {

class Solution;

namespace table {
class SolutionStorage;  // solver/table/storage.hpp
const SolutionStorage& storage_of(const Solution& solution);
}  // namespace table

class Solution {
 public:
  explicit Solution(std::unique_ptr<table::SolutionStorage> storage);
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

 private:
  friend const table::SolutionStorage& table::storage_of(const Solution& solution);

  std::unique_ptr<table::SolutionStorage> storage_;
};

}  // namespace pylos
