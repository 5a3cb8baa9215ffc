// The positions of a database with one number of spheres on the board, decoded into memory.
//
// A probe is then one look-up in an array, a byte an entry, in place of a segment to decode: for
// whoever asks millions of times, such as a search that ends where a slice begins. What it takes is
// known beforehand. It keeps no reference to the database's cache and is safe from many threads.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/position.hpp"
#include "engine/value.hpp"
#include "solver/reader/database.hpp"

namespace pylos::database {

class DecodedTier {
 public:
  /// Decodes the positions with `spheres` on the board, which must be in the database, on so many
  /// threads (0 for as many as the machine has); `database` must outlive this. After each segment
  /// `decoded` gets the number of its entries, on any of the threads, and may throw to end the
  /// work; it may be empty. Throws BadFile for a damaged block, InputError for a
  /// thread count that does not exist, std::bad_alloc.
  DecodedTier(const Database& database, int spheres, int threads,
               const std::function<void(std::uint64_t entries)>& decoded = {});

  /// Bytes that the entries of such a tier take.
  static std::uint64_t bytes(const Database& database, int spheres);

  int spheres() const { return entries_.spheres(); }

  /// Where which entry is, and the entries.
  const TierEntries& entries() const { return entries_; }
  std::span<const Symbol> symbols() const { return symbols_; }

  /// The value of a position of the domain with so many spheres (anything else stops the program).
  /// Throws BadFile for an entry without a value.
  Value value(Position p) const;

 private:
  const Database& database_;
  TierEntries entries_;
  std::vector<Symbol> symbols_;
};

}  // namespace pylos::database
