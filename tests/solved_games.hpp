// Small games solved, and what can arise in them, for tests of what is made of both.
#pragma once

#include "engine/game.hpp"
#include "solver/analysis/reachable.hpp"
#include "solver/retrograde/solve.hpp"

namespace pylos::twin {

inline Solution solved(Game game) {
  SolveOptions options;
  options.game = game;
  options.threads = 2;
  return solve(options);
}

inline analysis::Reachable reached(Game game) {
  analysis::ReachableOptions options;
  options.game = game;
  options.threads = 2;
  return find_reachable(options);
}

}  // namespace pylos::twin
