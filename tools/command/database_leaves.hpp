// Positions of a database, or of a slice of one, as leaves of the forward search.
//
// A search from fewer spheres than the database's fewest enters it where it begins, for a turn adds
// one sphere at most. That one level is therefore decoded into memory; a root further on is probed
// in the file.
#pragma once

#include <cstdint>
#include <optional>

#include "solver/reader/database.hpp"
#include "solver/database/decoded_tier.hpp"
#include "solver/search/search.hpp"

namespace pylos::tools {

class DatabaseLeaves : public search::LeafOracle {
 public:
  /// `database` must outlive this. Decodes a level, bytes(database) long, on so many threads.
  explicit DatabaseLeaves(const database::Database& database, int threads)
      : database_(database), first_level_(database, database.least_spheres(), threads) {}

  /// Memory of the decoded level, in bytes.
  static std::uint64_t bytes(const database::Database& database) {
    return database::DecodedTier::bytes(database, database.least_spheres());
  }

  bool may_know(int spheres) const override { return spheres >= first_level_.spheres(); }

  bool has_distances() const override { return database_.has_distances(); }

  std::optional<Value> value(Position p) const override {
    const bool first = p.occupied().size() == first_level_.spheres();
    const Value value = first ? first_level_.value(p) : database_.value(p);
    if (value.outcome == Outcome::unknown) return std::nullopt;
    return value;
  }

 private:
  const database::Database& database_;
  database::DecodedTier first_level_;
};

}  // namespace pylos::tools
