// Whole database files in memory, with progress on standard error: for the commands that need all
// values.
#pragma once

#include <cstdint>

#include "solver/analysis/reachable.hpp"
#include "solver/reader/database.hpp"
#include "solver/table/solution.hpp"
#include "tools/command/command.hpp"

namespace pylos::tools {

/// Throws what database::load() throws.
Solution load_with_progress(const database::Database& database, int threads, Context& context);

struct GameInMemory {
  Solution solution;
  analysis::Reachable reachable;
};

/// A solution and what can arise in its game, for work that takes `further_bytes` more. Throws
/// OutOfMemory before any work if all of it needs more memory than is free, and what load() and
/// find_reachable() throw.
GameInMemory load_with_reachable(const database::Database& database, std::uint64_t further_bytes,
                                 int threads, Context& context);

}  // namespace pylos::tools
