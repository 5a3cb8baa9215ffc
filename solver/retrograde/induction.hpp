// Backward induction: every position valued once, from the full board back to the empty one.
//
// For games without recoveries only. There no sphere leaves the board, and a raise takes one up, so
// that no position comes back: shapes are visited by spheres, most first, and among as many spheres
// by height, highest first; then all children of a shape have their values. Each move is followed
// once, instead of once a round (rounds.hpp, whose results for the same games are equal). What is
// read of a child is its score, in some five bit planes (scores.hpp), in place of one set a round.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "engine/rules.hpp"
#include "solver/retrograde/scores.hpp"
#include "solver/table/shape_moves.hpp"
#include "solver/table/storage.hpp"

namespace pylos::retrograde {

using table::DomainMasks;
using table::BundleMap;
using table::Shape;
using table::ShapeId;
using table::ShapeTable;
using table::Word;

class BackwardInduction {
 public:
  /// Works on `storage`, whose arrays must be new, and leaves it without `undecided`. The program
  /// stops unless it is `possible` for the storage's game. Throws OutOfMemory.
  explicit BackwardInduction(table::SolutionStorage& storage);

  static bool possible(RuleSet rules) { return !rules.recovers(); }

  /// Bytes of the working arrays beside the storage's, at the most.
  static std::uint64_t working_bytes(const ShapeTable& table, int top_tier);

  /// Decides every position, calling `after_tier(spheres, positions decided)` after each number of
  /// spheres on the board, most first. Runs on the threads of the current arena. Throws Stopped.
  void run(const std::function<void(int, std::uint64_t)>& after_tier, const std::stop_token& stop);

 private:
  /// The scores of an action's child, and the maps that lead there. Without maps: a child that is
  /// not stored.
  struct Child {
    ScoreWords scores;
    std::vector<BundleMap> maps;
  };

  /// A map that has a part in a chunk, and where that part begins in the child.
  struct Way {
    const BundleMap* map;
    const ScoreWords* scores;
    std::uint32_t offset;
  };

  /// The stored shapes with so many spheres, highest first, those of one height together.
  std::vector<std::vector<ShapeId>> by_height(int spheres) const;
  /// Longest distance, in plies, that a position of the shape can have after its children's.
  int longest_after_children(ShapeId id) const;
  void decide(ShapeId id);
  template <std::size_t Planes>
  void decide_bundles(ShapeId id, const std::vector<Child>& children);
  std::vector<Child> children_of(ShapeId id) const;
  static std::vector<Way> ways_of(const std::vector<Child>& children, std::uint32_t chunk);
  template <std::size_t Planes>
  static void raise_to_children(const std::vector<Way>& ways, std::uint32_t i,
                                BundlePlanes<Planes>& best);
  /// Stores the first `used` planes of a bundle's scores.
  template <std::size_t Planes>
  void store_scores(const Shape& shape, std::uint32_t bundle, const BundlePlanes<Planes>& score,
                    std::size_t used);
  template <std::size_t Planes>
  BundlePlanes<Planes> unstored_scores(const DomainMasks& masks, std::uint32_t bundle) const;
  Word* score_words(const Shape& shape, std::size_t plane) const;
  std::uint64_t count_tier(int spheres);

  table::SolutionStorage& storage_;
  const ShapeTable& table_;
  const table::ShapeMoves moves_;
  std::stop_token stop_;
  /// The scores of two tiers, by parity: children have as many spheres or one more. One plane of
  /// the whole tier after the other, so that few planes take little memory.
  std::array<Memory, 2> scores_;
  /// By shape: how many colourings have each distance, and the longest.
  std::vector<std::vector<std::uint64_t>> colourings_;
  std::vector<int> longest_;
};

}  // namespace pylos::retrograde
