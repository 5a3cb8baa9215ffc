// What a search asks about a position: is its value at least so much?
//
// Leaves with distances are answered as they are. Leaves of which only win, loss or draw is known
// have no place on the scale of score.hpp, so another game is searched with them: it ends where a
// leaf is reached. A won leaf is then won, and a lost one lost, as fast as its reserves allow at
// all (facts.hpp), and a drawn one is taken to be won for one of the sides. Each answer is about
// this game, does not depend on the moves that led to a position either, and says about the true
// one:
//
// - Won with draws for the opponent: a win. Won with draws for the mover: a win or a draw. And so
//   for losses. Won with draws for the mover and lost with draws for the opponent: a draw.
// - The facts hold: each is proved from the same fact about the next turn, and holds at the leaves.
// - A win or loss in n plies takes at most n in this game: where none within n plies is found here,
//   there is none in the true game either. Endless play is neither, whoever draws are for: what is
//   proved is always forced.
#pragma once

#include <cstdint>

#include "solver/search/score.hpp"

namespace pylos::search {

/// Who is taken to win where play ends in a drawn leaf; `nobody` if leaves have distances.
enum class DrawsFor : std::uint8_t { nobody, mover, opponent };

/// The same, seen from the other side.
constexpr DrawsFor turned(DrawsFor draws) {
  switch (draws) {
    case DrawsFor::mover:
      return DrawsFor::opponent;
    case DrawsFor::opponent:
      return DrawsFor::mover;
    case DrawsFor::nobody:
      break;
  }
  return DrawsFor::nobody;
}

/// Whether the value of a position is at least `wanted`, which is not kLostNow.
struct Question {
  Score wanted;
  DrawsFor draws = DrawsFor::nobody;

  /// Plies within which a win would say yes, or a loss no: how deep to look.
  constexpr int plies() const {
    return wanted.is_win() ? wanted.plies() : just_below(wanted).plies();
  }
  /// What to ask about a successor: yes there means that the move there misses `wanted`.
  constexpr Question of_successor() const { return {successor_must_reach(wanted), turned(draws)}; }
};

}  // namespace pylos::search
