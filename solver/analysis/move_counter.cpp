#include "solver/analysis/move_counter.hpp"

#include "engine/board.hpp"
#include "engine/game.hpp"

namespace pylos::analysis {

using namespace retrograde;

MoveCounter::MoveCounter(const ShapeTable& table, RuleSet rules, const OutcomeReader& reader,
                         ShapeId id)
    : reader_(reader), spheres_(table[id].spheres), may_decline_(rules.recover_min == 0) {
  const Shape& shape = table[id];
  for (const retrograde::Action& a : shape.actions) {
    Action& action = actions_.emplace_back();
    action.is_raise = a.is_raise();
    action.mover = formation_mask(shape, action.is_raise ? CellSet(a.from) : CellSet{});
    const CellSet filled = after(shape, a);
    // The sphere on `to` is the mover's in any case.
    const auto own = [&](CellSet cells) { return formation_mask(shape, cells - a.to); };
    for_each_formation(table, rules.recovers_on, filled, a.to,
                       [&](CellSet formation) { action.formations.push_back(own(formation)); });
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

MoveCount MoveCounter::moves(std::uint32_t line) const {
  MoveCount moves;
  for (const Action& action : actions_) {
    const Line legal = (action.is_raise ? reader_.may_raise(spheres_, line) & action.mover.of(line)
                                        : reader_.may_place(spheres_, line));
    if (!any(legal)) continue;
    Line formed{};
    for (const FormationMask& f : action.formations) formed |= f.of(line);
    formed &= legal;
    moves.add(may_decline_ ? legal : legal & ~formed);
    if (any(formed)) add_recoveries(action, line, formed, moves);
  }
  return moves;
}

void MoveCounter::add_recoveries(const Action& action, std::uint32_t line, Line formed,
                                 MoveCount& moves) const {
  LineCounter<4> before;  // own free spheres met so far: the pairs that the next one makes
  for (const FormationMask& sphere : action.free) {
    const Line own = sphere.of(line) & formed;
    moves.add_and_one(before, own);
    before.add(own);
  }
  for (const FormationMask& pair : action.covered) moves.add(pair.of(line) & formed);
}

}  // namespace pylos::analysis
