// The positions of a database with one number of spheres on the board, decoded into memory.
//
// A probe is then one look-up in an array, a byte an entry, in place of a segment to decode: for
// whoever asks millions of times, such as a search that ends where a slice begins. What it takes is
// known beforehand. It keeps no reference to the database's cache and is safe from many threads.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/position.hpp"
#include "engine/value.hpp"
#include "solver/database/database.hpp"

namespace pylos::database {

class DecodedLevel {
 public:
  /// Decodes the positions with `spheres` on the board, which must be in the database, on so many
  /// threads; `database` must outlive this. Throws BadFile for a damaged block, std::bad_alloc.
  DecodedLevel(const Database& database, int spheres, int threads);

  /// Bytes that the entries of such a level take.
  static std::uint64_t bytes(const Database& database, int spheres);

  int spheres() const { return spheres_; }

  /// The value of a position of the domain with so many spheres (anything else stops the program).
  /// Throws BadFile for an entry without a value.
  Value value(Position p) const;

 private:
  // A segment of any shape of the level, by its number within the shape.
  struct Part {
    std::uint64_t begin = 0;  // of its entries, among those of the shape
    SegmentShape shape;
  };

  const Database& database_;
  int spheres_;
  std::vector<Part> parts_;
  std::uint64_t entries_a_shape_ = 0;
  std::vector<Symbol> symbols_;
};

}  // namespace pylos::database
