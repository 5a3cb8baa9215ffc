// How many legal moves each position of a bundle has, counted as the generator lists them.
//
// Where an action completes a formation, every set of one or two own spheres that are free when
// they are taken is a move of its own (clause 4); how many there are depends on colours alone, so
// nothing is looked up.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/rules.hpp"
#include "solver/analysis/bundle_counter.hpp"
#include "solver/analysis/outcome_bundles.hpp"
#include "solver/table/formations.hpp"
#include "solver/numbering/shapes.hpp"
#include "solver/table/shape_moves.hpp"

namespace pylos::analysis {

/// Up to 4,095 moves; more stop the program.
using MoveCount = BundleCounter<12>;

class MoveCounter {
 public:
  /// For one shape; `reader` must outlive this.
  MoveCounter(const table::ShapeTable& table, const table::ShapeMoves& moves, RuleSet rules,
              const OutcomeReader& reader, table::ShapeId shape);

  /// The moves of each position; 0 where the game is over, and outside the domain.
  MoveCount moves(std::uint32_t bundle) const;

 private:
  // An action, as masks over the colourings before it.
  struct Action {
    bool is_raise = false;
    table::FormationMask mover;                    // the sphere that is raised is the mover's
    std::vector<table::FormationMask> formations;  // completed by the action
    std::vector<table::FormationMask> free;        // an own sphere that may be taken at once
    std::vector<table::FormationMask> covered;     // two that can be taken in one order only
  };

  void add_recoveries(const Action& action, std::uint32_t bundle, table::Bundle formed,
                      MoveCount& moves) const;

  const OutcomeReader& reader_;
  int spheres_;
  bool may_decline_;
  std::vector<Action> actions_;
};

}  // namespace pylos::analysis
