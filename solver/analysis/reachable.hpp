// Which positions of the domain can arise from the empty board, and after how few plies: exact.
//
// Breadth first by ply, 512 colourings at a time, with the solver's shapes and maps of index bits.
// A ply asks of every position not met before: is there a position met first one ply ago that has a
// move into it? So moves are followed backwards, and recoveries are factored as in
// solver/retrograde/rounds.hpp:
//   completed[T] = positions after an action that completed a formation, before the recovery;
//   one_less[U]  = for some playable cell r of U, completed[U + r] with the mover's sphere on r;
//   reached[U]   = some action leads to U without recovery, or one_less[U], or one_less[U + r].
// A position is (mover's spheres, opponent's); its distance is the least number of plies of any
// game that leads to it with either side to move. What it does not do: values. Its slow twin is the
// breadth-first search over the naive reference in the tests.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include "engine/game.hpp"
#include "engine/position.hpp"
#include "solver/table/domain.hpp"
#include "solver/table/bundle.hpp"
#include "solver/work/memory.hpp"
#include "solver/numbering/shapes.hpp"

namespace pylos::analysis {

struct ReachableProgress {
  /// The distance, in plies, that is being found.
  int plies = 0;
  /// Positions found so far, and positions of the domain, all images counted.
  std::uint64_t reached = 0;
  std::uint64_t domain = 0;
};

struct ReachableOptions {
  Game game;
  /// Worker threads, 1 to kMaxThreads; 0 for as many as the machine has.
  int threads = 0;
  /// Most memory that may be asked for, in bytes; 0 for what the machine has free.
  std::uint64_t memory_limit = 0;
  /// Called from one thread, once a ply and tier.
  std::function<void(const ReachableProgress&)> progress;
  /// Called with the positions of a bundle that are met first after `plies`, from several threads at
  /// once; the index bits are the mover's spheres. May be empty.
  std::function<void(int plies, table::ShapeId shape, std::uint32_t bundle,
                     const table::Bundle& positions)>
      found;
  /// Called after each ply from 0 on, but for the last, which finds nothing; false ends the search
  /// there, and the result holds what was found so far. May be empty.
  std::function<bool(int plies)> go_on;
  std::stop_token stop;
};

class ReachableSearch;

/// The set of reachable positions. Immutable once made, safe to read from many threads.
class Reachable {
 public:
  Game game() const { return game_; }
  const table::ShapeTable& table() const { return *table_; }
  /// By tier.
  const std::vector<table::DomainMasks>& masks() const { return masks_; }

  /// True if the position, one of the domain, can arise. Stops the program for any other.
  bool contains(Position p) const;
  /// The reachable colourings of a bundle; the index bits are the mover's spheres. Any tier.
  table::Bundle bundle(table::ShapeId shape, std::uint32_t bundle) const;

  /// Positions by their number of spheres (0 to the number of cells) and distance in plies (0 to
  /// longest()), all images counted.
  const std::vector<std::vector<std::uint64_t>>& by_spheres_and_plies() const { return counts_; }
  std::uint64_t positions() const;
  /// Positions of the domain with so many spheres, reachable or not, all images counted.
  std::uint64_t domain(int spheres) const;
  /// The greatest distance of any position, in plies.
  int longest() const { return static_cast<int>(witnesses_.size()) - 1; }
  /// Some position at each distance, 0 to longest().
  const std::vector<Position>& witnesses() const { return witnesses_; }

 private:
  friend class ReachableSearch;
  explicit Reachable(Game game);

  Game game_;
  std::unique_ptr<table::ShapeTable> table_;
  std::vector<table::DomainMasks> masks_;
  /// One bit a colouring, by tier; the index bits are the opponent's spheres (the side that has
  /// just moved).
  std::vector<Memory> reached_;
  std::vector<std::vector<std::uint64_t>> counts_;
  std::vector<Position> witnesses_;
};

/// Most memory, in bytes, that find_reachable() takes, and that its result keeps.
std::uint64_t reachable_memory(int base);
std::uint64_t reachable_memory_kept(int base);

/// Finds the reachable positions of a game. Throws InputError for a base side that does not exist,
/// OutOfMemory before any work when memory will not do, Stopped when `options.stop` was requested.
/// The result does not depend on the number of threads.
Reachable find_reachable(const ReachableOptions& options);

}  // namespace pylos::analysis
