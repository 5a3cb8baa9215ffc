// Which positions have a winning move, and which have several: all lines of a solution, from the
// fullest board down.
//
// A move wins when the position after it is lost for the side then to move. Moves are told apart as
// the generator does, so two moves to one position are two: every recovery set is followed alone,
//   once[T], twice[T] = at least one, at least two recovery sets of T lead to a lost position,
// and then actions are added up in the same two bits. These sets live for two levels.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "solver/analysis/outcome_lines.hpp"
#include "solver/retrograde/line_map.hpp"
#include "solver/retrograde/memory.hpp"
#include "solver/retrograde/storage.hpp"

namespace pylos::analysis {

/// For each line of a chunk, the positions with at least one and at least two winning moves.
struct WinningLines {
  std::array<retrograde::Line, retrograde::kChunkLines> once;
  std::array<retrograde::Line, retrograde::kChunkLines> twice;
};

class WinningMoves {
 public:
  /// `solution` must outlive this.
  explicit WinningMoves(const SolutionStorage& solution);

  /// Bytes of the arrays for a base side.
  static std::uint64_t memory(const retrograde::ShapeTable& table);

  /// Gets a chunk of a shape: `lines` lines from number `first` on.
  using ChunkVisit =
      std::function<void(std::uint32_t first, std::uint32_t lines, const WinningLines& winning)>;
  /// Gets a shape, and says who gets its chunks.
  using ShapeVisit = std::function<ChunkVisit(retrograde::ShapeId shape)>;
  /// Visits every chunk once, level by level from the fullest board down, from several threads at
  /// once; calls `after_level(spheres)` from one. Runs on the threads of the current arena. Throws
  /// Stopped.
  void run(const ShapeVisit& visit, const std::function<void(int)>& after_level,
           const std::stop_token& stop);

  const OutcomeReader& outcomes() const { return outcomes_; }

  /// During run(): the positions that would be lost for the other side if the turn were its own.
  retrograde::Line lost_when_turned(retrograde::ShapeId shape, std::uint32_t line) const {
    return retrograde::load_line(lost_words(shape) + line * retrograde::kLanes);
  }

 private:
  struct Step;
  struct Plan;

  void find_lost();
  void find_recoveries(retrograde::ShapeId id);
  void visit_shape(retrograde::ShapeId id, const ChunkVisit& visit) const;
  Plan recovery_plan(const retrograde::Shape& shape) const;
  Plan action_plan(const retrograde::Shape& shape) const;
  retrograde::Word* words(const retrograde::Memory& level, retrograde::ShapeId id) const {
    return level.as<retrograde::Word>() + table_[id].first_word;
  }
  const retrograde::Word* lost_words(retrograde::ShapeId id) const {
    return words(lost_[static_cast<std::size_t>(table_[id].spheres)], id);
  }

  const SolutionStorage& solution_;
  const retrograde::ShapeTable& table_;
  const RuleSet rules_;
  OutcomeReader outcomes_;
  /// Lost positions, by level; the index bits are the opponent's spheres (the side that has just
  /// moved).
  std::vector<retrograde::Memory> lost_;
  // Two levels, by parity; the index bits are the spheres of the side that is about to recover.
  std::array<retrograde::Memory, 2> once_;
  std::array<retrograde::Memory, 2> twice_;
};

}  // namespace pylos::analysis
