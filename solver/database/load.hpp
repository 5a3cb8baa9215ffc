// A whole database file as a solution in memory: what `solve` found, without solving.
//
// The solution is the one that the file was written from, down to its checksum: positions that have
// no entry follow from the count of spheres, as in the solver. It takes no more trust than the
// file: values are what the entries say, counts what the file's statistics say.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>

#include "solver/reader/database.hpp"
#include "solver/table/solution.hpp"

namespace pylos::database {

struct LoadOptions {
  /// Worker threads, 1 to kMaxThreads; 0 for as many as the machine has.
  int threads = 0;
  /// Most memory that may be asked for, in bytes; 0 for what the machine has free.
  std::uint64_t memory_limit = 0;
  /// Entries read and to be read, on one thread at a time; may be empty.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
  std::stop_token stop;
};

/// Most memory, in bytes, that loading the database takes.
std::uint64_t load_memory(const Database& database);

/// Loads it. Throws InputError for a slice, a file without distances or a thread count that does
/// not exist; OutOfMemory before any work when memory will not do; BadFile for a damaged block and
/// for an entry without a value, with a longer distance than the file's statistics know, or against
/// the count of spheres where that decides; Stopped.
Solution load(const Database& database, const LoadOptions& options = {});

/// The same for any file, to be verified: tiers that a slice leaves out hold nothing, and without
/// distances a loss is recorded as 0 plies, a win as 1.
std::unique_ptr<table::SolutionStorage> load_values(const Database& database, const LoadOptions& options);

}  // namespace pylos::database
