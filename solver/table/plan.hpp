// A plan: the steps that take the colourings of one shape to those of others, and the walk over
// them, 512 colourings at a time.
//
// A step is an action, a recovery or a set of recoveries, or one of these backwards. It has the maps
// that find the colourings at its other end, and the formations that it completes. What is looked
// for at the other end is no business of the plan: each user derives a step of its own from Step
// and says there which words to read.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/rules.hpp"
#include "solver/numbering/shapes.hpp"
#include "solver/table/bundle_map.hpp"
#include "solver/table/follow_map.hpp"
#include "solver/table/formations.hpp"
#include "solver/table/shape_moves.hpp"

namespace pylos::table {

/// The part of a plan's lists that belongs to one step.
struct Step {
  std::uint32_t first_map = 0;
  std::uint32_t last_map = 0;  ///< one past the last, as below
  std::uint32_t first_formation = 0;
  std::uint32_t last_formation = 0;

  bool completes_formations() const { return first_formation != last_formation; }
};

/// Some bundles of a chunk by their numbers in it, 0 to kChunkLines - 1, in ascending order.
struct BundleList {
  std::array<std::uint8_t, kChunkLines> bundle;
  std::uint32_t count = 0;

  /// The first `bundles` of a chunk, up to kChunkLines.
  static BundleList first(std::uint32_t bundles) {
    BundleList list;
    for (std::uint32_t i = 0; i < bundles; ++i) list.add_if(i, true);
    return list;
  }

  void add_if(std::uint32_t number, bool wanted) {
    bundle[count] = static_cast<std::uint8_t>(number);
    count += wanted ? 1U : 0U;
  }

  const std::uint8_t* begin() const { return bundle.data(); }
  const std::uint8_t* end() const { return bundle.data() + count; }
};

/// `StepType` is Step or derived from it.
template <class StepType>
struct Plan {
  std::vector<BundleMap> maps;
  std::vector<FormationMask> formations;
  std::vector<StepType> steps;

  /// Room for `count` steps, most of which need one map.
  void reserve(std::size_t count) {
    steps.reserve(count);
    maps.reserve(count + count / 2);
  }

  /// Makes the formations within `filled` that cell `c` is part of (clause 4) those of `step`, as
  /// masks over the colourings of `shape`.
  void set_formations(const ShapeTable& table, RecoversOn recovers_on, const Shape& shape,
                      CellSet filled, Cell c, StepType& step) {
    step.first_formation = static_cast<std::uint32_t>(formations.size());
    append_formations(table, recovers_on, shape, filled, c, formations);
    step.last_formation = static_cast<std::uint32_t>(formations.size());
  }

  /// Appends `step` with the maps from `shape` to `other`, in which the mover has filled cell
  /// `added` (null: none) and lost the spheres on `removed`.
  void append(const ShapeTable& table, const Shape& shape, ShapeLink other, const Cell* added,
              CellSet removed, StepType step) {
    step.first_map = static_cast<std::uint32_t>(maps.size());
    append_bundle_maps(table, shape, other, added, removed, maps);
    step.last_map = static_cast<std::uint32_t>(maps.size());
    steps.push_back(step);
  }
  void append(const ShapeTable& table, const Shape& shape, const Action& action, StepType step) {
    append(table, shape, action.to_shape, &action.to, action.lifted(), step);
  }
  void append(const ShapeTable& table, const Shape& shape, const Recovery& recovery,
              StepType step) {
    append(table, shape, recovery.to_shape, nullptr, recovery.cell, step);
  }

  /// The colourings of a bundle of the shape that own a formation which the step completes.
  Bundle formed(const Step& step, std::uint32_t bundle) const {
    return table::formed(
        {formations.data() + step.first_formation, formations.data() + step.last_formation},
        bundle);
  }

  /// Calls f(i, map, offset) for each map of the step and each bundle i of `bundles` that the map
  /// has a part in: what belongs to the bundle begins `offset` words into the other shape. `chunk`
  /// is the number of the chunk within the shape.
  template <class F>
  void follow(const Step& step, std::uint32_t chunk, const BundleList& bundles, F&& f) const {
    for (std::uint32_t m = step.first_map; m < step.last_map; ++m) {
      const BundleMap& map = maps[m];
      std::uint32_t base = 0;
      if (!chunk_offset(map, chunk, base)) continue;
      for (const std::uint32_t i : bundles) {
        if (map.bundle_offset[i] != BundleMap::kNoBundle) f(i, map, base + map.bundle_offset[i]);
      }
    }
  }
};

}  // namespace pylos::table
