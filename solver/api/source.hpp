// What answers behind a Solved (pylos/pylos.hpp): a database file or a solution in memory.
#pragma once

#include <cstdint>
#include <string>

#include "engine/game.hpp"
#include "engine/position.hpp"
#include "engine/value.hpp"
#include "solver/api/pylos/pylos.hpp"
#include "solver/numbering/statistics.hpp"

namespace pylos::v1 {

/// Immutable once made and safe to ask from many threads.
struct Solved::Source {
  Source(pylos::Game asked_game, Game shown_game)
      : engine_game(asked_game), game(std::move(shown_game)) {}
  virtual ~Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  /// The value of a position of the domain; `unknown` where the source does not hold it. Throws the
  /// errors of solver/work/errors.hpp.
  virtual pylos::Value value(pylos::Position p) const = 0;

  pylos::Game engine_game;
  Game game;
  bool has_distances = true;
  int least_spheres = 0;
  std::string checksum;
  std::string path;
  std::uint64_t bytes = 0;
  Statistics statistics;
};

}  // namespace pylos::v1
