// The geometry of the pyramid of base side 2, 3 or 4, computed at compile time from level, row and
// column.
//
// Level k (1 at the bottom) is a square of side B-k+1 (RULES.md, "Words"). A square of four cells
// of one level is the support of exactly one cell of the next, so squares are named by the cell
// above them: the function that finds the supported cells of a set also finds the squares that are
// wholly inside it. Nothing here knows about sides, reserves or moves. No mask is typed by hand.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/cells.hpp"

namespace pylos {

/// Where a cell is: level 1 at the bottom, row and column from 0.
struct Place3 {
  int level = 1;
  int row = 0;
  int column = 0;
  constexpr bool operator==(const Place3&) const = default;
};

/// Largest number of cells of any board (base side 4), and of a side's spheres on it.
inline constexpr int kMaxCells = 30;
inline constexpr int kMaxSpheresPerSide = 15;

template <int B>
struct Board {
  static_assert(B >= 2 && B <= 4, "base sides 2, 3 and 4");

  static constexpr int kBase = B;
  static constexpr int kLevels = B;
  static constexpr int kCells = B * (B + 1) * (2 * B + 1) / 6;
  /// Length of a table with one entry a cell.
  static constexpr std::size_t kTable = kCells;
  /// Spheres a side: half the cells, rounded up.
  static constexpr int kSpheresPerSide = (kCells + 1) / 2;
  static constexpr CellSet kAll{(std::uint32_t{1} << kCells) - 1};
  /// Squares, one for each cell above level 1.
  static constexpr int kSquares = kCells - B * B;
  static constexpr int kMaxLines = 14;

  /// Side of level `level`, 1 to kLevels.
  static constexpr int side(int level) { return B - level + 1; }

  /// Index of the first cell of a level, 1 to kLevels; kLevels + 1 gives kCells.
  static constexpr int first_index(int level) {
    int first = 0;
    for (int k = 1; k < level; ++k) first += side(k) * side(k);
    return first;
  }

  static constexpr Cell cell(Place3 p) {
    return Cell(first_index(p.level) + p.row * side(p.level) + p.column);
  }

  static constexpr Place3 place(Cell c) {
    Place3 p;
    while (c.index >= first_index(p.level + 1)) ++p.level;
    const int offset = c.index - first_index(p.level);
    p.row = offset / side(p.level);
    p.column = offset % side(p.level);
    return p;
  }

  static constexpr Cell kApex{kCells - 1};

  /// The cells of one level, 1 to kLevels.
  static constexpr CellSet level_cells(int level) {
    const std::uint32_t below = (std::uint32_t{1} << first_index(level)) - 1;
    return CellSet(((std::uint32_t{1} << first_index(level + 1)) - 1) & ~below);
  }

  /// The cells above level 1 whose four supports are all in `set`; equally, the squares that lie
  /// wholly in `set`, each named by the cell above it.
  static constexpr CellSet squares_in(CellSet set) {
    std::uint32_t result = 0;
    for (int level = 1; level < kLevels; ++level) {
      const int n = side(level);
      const std::uint32_t s = set.bits() >> first_index(level);
      const std::uint32_t full = s & (s >> 1) & (s >> n) & (s >> (n + 1));
      // A row of the level above is one cell shorter: close the gaps.
      for (int row = 0; row + 1 < n; ++row) {
        const std::uint32_t cells = (full >> (row * n)) & ((1U << (n - 1)) - 1);
        result |= cells << (first_index(level + 1) + row * (n - 1));
      }
    }
    return CellSet(result);
  }

  /// The cells that carry some cell of `set`.
  static constexpr CellSet supports_of(CellSet set) {
    std::uint32_t result = 0;
    for (int level = 1; level < kLevels; ++level) {
      const int n = side(level);
      const std::uint32_t above = set.bits() >> first_index(level + 1);
      std::uint32_t corner = 0;  // the support with the least row and column
      for (int row = 0; row + 1 < n; ++row) {
        corner |= ((above >> (row * (n - 1))) & ((1U << (n - 1)) - 1)) << (row * n);
      }
      result |= (corner | corner << 1 | corner << n | corner << (n + 1)) << first_index(level);
    }
    return CellSet(result);
  }

  /// Empty supported cells of a supported shape.
  static constexpr CellSet playable(CellSet occupied) {
    return (level_cells(1) | squares_in(occupied)) - occupied;
  }

  /// Spheres of a supported shape on which no sphere rests.
  static constexpr CellSet free_spheres(CellSet occupied) {
    return occupied - supports_of(occupied);
  }

  /// True if every cell of `set` above level 1 rests on four others of it.
  static constexpr bool is_supported(CellSet set) { return set.contains(supports_of(set)); }

  /// For each cell, the squares it is part of, named by the cells above them.
  static constexpr std::array<CellSet, kTable> kSquaresOfCell = [] {
    std::array<CellSet, kTable> result{};
    for (int above = first_index(2); above < kCells; ++above) {
      for (Cell c : supports_of(Cell(above))) result[c.index] |= Cell(above);
    }
    return result;
  }();

  /// For each cell, the cells of strictly higher levels (clause 3).
  static constexpr std::array<CellSet, kTable> kHigherCells = [] {
    std::array<CellSet, kTable> result{};
    for (int c = 0; c < kCells; ++c) {
      for (int level = place(Cell(c)).level + 1; level <= kLevels; ++level) {
        result[static_cast<std::size_t>(c)] |= level_cells(level);
      }
    }
    return result;
  }();

  /// The lines (alignments): rows and columns of levels 1 and 2 whose side is at least 3.
  struct Lines {
    std::array<CellSet, kMaxLines> cells{};
    int count = 0;
  };
  static constexpr Lines kLines = [] {
    Lines lines;
    for (int level = 1; level <= 2; ++level) {
      if (side(level) < 3) continue;
      for (int i = 0; i < side(level); ++i) {
        CellSet row;
        CellSet column;
        for (int j = 0; j < side(level); ++j) {
          row |= cell({level, i, j});
          column |= cell({level, j, i});
        }
        lines.cells[static_cast<std::size_t>(lines.count++)] = row;
        lines.cells[static_cast<std::size_t>(lines.count++)] = column;
      }
    }
    return lines;
  }();

  /// For each cell, the line along its row and the one along its column; an absent one is kAll,
  /// which no side can ever own.
  static constexpr std::array<std::array<CellSet, 2>, kTable> kLinesOfCell = [] {
    std::array<std::array<CellSet, 2>, kTable> result{};
    for (auto& pair : result) pair = {kAll, kAll};
    for (int i = 0; i < kLines.count; ++i) {
      const CellSet line = kLines.cells[static_cast<std::size_t>(i)];
      for (Cell c : line) result[c.index][static_cast<std::size_t>(i % 2)] = line;
    }
    return result;
  }();
};

static_assert(Board<4>::kCells == 30 && Board<3>::kCells == 14 && Board<2>::kCells == 5);
static_assert(Board<4>::kSpheresPerSide == 15 && Board<3>::kSpheresPerSide == 7 &&
              Board<2>::kSpheresPerSide == 3);
static_assert(Board<4>::kSquares == 14 && Board<4>::squares_in(Board<4>::kAll).size() == 14,
              "the 14 squares are the supports of the 14 upper cells");
static_assert(Board<4>::kLines.count == 14 && Board<3>::kLines.count == 6 &&
              Board<2>::kLines.count == 0);
static_assert(Board<4>::supports_of(Board<4>::kApex).size() == 4);
static_assert(Board<4>::squares_in(Board<4>::level_cells(1)) == Board<4>::level_cells(2));
static_assert(Board<4>::supports_of(Board<4>::level_cells(2)) == Board<4>::level_cells(1));

}  // namespace pylos
