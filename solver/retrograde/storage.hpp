// What the solver writes and a solution reads: bit arrays by level, and the distances.
//
// Levels above `top_level` are not stored: on boards with an even number of cells, with at most one cell
// left one side has no reserve, and the value follows from the count of spheres alone (clauses 6 and 7).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solver/retrograde/distances.hpp"
#include "solver/retrograde/domain.hpp"
#include "solver/retrograde/memory.hpp"
#include "solver/retrograde/shapes.hpp"
#include "solver/solution.hpp"

namespace pylos {

class SolutionStorage {
 public:
  /// Throws InputError for a base side that does not exist, OutOfMemory.
  explicit SolutionStorage(Game for_game)
      : SolutionStorage(for_game.rules, retrograde::ShapeTable(for_game.base)) {}
  /// The same with the shapes of the board at hand.
  SolutionStorage(RuleSet rules, retrograde::ShapeTable shapes);

  Game game;
  retrograde::ShapeTable table;
  /// By level, the domain with so many spheres.
  std::vector<retrograde::DomainMasks> masks;
  /// By level, what the count of spheres decides; empty where an empty reserve may still raise.
  std::vector<retrograde::EndedMasks> ended;
  /// Highest level that is stored.
  int top_level;
  /// One bit a colouring, by level; the index bits are the opponent's spheres: positions without a value (in
  /// the end: draws). No levels after backward induction: there are no draws.
  std::vector<retrograde::Memory> undecided;
  retrograde::Distances distances;
  Statistics statistics;

  /// Not after backward induction; draws() serves both methods.
  retrograde::Word* undecided_words(retrograde::ShapeId shape) const {
    return words(undecided, shape);
  }

  retrograde::Word* words(const std::vector<retrograde::Memory>& levels,
                          retrograde::ShapeId shape) const {
    const retrograde::Shape& s = table[shape];
    return levels[static_cast<std::size_t>(s.spheres)].as<retrograde::Word>() + s.first_word;
  }

  /// The draws of a line of a stored shape, which like its number is indexed by the opponent's spheres.
  retrograde::Line draws(retrograde::ShapeId shape, std::uint32_t line) const {
    return undecided.empty()
               ? retrograde::Line{}
               : retrograde::load_line(undecided_words(shape) + line * retrograde::kLanes);
  }

  /// Positions of the domain, all images counted.
  std::uint64_t positions() const;

  /// Adds to the statistics so many colourings of a shape, decided in `plies`; returns how many positions they
  /// are, all images counted.
  std::uint64_t count_decided(retrograde::ShapeId shape, std::uint64_t colourings, int plies);
  /// Adds the levels that are not stored.
  void count_unstored_levels();

  /// The values of a whole line, one byte a colouring (byte i of word w is colouring 8 w + i of the line): the
  /// distance in plies, kDrawByte, or kNoPositionByte outside the domain.
  using LineValues = std::array<std::uint64_t, retrograde::kLineColourings / 8>;
  /// Those of a stored shape.
  LineValues line_values(retrograde::ShapeId shape, std::uint32_t line) const;
  /// Records them where nothing was recorded before; distances must have been reserved. What the count of
  /// spheres decides is left out. Lines of different chunks may be recorded at the same time.
  void record_line_values(retrograde::ShapeId shape, std::uint32_t line, const LineValues& values);
  static constexpr std::uint8_t kDrawByte = 255;
  static constexpr std::uint8_t kNoPositionByte = 254;

  /// The value of one colouring; bit i of `mover` is the sphere in slot i. Any level.
  Value value(retrograde::ShapeId shape, std::uint32_t mover) const;
};

/// Highest level that is stored.
int highest_stored(const retrograde::ShapeTable& table);

/// Most bytes that a solution takes whose longest distance is so many plies, the table of shapes included.
std::uint64_t solution_bytes(const retrograde::ShapeTable& table, RuleSet rules, int longest);

}  // namespace pylos
