// Writes a solution to a database file.
//
// The file is written under a temporary name in the same folder, synced, and renamed when it is
// whole; the final name never holds half a file, nor does it replace one. The bytes depend on the
// solution, the metric and the producer's name alone, not on threads.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "engine/game.hpp"
#include "solver/reader/segment_coder.hpp"
#include "solver/table/solution.hpp"

namespace pylos::database {

struct WriteOptions {
  std::string path;
  Metric metric = Metric::distance;
  /// The program that wrote the file, for people; at most 63 characters.
  std::string producer = "pylos";
  /// Worker threads, 1 to kMaxThreads; 0 for as many as the machine has.
  int threads = 0;
  /// Segments written and to be written, on one thread at a time; may be empty.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
  std::stop_token stop;
};

struct WriteReport {
  std::uint64_t file_bytes = 0;
  std::uint64_t entries = 0;
};

/// Finds out, before any work, whether a file can be written there. Throws DiskError when the name
/// is taken, the folder is not there or cannot be written, or the disk has no room for the game's
/// file.
void check_writable(const std::string& path, Game game, Metric metric);

/// Writes the file. Throws DiskError as check_writable, and when the disk fills up; Stopped.
/// Nothing is left of a file that could not be finished.
WriteReport write_database(const Solution& solution, const WriteOptions& options);

}  // namespace pylos::database
