// Between the types of pylos/pylos.hpp and those of engine/, and from the errors inside to those of
// the header.
#pragma once

#include <utility>

#include "engine/errors.hpp"
#include "engine/game.hpp"
#include "engine/moves.hpp"
#include "engine/position.hpp"
#include "engine/text.hpp"
#include "engine/value.hpp"
#include "solver/api/pylos/pylos.hpp"
#include "solver/work/errors.hpp"

namespace pylos::v1 {

/// The one door to a Position's members.
struct Access {
  static Position make(const ColouredPosition& p, int base);
  static ColouredPosition coloured(const Position& p);
};

pylos::Game engine_game(const Game& game);
Game shown_game(pylos::Game game);
pylos::Move engine_move(const Move& move);
Move shown_move(const pylos::Move& move);
Value shown_value(const pylos::Value& value);
pylos::Value engine_value(const Value& value);

/// Throws InputError unless the position is on a board of the game's base side.
void require_base(const Game& game, const Position& position);

/// The value of a position as the side sees it that has just moved there: who loses, wins.
Outcome result_of(Outcome after);

/// Calls f() and turns errors of the inner rooms into those of the header.
template <class F>
auto translated(F&& f) {
  try {
    return std::forward<F>(f)();
  } catch (const pylos::InputError& e) {
    throw InputError(e.faults());
  } catch (const BadFile& e) {
    throw FileError(e.what());
  } catch (const DiskError& e) {
    throw FileError(e.what());
  } catch (const OutOfMemory& e) {
    throw MemoryError(e.what());
  } catch (const Stopped& e) {
    throw StoppedError(e.what());
  } catch (const std::bad_alloc&) {
    throw MemoryError("the machine has no more memory");
  }
}

}  // namespace pylos::v1
