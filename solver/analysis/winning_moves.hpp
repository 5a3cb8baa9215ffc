// Which positions have a winning move, and which have several: all bundles of a solution, from the
// fullest board down.
//
// A move wins when the position after it is lost for the side then to move. Moves are told apart as
// the generator does, so two moves to one position are two: every recovery set is followed alone,
//   once[T], twice[T] = at least one, at least two recovery sets of T lead to a lost position,
// and then actions are added up in the same two bits. These sets live for two tiers.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "solver/analysis/outcome_bundles.hpp"
#include "solver/table/plan.hpp"
#include "solver/table/shape_moves.hpp"
#include "solver/work/memory.hpp"
#include "solver/table/storage.hpp"

namespace pylos::analysis {

/// For each bundle of a chunk, the positions with at least one and at least two winning moves.
struct WinningBundles {
  std::array<table::Bundle, table::kChunkLines> once;
  std::array<table::Bundle, table::kChunkLines> twice;
};

class WinningMoves {
 public:
  /// `solution` must outlive this.
  explicit WinningMoves(const table::SolutionStorage& solution);

  /// Bytes of the arrays for a base side.
  static std::uint64_t memory(const table::ShapeTable& table);

  /// Gets a chunk of a shape: `bundles` bundles from number `first` on.
  using ChunkVisit =
      std::function<void(std::uint32_t first, std::uint32_t bundles, const WinningBundles& winning)>;
  /// Gets a shape, and says who gets its chunks.
  using ShapeVisit = std::function<ChunkVisit(table::ShapeId shape)>;
  /// Visits every chunk once, tier by tier from the fullest board down, from several threads at
  /// once; calls `after_tier(spheres)` from one. Runs on the threads of the current arena. Throws
  /// Stopped.
  void run(const ShapeVisit& visit, const std::function<void(int)>& after_tier,
           const std::stop_token& stop);

  const OutcomeReader& outcomes() const { return outcomes_; }
  const table::ShapeMoves& shape_moves() const { return moves_; }

  /// During run(): the positions that would be lost for the other side if the turn were its own.
  table::Bundle lost_when_turned(table::ShapeId shape, std::uint32_t bundle) const {
    return table::load_bundle(lost_words(shape) + bundle * table::kLanes);
  }

 private:
  struct Step;
  using Plan = table::Plan<Step>;

  void find_lost();
  void find_recoveries(table::ShapeId id);
  void visit_shape(table::ShapeId id, const ChunkVisit& visit) const;
  Plan recovery_plan(const table::Shape& shape) const;
  Plan action_plan(table::ShapeId id) const;
  table::Word* words(const Memory& tier, table::ShapeId id) const {
    return tier.as<table::Word>() + table_[id].first_word;
  }
  const table::Word* lost_words(table::ShapeId id) const {
    return words(lost_[static_cast<std::size_t>(table_[id].spheres)], id);
  }

  const table::SolutionStorage& solution_;
  const table::ShapeTable& table_;
  const table::ShapeMoves moves_;
  const RuleSet rules_;
  OutcomeReader outcomes_;
  /// Lost positions, by tier; the index bits are the opponent's spheres (the side that has just
  /// moved).
  std::vector<Memory> lost_;
  // Two tiers, by parity; the index bits are the spheres of the side that is about to recover.
  std::array<Memory, 2> once_;
  std::array<Memory, 2> twice_;
};

}  // namespace pylos::analysis
