// A database of the last part of the game: the blocks of another file from some number of spheres
// up.
#pragma once

#include <string>

#include "solver/reader/database.hpp"
#include "solver/database/writer.hpp"

namespace pylos::database {

/// Writes the part of `database` with `least_spheres` spheres or more on the board to a new file.
/// Its blocks are the same bytes; positions with fewer spheres are `unknown` there. Throws
/// InputError if the database does not reach down so far or no board has so many spheres,
/// DiskError, BadFile.
WriteReport write_slice(const Database& database, int least_spheres, const std::string& path,
                        const std::string& producer);

}  // namespace pylos::database
