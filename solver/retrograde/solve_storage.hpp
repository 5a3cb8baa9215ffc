// Solving a game into a storage that may still be changed: what solve() makes a solution of.
#pragma once

#include <memory>

#include "solver/retrograde/solve.hpp"
#include "solver/table/storage.hpp"

namespace pylos::retrograde {

/// The values of the game, as solve() (solver/retrograde/solve.hpp) makes them; throws what it throws.
std::unique_ptr<table::SolutionStorage> solve_storage(const SolveOptions& options);

}  // namespace pylos::retrograde
