// A solution's outcomes and the mover's rights, a bundle at a time, on every tier.
//
// Bundles are indexed by the mover's spheres. Tiers that a solution does not store follow from
// counting.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solver/table/bundle.hpp"
#include "solver/numbering/shapes.hpp"
#include "solver/table/storage.hpp"

namespace pylos::analysis {

/// Three disjoint sets of colourings; together they are the domain's part of the bundle.
struct OutcomeBundles {
  table::Bundle win;
  table::Bundle loss;
  table::Bundle draw;
};

using BundleValues = table::SolutionStorage::BundleValues;

class OutcomeReader {
 public:
  /// `solution` must outlive this.
  explicit OutcomeReader(const table::SolutionStorage& solution);

  BundleValues values(table::ShapeId shape, std::uint32_t bundle) const;
  /// The outcomes in a bundle's values.
  OutcomeBundles outcomes(table::ShapeId shape, std::uint32_t bundle,
                        const BundleValues& values) const;
  OutcomeBundles outcomes(table::ShapeId shape, std::uint32_t bundle) const {
    return outcomes(shape, bundle, values(shape, bundle));
  }

  /// Positions of the domain.
  table::Bundle valid(int spheres, std::uint32_t bundle) const {
    return solution_.masks[static_cast<std::size_t>(spheres)].valid(bundle);
  }
  /// Positions whose mover may place a sphere (clause 2), or raise one (clauses 3 and 6), if there
  /// are cells.
  table::Bundle may_place(int spheres, std::uint32_t bundle) const {
    return valid(spheres, bundle) & ~without_reserve(spheres, bundle);
  }
  table::Bundle may_raise(int spheres, std::uint32_t bundle) const {
    return raises_without_reserve_ ? valid(spheres, bundle) : may_place(spheres, bundle);
  }

 private:
  /// Positions whose mover has no reserve.
  table::Bundle without_reserve(int spheres, std::uint32_t bundle) const {
    return solution_.masks[static_cast<std::size_t>(spheres)].with_ones(
        bundle, solution_.table.spheres_per_side());
  }

  const table::SolutionStorage& solution_;
  bool raises_without_reserve_;
};

}  // namespace pylos::analysis
