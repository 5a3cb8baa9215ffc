// The engine against tests/data: numbers of independent programs, every row and every column.

#include <array>
#include <cstdint>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "engine/board.hpp"
#include "engine/moves.hpp"
#include "engine/perft.hpp"
#include "engine/position_hash.hpp"

namespace pylos {
namespace {

// All rows but the first, which names the columns.
std::vector<std::vector<std::string>> read_rows(const std::string& name, char separator) {
  std::ifstream file(std::string(PYLOS_TEST_DATA_DIR) + "/" + name);
  if (!file) throw std::runtime_error("cannot read " + name);
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::vector<std::string> row;
    std::istringstream cells(line + separator);
    for (std::string cell; std::getline(cells, cell, separator);) row.push_back(cell);
    rows.push_back(row);
  }
  return rows;
}

std::uint64_t decimal(const std::string& text) { return std::stoull(text, nullptr, 10); }
std::uint64_t hexadecimal(const std::string& text) { return std::stoull(text, nullptr, 16); }

struct KeyedPosition {
  CellSet light;
  CellSet dark;
  bool light_to_move = true;

  Position position() const {
    return light_to_move ? Position(light, dark) : Position(dark, light);
  }
};

KeyedPosition position_of(const std::string& key_text, const std::string& turn) {
  KeyedPosition p;
  const std::uint64_t key = hexadecimal(key_text);
  for (int c = 0; c < Board<4>::kCells; ++c) {
    const auto content = (key >> (2 * c)) & 3;
    if (content == 1) p.light |= Cell(c);
    if (content == 2) p.dark |= Cell(c);
  }
  p.light_to_move = turn == "L";
  return p;
}

struct MoveCounts {
  std::uint64_t places = 0;
  std::uint64_t raises = 0;
  std::uint64_t moves = 0;
  std::uint64_t recover_one = 0;
  std::uint64_t recover_two = 0;
  std::uint64_t recover_two_ordered = 0;
  std::uint64_t distinct = 0;
  std::uint64_t checksum = 0;
};

// In how many orders the two spheres can be taken.
std::uint64_t orders(Position p, Move move) {
  using Geometry = Board<4>;
  CellSet occupied = p.occupied() | move.to;
  if (move.is_raise()) occupied -= move.from;
  std::uint64_t count = 0;
  for (const Cell first : move.recovered) {
    const CellSet second = move.recovered - first;
    if (Geometry::free_spheres(occupied).contains(first) &&
        Geometry::free_spheres(occupied - first).contains(second)) {
      ++count;
    }
  }
  return count;
}

MoveCounts count_moves(const KeyedPosition& start, RuleSet rules) {
  const Position p = start.position();
  MoveCounts counts;
  std::set<std::pair<Cell, Cell>> actions;
  std::set<Position> results;
  for_each_move<4>(p, rules, [&](Move move) {
    ++counts.moves;
    actions.emplace(move.from, move.to);
    if (move.recovered.size() == 1) ++counts.recover_one;
    if (move.recovered.size() == 2) {
      ++counts.recover_two;
      counts.recover_two_ordered += orders(p, move);
    }
    results.insert(apply(p, move));
  });
  for (const auto& [from, to] : actions) ++(from == to ? counts.places : counts.raises);
  counts.distinct = results.size();
  for (const Position& after : results) {
    // After the move the other side is the mover.
    const bool light_moves = !start.light_to_move;
    const CellSet light = light_moves ? after.mover() : after.opponent();
    const CellSet dark = light_moves ? after.opponent() : after.mover();
    counts.checksum += splitmix64(two_bit_key(light, dark));
  }
  return counts;
}

// The files apply no end of the game, which is what may_raise does to the list of moves.
constexpr RuleSet may_raise(RuleSet rules, std::uint8_t recover_min) {
  rules.empty_reserve = EmptyReserve::may_raise;
  rules.recover_min = recover_min;
  return rules;
}

TEST(EngineVectors, PositionsStandard) {
  const auto rows = read_rows("positions_standard.txt", ' ');
  ASSERT_EQ(rows.size(), 2716U);
  for (const auto& row : rows) {
    ASSERT_EQ(row.size(), 15U);
    SCOPED_TRACE(row[0] + " " + row[1]);
    const KeyedPosition p = position_of(row[0], row[1]);
    EXPECT_EQ(two_bit_key(p.light, p.dark), hexadecimal(row[0]));
    ASSERT_TRUE(in_domain<4>(p.position()));
    const auto light_to_move = Position(p.light, p.dark);
    EXPECT_EQ(mover_reserve<4>(light_to_move), static_cast<int>(decimal(row[2])));
    EXPECT_EQ(opponent_reserve<4>(light_to_move), static_cast<int>(decimal(row[3])));
    const MoveCounts min1 = count_moves(p, may_raise(kStandard, 1));
    EXPECT_EQ(min1.places, decimal(row[4]));
    EXPECT_EQ(min1.raises, decimal(row[5]));
    EXPECT_EQ(min1.moves, decimal(row[6]));
    EXPECT_EQ(min1.recover_one, decimal(row[7]));
    EXPECT_EQ(min1.recover_two, decimal(row[8]));
    EXPECT_EQ(min1.recover_two_ordered, decimal(row[9]));
    EXPECT_EQ(min1.distinct, decimal(row[10]));
    EXPECT_EQ(min1.checksum, hexadecimal(row[11]));
    const MoveCounts min0 = count_moves(p, may_raise(kStandard, 0));
    EXPECT_EQ(min0.moves, decimal(row[12]));
    EXPECT_EQ(min0.distinct, decimal(row[13]));
    EXPECT_EQ(min0.checksum, hexadecimal(row[14]));
    // With the end of the game applied, the list is the same or empty.
    const MoveCounts strict = count_moves(p, kStandard);
    EXPECT_EQ(strict.moves, mover_reserve<4>(p.position()) == 0 ? 0 : min1.moves);
  }
}

TEST(EngineVectors, PositionsChildrenAndAdvanced) {
  const auto rows = read_rows("positions_children_advanced.txt", ' ');
  ASSERT_EQ(rows.size(), 2716U);
  for (const auto& row : rows) {
    ASSERT_EQ(row.size(), 12U);
    SCOPED_TRACE(row[0] + " " + row[1]);
    const KeyedPosition p = position_of(row[0], row[1]);
    std::size_t column = 2;
    for (const MoveCounts& counts :
         {count_moves(p, may_raise(kChildren, 1)), count_moves(p, may_raise(kAdvanced, 1))}) {
      EXPECT_EQ(counts.moves, decimal(row[column++]));
      EXPECT_EQ(counts.recover_one, decimal(row[column++]));
      EXPECT_EQ(counts.recover_two, decimal(row[column++]));
      EXPECT_EQ(counts.distinct, decimal(row[column++]));
      EXPECT_EQ(counts.checksum, hexadecimal(row[column++]));
    }
  }
}

constexpr std::size_t kPerftRows = 12;

class EnginePerftVectors : public testing::TestWithParam<std::size_t> {};

TEST_P(EnginePerftVectors, Row) {
  const auto rows = read_rows("perft.csv", ',');
  ASSERT_EQ(rows.size(), kPerftRows);
  const auto& row = rows[GetParam()];
  ASSERT_EQ(row.size(), 7U);
  SCOPED_TRACE(row[0] + ", recover_min " + row[1] + ", ply " + row[2]);
  const Game game{rule_set_from_text(row[0] + (row[1] == "0" ? "+min0" : "")), 4};
  const int ply = std::stoi(row[2]);
  const LevelCounts counts = level_counts(Position{}, game, ply);
  EXPECT_EQ(counts.sequences, decimal(row[3]));
  EXPECT_EQ(counts.distinct, decimal(row[4]));
  if (!row[5].empty()) {
    EXPECT_EQ(counts.classes, decimal(row[5]));
  }
  EXPECT_EQ(counts.checksum, hexadecimal(row[6]));
  // Sequence by sequence, too, where there are not too many.
  if (ply <= 7) {
    EXPECT_EQ(perft(Position{}, game, ply), decimal(row[3]));
  }
}

INSTANTIATE_TEST_SUITE_P(PerftCsv, EnginePerftVectors, testing::Range(std::size_t{0}, kPerftRows));

}  // namespace
}  // namespace pylos
