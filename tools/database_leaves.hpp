// Positions of a database, or of a slice of one, as leaves of the forward search.
#pragma once

#include <optional>

#include "engine/errors.hpp"
#include "solver/database/database.hpp"
#include "solver/search/search.hpp"

namespace pylos::tools {

class DatabaseLeaves : public search::LeafOracle {
 public:
  /// `database` must outlive this. Throws InputError if it has no distances, without which a leaf proves
  /// nothing about plies.
  explicit DatabaseLeaves(const database::Database& database) : database_(database) {
    if (!database.has_distances()) {
      throw InputError("--db " + database.path() +
                       ": has no distances, only win, loss and draw; a search needs distances");
    }
  }

  bool may_know(int spheres) const override { return spheres >= database_.least_spheres(); }

  std::optional<Value> value(Position p) const override {
    const Value value = database_.value(p);
    if (value.outcome == Outcome::unknown) return std::nullopt;
    return value;
  }

 private:
  const database::Database& database_;
};

}  // namespace pylos::tools
