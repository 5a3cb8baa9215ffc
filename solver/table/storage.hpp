// What the solver writes and a solution reads: bit arrays by tier, and the distances.
//
// Tiers above `top_tier` are not stored: on boards with an even number of cells, with at most one cell
// left one side has no reserve, and the value follows from the count of spheres alone (clauses 6 and 7).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solver/table/distances.hpp"
#include "solver/table/domain.hpp"
#include "solver/work/memory.hpp"
#include "solver/numbering/shapes.hpp"
#include "solver/table/solution.hpp"

namespace pylos::table {

class SolutionStorage {
 public:
  /// Throws InputError for a base side that does not exist, OutOfMemory.
  explicit SolutionStorage(Game for_game)
      : SolutionStorage(for_game.rules, ShapeTable(for_game.base)) {}
  /// The same with the shapes of the board at hand.
  SolutionStorage(RuleSet rules, ShapeTable shapes);

  Game game;
  ShapeTable table;
  /// By tier, the domain with so many spheres.
  std::vector<DomainMasks> masks;
  /// By tier, what the count of spheres decides; empty where an empty reserve may still raise.
  std::vector<EndedMasks> ended;
  /// Highest tier that is stored.
  int top_tier;
  /// One bit a colouring, by tier; the index bits are the opponent's spheres: positions without a value (in
  /// the end: draws). No tiers after backward induction: there are no draws.
  std::vector<Memory> undecided;
  Distances distances;
  Statistics statistics;

  /// Not after backward induction; draws() serves both methods.
  Word* undecided_words(ShapeId shape) const {
    return words(undecided, shape);
  }

  Word* words(const std::vector<Memory>& tiers,
                          ShapeId shape) const {
    const Shape& s = table[shape];
    return tiers[static_cast<std::size_t>(s.spheres)].as<Word>() + s.first_word;
  }

  /// The draws of a bundle of a stored shape, which like its number is indexed by the opponent's spheres.
  Bundle draws(ShapeId shape, std::uint32_t bundle) const {
    return undecided.empty()
               ? Bundle{}
               : load_bundle(undecided_words(shape) + bundle * kLanes);
  }

  /// Positions of the domain, all images counted.
  std::uint64_t positions() const;

  /// Adds to the statistics so many colourings of a shape, decided in `plies`; returns how many positions they
  /// are, all images counted.
  std::uint64_t count_decided(ShapeId shape, std::uint64_t colourings, int plies);
  /// Adds the tiers that are not stored.
  void count_unstored_tiers();

  /// The values of a whole bundle, one byte a colouring (byte i of word w is colouring 8 w + i of the bundle): the
  /// distance in plies, kDrawByte, or kNoPositionByte outside the domain.
  using BundleValues = std::array<std::uint64_t, kBundleColourings / 8>;
  /// Those of a stored shape.
  BundleValues bundle_values(ShapeId shape, std::uint32_t bundle) const;
  /// Records them where nothing was recorded before; distances must have been reserved. What the count of
  /// spheres decides is left out. Bundles of different chunks may be recorded at the same time.
  void record_bundle_values(ShapeId shape, std::uint32_t bundle, const BundleValues& values);
  static constexpr std::uint8_t kDrawByte = 255;
  static constexpr std::uint8_t kNoPositionByte = 254;

  /// The value of one colouring; bit i of `mover` is the sphere in slot i. Any tier.
  Value value(ShapeId shape, std::uint32_t mover) const;
};

/// Highest tier that is stored.
int highest_stored(const ShapeTable& table);

/// Most bytes that a solution takes whose longest distance is so many plies, the table of shapes included.
std::uint64_t solution_bytes(const ShapeTable& table, RuleSet rules, int longest);

/// The storage of a finished solution, for the solver's own rooms.
const SolutionStorage& storage_of(const Solution& solution);

}  // namespace pylos::table
