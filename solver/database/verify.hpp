// Checks the values of a database by plain move generation: each against those of its successors.
//
// With distances, agreement everywhere proves the whole file right (distances strictly fall).
// Without them it shows that no value contradicts its successors, which is less: a ring of false
// draws could stand. In a slice the successors with too few spheres are unknown; what remains is
// checked. The pass is that of solver/verify.cpp over the file in memory (load.hpp).
#pragma once

#include <cstdint>
#include <functional>

#include "solver/reader/database.hpp"
#include "solver/verify/verify.hpp"

namespace pylos::database {

/// Checks every canonical position in the file, or, if `options.samples` is not 0, so many
/// positions drawn at random. A full pass loads the file first, and so does a large sample if there
/// is room. `loading` gets entries read and to be read, and may be empty. Throws BadFile,
/// OutOfMemory before the work, Stopped, InputError for a thread count that does not exist.
VerifyReport verify(
    const Database& database, const VerifyOptions& options,
    const std::function<void(std::uint64_t done, std::uint64_t total)>& loading = {});

}  // namespace pylos::database
