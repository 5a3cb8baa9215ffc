// A solved game whose stored values a test may change, to see that the change is noticed.
#pragma once

#include <memory>
#include <utility>

#include "solver/retrograde/solve_storage.hpp"
#include "solver/table/solution.hpp"
#include "solver/table/storage.hpp"

namespace pylos::twin {

/// The storage belongs to the solution.
struct SpoiltGame {
  explicit SpoiltGame(Game game) : SpoiltGame(retrograde::solve_storage(options(game))) {}

  table::SolutionStorage& storage;
  Solution solution;

 private:
  explicit SpoiltGame(std::unique_ptr<table::SolutionStorage> made)
      : storage(*made), solution(std::move(made)) {}

  static SolveOptions options(Game game) {
    SolveOptions options;
    options.game = game;
    options.threads = 2;
    return options;
  }
};

}  // namespace pylos::twin
