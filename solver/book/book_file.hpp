// A book as one compact file.
//
// Layout, numbers little-endian: the magic "PYLOSBK" and a NUL; the version of the layout (32
// bits); the checksum (xxHash, 64 bits) of all that follows it; the bytes of the archive when
// unpacked (64 bits); the archive, packed with zstd. The archive is Boost.Serialization's text
// archive without its own header, so that it does not depend on the machine; damaged bytes
// never reach it, the checksum is tested first.
#pragma once

#include <cstdint>
#include <string>

#include "solver/book/book.hpp"

namespace pylos::book {

/// Version of the layout, from 1.
inline constexpr std::uint32_t kBookVersion = 1;

/// Writes the file whole or not at all. Throws DiskError, also if the name is taken.
void write_book(const Book& book, const std::string& path);

/// Throws BadFile for a file that is damaged, of another kind or newer than this program.
Book read_book(const std::string& path);

}  // namespace pylos::book
