// A solution's outcomes and the mover's rights, a line at a time, on every level.
//
// Lines are indexed by the mover's spheres. Levels that a solution does not store follow from
// counting.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solver/retrograde/line.hpp"
#include "solver/retrograde/shapes.hpp"
#include "solver/retrograde/storage.hpp"

namespace pylos::analysis {

/// Three disjoint sets of colourings; together they are the domain's part of the line.
struct OutcomeLines {
  retrograde::Line win;
  retrograde::Line loss;
  retrograde::Line draw;
};

using LineValues = SolutionStorage::LineValues;

class OutcomeReader {
 public:
  /// `solution` must outlive this.
  explicit OutcomeReader(const SolutionStorage& solution);

  LineValues values(retrograde::ShapeId shape, std::uint32_t line) const;
  /// The outcomes in a line's values.
  OutcomeLines outcomes(retrograde::ShapeId shape, std::uint32_t line,
                        const LineValues& values) const;
  OutcomeLines outcomes(retrograde::ShapeId shape, std::uint32_t line) const {
    return outcomes(shape, line, values(shape, line));
  }

  /// Positions of the domain.
  retrograde::Line valid(int spheres, std::uint32_t line) const {
    return solution_.masks[static_cast<std::size_t>(spheres)].valid(line);
  }
  /// Positions whose mover may place a sphere (clause 2), or raise one (clauses 3 and 6), if there
  /// are cells.
  retrograde::Line may_place(int spheres, std::uint32_t line) const {
    return valid(spheres, line) & ~without_reserve(spheres, line);
  }
  retrograde::Line may_raise(int spheres, std::uint32_t line) const {
    return raises_without_reserve_ ? valid(spheres, line) : may_place(spheres, line);
  }

 private:
  /// Positions whose mover has no reserve.
  retrograde::Line without_reserve(int spheres, std::uint32_t line) const {
    return solution_.masks[static_cast<std::size_t>(spheres)].with_ones(
        line, solution_.table.spheres_a_side());
  }

  const SolutionStorage& solution_;
  bool raises_without_reserve_;
};

}  // namespace pylos::analysis
