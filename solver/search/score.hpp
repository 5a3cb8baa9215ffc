// A position's value, and what is proved about it, on one scale of 127 places.
//
// From the worst for the mover to the best: loss in 0, loss in 2, ... loss in 122, loss in 124 or
// more, neither, win in 125 or more, win in 123, ... win in 3, win in 1. "The mover wins within d
// plies" and "the mover loses within d plies" are then both questions of the form "is the value at
// least s?", and what is proved about a position is an interval of the scale. Such an answer does
// not depend on the moves that led to the position, so intervals may be kept in a table although
// the game has cycles (infinite play is a draw, RULES.md clause 8). That a value is at least, or at
// most, neither can come from drawn leaves only: what is nearest to it at either side is not passed
// by going back a ply.
#pragma once

#include <compare>
#include <cstdint>

#include "engine/check.hpp"

namespace pylos::search {

/// Largest distance in plies that a question may ask for.
inline constexpr int kMaxPlies = 122;

/// A place on the scale, 0 (loss in 0) to 126 (win in 1); 63 is neither.
struct Score {
  std::uint8_t place = 63;

  constexpr auto operator<=>(const Score&) const = default;
  constexpr bool is_loss() const { return place < 63; }
  constexpr bool is_win() const { return place > 63; }
  /// Distance in plies of a win (odd) or a loss (even), the least for a place that has several; the
  /// score must be one.
  constexpr int plies() const { return is_win() ? 2 * (126 - place) + 1 : 2 * place; }
};

inline constexpr Score kLostNow{0};
inline constexpr Score kNeither{63};
inline constexpr Score kBest{126};

/// The place of "loss in `plies`" (even, 0 or more).
constexpr Score loss_in(int plies) {
  return Score{static_cast<std::uint8_t>(plies < 124 ? plies / 2 : 62)};
}

/// The place of "win in `plies`" (odd, 1 or more).
constexpr Score win_in(int plies) {
  return Score{static_cast<std::uint8_t>(plies < 125 ? 126 - plies / 2 : 64)};
}

/// The next better place; `s` must not be kBest.
constexpr Score just_above(Score s) { return Score{static_cast<std::uint8_t>(s.place + 1)}; }
/// The next worse place; `s` must not be kLostNow.
constexpr Score just_below(Score s) { return Score{static_cast<std::uint8_t>(s.place - 1)}; }

/// What a successor of score `s` is worth to the side that moves there: one ply longer, sides
/// exchanged. Never increasing; it takes bounds to bounds (a lower bound of the successor to an
/// upper bound).
constexpr Score before_move_to(Score s) {
  if (s.is_loss()) return Score{static_cast<std::uint8_t>(126 - s.place)};
  if (s.is_win()) return Score{static_cast<std::uint8_t>(s.place > 64 ? 127 - s.place : 62)};
  return kNeither;
}

/// The least score that a successor must reach for the move there to miss `wanted` (kLostNow
/// excluded): before_move_to(s) < wanted exactly when s >= successor_must_reach(wanted).
constexpr Score successor_must_reach(Score wanted) {
  return Score{
      static_cast<std::uint8_t>(wanted.is_loss() ? 128 - wanted.place : 127 - wanted.place)};
}

/// What is proved about a position: its value lies between the two, both included.
struct Bounds {
  Score low = kLostNow;
  Score high = kBest;

  constexpr bool operator==(const Bounds&) const = default;
  constexpr bool exact() const { return low == high; }
  /// Both proved; they cannot contradict each other.
  constexpr void narrow(Bounds other) {
    if (other.low > low) low = other.low;
    if (other.high < high) high = other.high;
  }
};

static_assert(loss_in(0) == kLostNow && win_in(1) == kBest && before_move_to(kLostNow) == kBest);
static_assert(loss_in(124).plies() == 124 && win_in(123).plies() == 123);
static_assert(before_move_to(win_in(123)) == loss_in(124));
static_assert(before_move_to(win_in(125)) == loss_in(124) && loss_in(124) < kNeither);
static_assert(before_move_to(loss_in(124)) == win_in(125) && win_in(125) > kNeither);
static_assert([] {
  for (int w = 1; w <= 126; ++w) {
    const Score wanted{static_cast<std::uint8_t>(w)};
    for (int s = 0; s <= 126; ++s) {
      const Score child{static_cast<std::uint8_t>(s)};
      if ((before_move_to(child) < wanted) != (child >= successor_must_reach(wanted))) return false;
    }
  }
  return true;
}());

}  // namespace pylos::search
