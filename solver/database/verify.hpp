// Checks the values of a database by plain move generation: each against those of its successors.
//
// With distances, agreement everywhere proves the whole file right (distances strictly fall).
// Without them it shows that no value contradicts its successors, which is less: a ring of false
// draws could stand. In a slice the successors with too few spheres are unknown; what remains is
// checked. All it shares with the retrograde solver is the list of shapes.
#pragma once

#include <cstdint>

#include "solver/database/database.hpp"
#include "solver/solve.hpp"

namespace pylos::database {

/// Bytes that a full verification takes: one an entry.
std::uint64_t verify_memory(const Database& database);

/// Checks every entry, or, if `options.samples` is not 0, so many positions drawn at random. A full
/// pass reads the file into memory first. Positions without an entry follow from the rules and are
/// not checked. Throws BadFile, OutOfMemory before the work, Stopped, InputError for a thread count
/// that does not exist.
VerifyReport verify(const Database& database, const VerifyOptions& options);

}  // namespace pylos::database
