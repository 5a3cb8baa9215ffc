// Bounds that a position shows without a search.
//
// The argument of all of them (RULES.md, clauses 2 to 6): a side to move with an empty reserve has
// lost, or may at most raise; a turn takes at most one sphere from a reserve; a raise takes none,
// and a recovery gives spheres back. So a side with r spheres in reserve is not lost before it has
// had r turns, 2r plies, and every raise and every sphere taken back costs the winner two plies
// more.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/board.hpp"
#include "engine/position.hpp"
#include "engine/rules.hpp"
#include "solver/search/score.hpp"

namespace pylos::search {

namespace detail {

/// For each cell, the cells of strictly lower levels that it does not rest on: where a sphere that
/// is raised to it may come from, if free (clause 3).
template <int B>
inline constexpr std::array<CellSet, Board<B>::kTable> kRaisedFrom = [] {
  std::array<CellSet, Board<B>::kTable> result{};
  for (int c = 0; c < Board<B>::kCells; ++c) {
    CellSet& lower = result[static_cast<std::size_t>(c)];
    for (int level = 1; level < Board<B>::place(Cell(c)).level; ++level) {
      lower |= Board<B>::level_cells(level);
    }
    lower -= Board<B>::supports_of(Cell(c));
  }
  return result;
}();

/// The positions i at which, of the bits i + Shift..., all are in `own` or `open` and exactly one
/// is in `open`; the two sets are disjoint.
template <int... Shift>
constexpr std::uint32_t one_open(std::uint32_t own, std::uint32_t open) {
  std::uint32_t none = ~std::uint32_t{0};
  std::uint32_t one = 0;
  ((one = (one & (own >> Shift)) | (none & (open >> Shift)), none &= own >> Shift), ...);
  return one;
}

/// The bit of every cell of a level of side `n`, counted from the level's first cell, that is the
/// first of `rows` rows and `columns` columns lying wholly on the level.
constexpr std::uint32_t corners(int n, int rows, int columns) {
  std::uint32_t result = 0;
  for (int row = 0; row + rows <= n; ++row) {
    for (int column = 0; column + columns <= n; ++column)
      result |= std::uint32_t{1} << (row * n + column);
  }
  return result;
}

template <int B, int Level>
constexpr bool level_completes(RecoversOn on, std::uint32_t own, std::uint32_t open) {
  constexpr int n = Board<B>::side(Level);
  own >>= Board<B>::first_index(Level);
  open >>= Board<B>::first_index(Level);
  std::uint32_t found = one_open<0, 1, n, n + 1>(own, open) & corners(n, 2, 2);
  if (Level <= 2 && on == RecoversOn::square_or_line) {
    if constexpr (n == 4) {
      found |= one_open<0, 1, 2, 3>(own, open) & corners(n, 1, 4);
      found |= one_open<0, 4, 8, 12>(own, open) & corners(n, 4, 1);
    } else if constexpr (n == 3) {
      found |= one_open<0, 1, 2>(own, open) & corners(n, 1, 3);
      found |= one_open<0, 3, 6>(own, open) & corners(n, 3, 1);
    }
  }
  return found != 0;
}

}  // namespace detail

/// True if a side owning `own` of the cells `occupied` can raise a sphere (clause 3).
template <int B>
constexpr bool can_raise(CellSet occupied, CellSet own) {
  const CellSet upper = Board<B>::playable(occupied) - Board<B>::level_cells(1);
  if (upper.empty()) return false;
  const CellSet free = Board<B>::free_spheres(occupied) & own;
  for (const Cell to : upper) {
    if (free.intersects(detail::kRaisedFrom<B>[to.index])) return true;
  }
  return false;
}

/// True if a side owning `own` of the cells `occupied` can complete a formation by placing (clause
/// 4).
template <int B>
constexpr bool can_complete_by_placing(RecoversOn on, CellSet occupied, CellSet own) {
  if (on == RecoversOn::nothing) return false;
  const std::uint32_t open = Board<B>::playable(occupied).bits();
  bool found = detail::level_completes<B, 1>(on, own.bits(), open);
  if constexpr (B >= 3) found = found || detail::level_completes<B, 2>(on, own.bits(), open);
  if constexpr (B >= 4) found = found || detail::level_completes<B, 3>(on, own.bits(), open);
  return found;
}

namespace detail {

/// What the reserves prove. Where the number of cells is odd (base 2) a full board can end a side
/// with one sphere in reserve.
template <int B>
inline constexpr int kLeftOver = 2 * Board<B>::kSpheresPerSide - Board<B>::kCells;

template <int B>
constexpr Score loss_after_turns(int turns) {
  return loss_in(2 * std::max(1, turns - kLeftOver<B>));
}

template <int B>
constexpr Score win_after_turns(int other_turns) {
  return win_in(2 * std::max(0, other_turns - kLeftOver<B>) + 1);
}

/// The bounds at a glance of `p`, where whether the mover can spare a sphere is looked at only if
/// `matters(low)` says so of the lower bound without that.
template <int B, AnyRules R, class Matters>
constexpr Bounds bounds_at_a_glance(Position p, R rules, Matters&& matters) {
  const bool may_raise = RuleSet(rules).empty_reserve == EmptyReserve::may_raise;
  const int reserve = mover_reserve<B>(p);
  const int other_reserve = opponent_reserve<B>(p);
  if constexpr (kLeftOver<B> > 0) {
    if (p.occupied() == Board<B>::kAll) return {kLostNow, kLostNow};
  }
  if (!may_raise) {
    if (reserve == 0) return {kLostNow, kLostNow};
    // There is a playable cell while a reserve is left, and after that the opponent has lost.
    if (other_reserve == 0) return {kBest, kBest};
  }
  Bounds bounds{loss_after_turns<B>(reserve), win_after_turns<B>(other_reserve)};
  if (reserve > 0 && !matters(bounds)) return bounds;
  const bool spares =
      can_raise<B>(p.occupied(), p.mover()) ||
      (reserve > 0 &&
       can_complete_by_placing<B>(RuleSet(rules).recovers_on, p.occupied(), p.mover()));
  if (may_raise) {
    if (reserve == 0 && !spares) return {kLostNow, kLostNow};
  }
  if (spares) bounds.low = loss_after_turns<B>(reserve + 1);
  return bounds;
}

}  // namespace detail

/// What is proved about `p`, in the domain, at a glance. Decides every position lost now and every
/// position whose question has no plies left, so a search that asks it first always ends.
template <int B, AnyRules R>
constexpr Bounds bounds_at_a_glance(Position p, R rules) {
  return detail::bounds_at_a_glance<B>(p, rules, [](Bounds) { return true; });
}

/// As bounds_at_a_glance for one who asks only whether the value is at least `wanted`: decides that
/// in the same positions, but leaves out what does not bear upon it.
template <int B, AnyRules R>
constexpr Bounds bounds_for(Position p, R rules, Score wanted) {
  return detail::bounds_at_a_glance<B>(p, rules, [wanted](Bounds b) {
    return b.low < wanted && just_above(b.low) >= wanted && b.high >= wanted;
  });
}

}  // namespace pylos::search
