// Move generation: places, raises, and every set of recovered spheres once (RULES.md, clauses 1 to
// 6).
//
// The generator is the one authority for legality: a move is legal when it is listed here, and a
// side with no listed move has lost (clause 6). It allocates nothing: moves are handed to a
// visitor.
#pragma once

#include <cstdint>

#include "engine/board.hpp"
#include "engine/cells.hpp"
#include "engine/check.hpp"
#include "engine/position.hpp"
#include "engine/rules.hpp"

namespace pylos {

/// One whole turn: a sphere put on `to`, from the reserve or from `from`, and the spheres taken
/// back after.
struct Move {
  Cell to;
  /// The cell a raised sphere left, or `to` itself when the sphere came from the reserve.
  Cell from;
  /// None, one or two cells (clause 4).
  CellSet recovered;

  constexpr bool is_raise() const { return from != to; }
  constexpr bool operator==(const Move&) const = default;
};

/// The position after `move`, seen from the side then to move. `move` must be legal in `p`; not
/// checked.
constexpr Position apply(Position p, Move move) {
  CellSet mover = p.mover();
  if (move.is_raise()) mover -= move.from;
  mover |= move.to;
  mover -= move.recovered;
  return Position(p.opponent(), mover);
}

/// True if `mover`, which has just put a sphere on `to`, completed a formation there (clause 4).
template <int B>
constexpr bool completes_formation(RecoversOn on, CellSet mover, Cell to) {
  using Geometry = Board<B>;
  if (on == RecoversOn::nothing) return false;
  if (Geometry::squares_in(mover).intersects(Geometry::kSquaresOfCell[to.index])) return true;
  if (on == RecoversOn::square_or_line) {
    const auto& lines = Geometry::kLinesOfCell[to.index];
    return mover.contains(lines[0]) || mover.contains(lines[1]);
  }
  return false;
}

namespace detail {

// The recoveries of one or two spheres after an action, each set once: a second sphere that was
// free all along is taken in ascending order; one that the first was resting on can only come
// second.
template <int B, class Visit>
constexpr bool visit_recoveries(CellSet occupied, CellSet mover, Cell to, Cell from, Visit& visit) {
  using Geometry = Board<B>;
  const CellSet own_free = Geometry::free_spheres(occupied) & mover;
  CellSet later = own_free;
  for (const Cell first : own_free) {
    later -= first;
    if (!visit(Move{to, from, first})) return false;
    CellSet seconds = later;
    const CellSet below = Geometry::supports_of(first) & mover;
    if (!below.empty()) seconds |= below & Geometry::free_spheres(occupied - first);
    for (const Cell second : seconds) {
      if (!visit(Move{to, from, CellSet(first) | second})) return false;
    }
  }
  return true;
}

template <int B, AnyRules R, class Visit>
constexpr bool visit_action(R rules, CellSet occupied, CellSet mover, Cell to, Cell from, Visit& visit) {
  const RuleSet set = rules;
  const bool formed = completes_formation<B>(set.recovers_on, mover, to);
  if (!formed || set.recover_min == 0) {  // clause 5
    if (!visit(Move{to, from, CellSet{}})) return false;
  }
  return !formed || visit_recoveries<B>(occupied, mover, to, from, visit);
}

}  // namespace detail

/// Calls `visit(Move)` for every legal move of `p`, in a fixed order; `visit` returns false to
/// stop. Returns false if it was stopped. `p` must be in the domain. A side with no legal move has
/// lost.
template <int B, AnyRules R, class Visit>
constexpr bool visit_moves(Position p, R rules, Visit&& visit) {
  using Geometry = Board<B>;
  const RuleSet set = rules;
  const CellSet occupied = p.occupied();
  const CellSet mover = p.mover();
  const CellSet playable = Geometry::playable(occupied);
  CellSet sources = Geometry::free_spheres(occupied) & mover;
  CellSet lifted;  // the sphere to be raised; none for a place (clause 2), which comes first
  CellSet targets = playable;
  if (mover_reserve<B>(p) <= 0) {
    if (set.empty_reserve == EmptyReserve::loses) return true;  // clause 6
    targets = CellSet{};
  }
  while (true) {
    for (const Cell to : targets) {
      const Cell from = lifted.empty() ? to : lifted.first();
      if (!detail::visit_action<B>(rules, (occupied - lifted) | to, (mover - lifted) | to, to, from,
                                   visit)) {
        return false;
      }
    }
    if (sources.empty()) return true;
    // Clause 3: higher cells only, their support judged with the sphere already lifted.
    const Cell next = sources.first();
    lifted = next;
    sources -= next;
    targets =
        (playable & Geometry::kHigherCells[next.index]) - Geometry::kSquaresOfCell[next.index];
  }
}

/// As visit_moves, without a way to stop.
template <int B, AnyRules R, class Visit>
constexpr void for_each_move(Position p, R rules, Visit&& visit) {
  visit_moves<B>(p, rules, [&](Move move) {
    visit(move);
    return true;
  });
}

/// True if the side to move has lost: it has no legal move (clause 6, for either option).
template <int B, AnyRules R>
constexpr bool is_lost_now(Position p, R rules) {
  // A full board with a sphere left over exists on base 2 alone, whose number of cells is odd.
  if (RuleSet(rules).empty_reserve == EmptyReserve::loses) {
    return mover_reserve<B>(p) == 0 || p.occupied() == Board<B>::kAll;
  }
  return visit_moves<B>(p, rules, [](Move) { return false; });
}

}  // namespace pylos
