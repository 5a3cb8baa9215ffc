#include "solver/analysis/move_counter.hpp"

#include "engine/board.hpp"
#include "engine/game.hpp"

namespace pylos::analysis {

using table::Action;
using table::after;
using table::any;
using table::append_formations;
using table::formed;
using table::formation_mask;
using table::FormationMask;
using table::Bundle;
using table::Shape;
using table::ShapeId;
using table::ShapeTable;

MoveCounter::MoveCounter(const ShapeTable& table, const table::ShapeMoves& moves, RuleSet rules,
                         const OutcomeReader& reader, ShapeId id)
    : reader_(reader), spheres_(table[id].spheres), may_decline_(rules.recover_min == 0) {
  const Shape& shape = table[id];
  for (const table::Action& a : moves.actions(id)) {
    Action& action = actions_.emplace_back();
    action.is_raise = a.is_raise();
    action.mover = formation_mask(shape, a.lifted());
    const CellSet filled = after(shape, a);
    // The sphere on `to` is the mover's in any case.
    const auto own = [&](CellSet cells) { return formation_mask(shape, cells - a.to); };
    append_formations(table, rules.recovers_on, shape, filled, a.to, action.formations);
    if (action.formations.empty()) continue;
    with_base(table.base(), [&]<int B>() {
      const CellSet free = Board<B>::free_spheres(filled);
      for (const Cell first : free) {
        action.free.push_back(own(first));
        for (const Cell second : Board<B>::free_spheres(filled - first) - free) {
          action.covered.push_back(own(CellSet(first) | second));
        }
      }
    });
  }
}

MoveCount MoveCounter::moves(std::uint32_t bundle) const {
  MoveCount moves;
  for (const Action& action : actions_) {
    const Bundle legal = (action.is_raise ? reader_.may_raise(spheres_, bundle) & action.mover.of(bundle)
                                        : reader_.may_place(spheres_, bundle));
    if (!any(legal)) continue;
    const Bundle complete = formed(action.formations, bundle) & legal;
    moves.add(may_decline_ ? legal : legal & ~complete);
    if (any(complete)) add_recoveries(action, bundle, complete, moves);
  }
  return moves;
}

void MoveCounter::add_recoveries(const Action& action, std::uint32_t bundle, Bundle formed,
                                 MoveCount& moves) const {
  BundleCounter<4> before;  // own free spheres met so far: the pairs that the next one makes
  for (const FormationMask& sphere : action.free) {
    const Bundle own = sphere.of(bundle) & formed;
    moves.add_and_one(before, own);
    before.add(own);
  }
  for (const FormationMask& pair : action.covered) moves.add(pair.of(bundle) & formed);
}

}  // namespace pylos::analysis
