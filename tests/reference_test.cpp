// The naive reference against numbers that came from elsewhere: it must reproduce them before
// anything is compared with it. Nothing of the program itself is tested or included here.

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/reference/domain.hpp"
#include "tests/reference/moves.hpp"
#include "tests/reference/perft.hpp"
#include "tests/reference/random_game.hpp"
#include "tests/reference/solve.hpp"
#include "tests/reference/symmetry.hpp"

namespace reference {
namespace {

// ---- the data files ----

std::vector<std::string> split(const std::string& line, char separator) {
  std::vector<std::string> fields(1);
  for (char c : line) {
    if (c == separator) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

// Every line but the first, which names the columns.
std::vector<std::vector<std::string>> read_table(const std::string& name, char separator,
                                                 std::size_t columns) {
  std::ifstream file(std::string(PYLOS_TEST_DATA_DIR) + "/" + name);
  if (!file) throw std::runtime_error("cannot read " + name);
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    rows.push_back(split(line, separator));
    if (rows.back().size() != columns)
      throw std::runtime_error("wrong number of columns in " + name);
  }
  return rows;
}

std::uint64_t decimal(const std::string& text) { return std::stoull(text, nullptr, 10); }
std::uint64_t hexadecimal(const std::string& text) { return std::stoull(text, nullptr, 16); }

Rules rules_named(int base, const std::string& name, const std::string& recover_min,
                  const std::string& empty_reserve) {
  Rules rules = name == "children"   ? children(base)
                : name == "standard" ? standard(base)
                                     : advanced(base);
  rules.recover_min = static_cast<int>(decimal(recover_min));
  rules.empty_reserve = empty_reserve == "loses" ? EmptyReserve::kLoses : EmptyReserve::kMayRaise;
  return rules;
}

Rules with_min_0(Rules rules) {
  rules.recover_min = 0;
  return rules;
}

// Keys and checksums as tests/data/README.md defines them.
std::uint64_t key_of(const Position& position) {
  std::uint64_t key = 0;
  for (int cell = kMaxCells - 1; cell >= 0; --cell)
    key = key * 4 + static_cast<std::uint64_t>(position.at(cell));
  return key;
}

Position position_of(std::uint64_t key, const std::string& turn) {
  Position position = empty_board(4);
  for (int cell = 0; cell < kMaxCells; ++cell) {
    position.at(cell) = static_cast<Content>(key % 4);
    key /= 4;
  }
  position.to_move = turn == "L" ? Content::kLight : Content::kDark;
  return position;
}

std::uint64_t splitmix64(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// ---- geometry ----

TEST(ReferenceGeometry, HasTheCellsSpheresSquaresAndLinesOfTheRules) {
  struct Expected {
    int base, cells, spheres;
    std::size_t squares, lines;
  };
  for (const Expected& e :
       {Expected{2, 5, 3, 1, 0}, Expected{3, 14, 7, 5, 6}, Expected{4, 30, 15, 14, 14}}) {
    const Geometry& g = geometry(e.base);
    EXPECT_EQ(g.cells(), e.cells);
    EXPECT_EQ(g.spheres_a_side, e.spheres);
    EXPECT_EQ(g.squares.size(), e.squares);
    EXPECT_EQ(g.lines.size(), e.lines);
  }
  EXPECT_THROW(geometry(5), std::invalid_argument);
}

TEST(ReferenceGeometry, SquaresAreTheSupportsOfTheUpperCells) {
  for (int base : {2, 3, 4}) {
    const Geometry& g = geometry(base);
    std::set<std::vector<int>> squares(g.squares.begin(), g.squares.end());
    std::set<std::vector<int>> supports;
    for (int cell = base * base; cell < g.cells(); ++cell)
      supports.insert(g.below[static_cast<std::size_t>(cell)]);
    EXPECT_EQ(squares, supports);
    EXPECT_EQ(squares.size(), g.squares.size());
  }
}

TEST(ReferenceGeometry, LinesOfBase4AreFourOnLevel1AndThreeOnLevel2) {
  std::map<std::size_t, int> by_length;
  for (const std::vector<int>& line : geometry(4).lines) ++by_length[line.size()];
  EXPECT_EQ(by_length, (std::map<std::size_t, int>{{3, 6}, {4, 8}}));
}

TEST(ReferenceGeometry, CellsAreNumberedLevelByLevelRowByRow) {
  EXPECT_EQ(read_move(4, "1a1").to, 0);
  EXPECT_EQ(read_move(4, "1b1").to, 1);
  EXPECT_EQ(read_move(4, "1a2").to, 4);
  EXPECT_EQ(read_move(4, "2a1").to, 16);
  EXPECT_EQ(read_move(4, "3b2").to, 28);
  EXPECT_EQ(read_move(4, "4a1").to, 29);
  EXPECT_EQ(geometry(4).below[16], (std::vector<int>{0, 1, 4, 5}));  // 2a1 on 1a1, 1b1, 1a2, 1b2
}

TEST(ReferenceSymmetry, EightDifferentMapsThatKeepWhatRestsOnWhat) {
  for (int base : {2, 3, 4}) {
    const Geometry& g = geometry(base);
    std::set<std::vector<int>> maps;
    for (int which = 0; which < kSymmetries; ++which) {
      const std::vector<int> map = symmetry(base, which);
      maps.insert(map);
      for (std::size_t cell = 0; cell < map.size(); ++cell) {
        std::vector<int> image;
        for (int under : g.below[cell]) image.push_back(map[static_cast<std::size_t>(under)]);
        std::sort(image.begin(), image.end());
        EXPECT_EQ(image, g.below[static_cast<std::size_t>(map[cell])]);
      }
    }
    EXPECT_EQ(maps.size(), 8u);
    // Closed under composition, hence a group.
    for (const std::vector<int>& first : maps) {
      for (const std::vector<int>& second : maps) {
        std::vector<int> both;
        for (int cell : first) both.push_back(second[static_cast<std::size_t>(cell)]);
        EXPECT_EQ(maps.count(both), 1u);
      }
    }
  }
}

// ---- text ----

TEST(ReferenceText, PositionsAsTheyAreWritten) {
  EXPECT_EQ(write_position(empty_board(4)), "................ l");
  EXPECT_EQ(write_position(empty_board(2)), ".... l");
  const std::string text = "LL..DD........../L........ d";
  EXPECT_EQ(write_position(read_position(4, text)), text);
  EXPECT_EQ(read_position(4, "LL..DD........../L......../..../._d"), read_position(4, text));
  const Position position = read_position(4, text);
  EXPECT_EQ(position.at(0), Content::kLight);
  EXPECT_EQ(position.at(4), Content::kDark);
  EXPECT_EQ(position.at(16), Content::kLight);
  EXPECT_EQ(position.to_move, Content::kDark);
  EXPECT_EQ(reserve(position, Content::kLight), 12);
  EXPECT_EQ(reserve(position, Content::kDark), 13);
}

TEST(ReferenceText, MovesAsTheyAreWritten) {
  for (const char* text : {"1d4", "1a1-2b2", "1d4x1d4", "1a1-2b2x1c3x1c4", "4a1"})
    EXPECT_EQ(write_move(4, read_move(4, text)), text);
  EXPECT_EQ(read_move(4, "1a1-2b2x1c4x1c3"), read_move(4, "1a1-2b2x1c3x1c4"));
  EXPECT_EQ(read_move(4, "1a1-2b2x1c3x1c4"), (Move{0, 20, {10, 14}}));
}

TEST(ReferenceText, TenRuleSets) {
  std::set<std::string> names;
  for (const Rules& rules : all_rules(4)) names.insert(name_of(rules));
  EXPECT_EQ(names, (std::set<std::string>{"children", "standard", "advanced", "standard+min0",
                                          "advanced+min0", "children+mayraise", "standard+mayraise",
                                          "advanced+mayraise", "standard+min0+mayraise",
                                          "advanced+min0+mayraise"}));
}

TEST(ReferenceText, SurvivesRandomGames) {
  for (int base : {2, 3, 4}) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      for (const Position& position : random_game(advanced(base), seed)) {
        EXPECT_EQ(read_position(base, write_position(position)), position);
        for (const Move& move : moves_ignoring_the_end(position, advanced(base)))
          EXPECT_EQ(read_move(base, write_move(base, move)), move);
      }
    }
  }
}

// ---- the clauses, one by one ----

std::set<std::string> move_texts(int base, const std::string& position, const Rules& rules) {
  std::set<std::string> texts;
  for (const Move& move : legal_moves(read_position(base, position), rules))
    texts.insert(write_move(base, move));
  return texts;
}

using Texts = std::set<std::string>;

TEST(ReferenceMoves, ARaisedSphereDoesNotRestOnThePlaceItLeft) {
  // Clause 3. Both of light's spheres are free and rest under 2a1, the only playable cell above
  // them.
  EXPECT_EQ(move_texts(3, "LD.DL.... l", standard(3)),
            (Texts{"1a3", "1b3", "1c1", "1c2", "1c3", "2a1"}));
  // A third sphere beside them can go up.
  EXPECT_EQ(move_texts(3, "LD.DL...L l", standard(3)),
            (Texts{"1a3", "1b3", "1c1", "1c2", "2a1", "1c3-2a1"}));
  // A sphere with another on it stays; the one on top has nothing above it to go to.
  EXPECT_EQ(move_texts(3, "LD.DD..../L l", standard(3)),
            (Texts{"1a3", "1b3", "1c1", "1c2", "1c3"}));
}

TEST(ReferenceMoves, RecoversOneOrTwoAndTheSecondMayHaveCarriedTheFirst) {
  // Clause 4. Base 2: light completes the square, then takes one or two of four.
  const Texts expected{"1b2x1a1",     "1b2x1b1",     "1b2x1a2",     "1b2x1b2",     "1b2x1a1x1b1",
                       "1b2x1a1x1a2", "1b2x1a1x1b2", "1b2x1b1x1a2", "1b2x1b1x1b2", "1b2x1a2x1b2"};
  // Four of one colour are too many for base 2, so the same on base 3, where nothing lies
  // elsewhere.
  Texts found;
  for (const std::string& text : move_texts(3, "LL.L..... l", standard(3)))
    if (text.find('x') != std::string::npos) found.insert(text);
  EXPECT_EQ(found, expected);

  // 2a1 is light's and rests on dark 1a1 and light 1b1, 1a2, 1b2. Light completes the square of
  // 1b2, 1c2, 1b3, 1c3. Of these 1b2 is under 2a1, so it is there to be taken only after 2a1, and
  // so are 1b1 and 1a2.
  found.clear();
  for (const std::string& text : move_texts(3, "DL.LLL.L./L... l", standard(3)))
    if (text.substr(0, 4) == "1c3x") found.insert(text);
  EXPECT_EQ(found, (Texts{"1c3x1c2", "1c3x1b3", "1c3x1c3", "1c3x2a1", "1c3x1c2x1b3", "1c3x1c2x1c3",
                          "1c3x1b3x1c3", "1c3x1c2x2a1", "1c3x1b3x2a1", "1c3x1c3x2a1", "1c3x1b1x2a1",
                          "1c3x1a2x2a1", "1c3x1b2x2a1"}));
}

TEST(ReferenceMoves, LinesCountInAdvancedOnlyAndRecoverMin0AllowsNone) {
  // Clauses 4 and 5: 1c1 completes a row of level 1 and no square.
  const std::string position = "LL.D.D... l";
  const Texts in_standard = move_texts(3, position, standard(3));
  EXPECT_EQ(in_standard.count("1c1"), 1u);
  EXPECT_EQ(in_standard.size(), 5u);
  const Texts in_advanced = move_texts(3, position, advanced(3));
  EXPECT_EQ(in_advanced.count("1c1"), 0u);
  EXPECT_EQ(in_advanced.size(), 4u + 3u + 3u);
  const Texts with_none = move_texts(3, position, with_min_0(advanced(3)));
  EXPECT_EQ(with_none.count("1c1"), 1u);
  EXPECT_EQ(with_none.size(), 4u + 3u + 3u + 1u);
  // Diagonals never count.
  EXPECT_EQ(move_texts(3, "L...L.... l", advanced(3)).count("1c3"), 1u);
  // Somebody else's square, or one that the moved sphere is no part of, gives nothing.
  EXPECT_EQ(move_texts(3, "DD.D..... l", standard(3)).count("1b2"), 1u);
  EXPECT_EQ(move_texts(3, "LL.LL.... l", standard(3)).count("1c3"), 1u);
}

TEST(ReferenceMoves, TakingBackTheSphereJustMovedOnlyChangesTheTurn) {
  const Position position = read_position(3, "LL.L..... l");
  Position same_board = position;
  same_board.to_move = Content::kDark;
  EXPECT_EQ(apply(position, read_move(3, "1b2x1b2")), same_board);
}

TEST(ReferenceMoves, AnEmptyReserveLosesOrMayRaise) {
  // Clause 6. Light has its seven on the board and could raise 1a1 or 1a3; those under 2b1 and 2b2
  // stay.
  const std::string text = "LDLDLDLDL/.L.L l";
  const Position position = read_position(3, text);
  ASSERT_EQ(reserve(position, Content::kLight), 0);
  Rules may_raise = standard(3);
  may_raise.empty_reserve = EmptyReserve::kMayRaise;
  EXPECT_TRUE(is_lost_now(position, standard(3)));
  EXPECT_FALSE(is_lost_now(position, may_raise));
  EXPECT_TRUE(legal_moves(position, standard(3)).empty());
  EXPECT_EQ(legal_moves(position, may_raise), moves_ignoring_the_end(position, standard(3)));
  EXPECT_EQ(move_texts(3, text, may_raise), (Texts{"1a1-2a2", "1a3-2a1"}));

  // A full board: nothing to raise to.
  const Position full = read_position(3, "LDLDLDLDL/DLDL/D l");
  ASSERT_EQ(reserve(full, Content::kLight), 0);
  EXPECT_TRUE(is_lost_now(full, standard(3)));
  EXPECT_TRUE(is_lost_now(full, may_raise));
}

TEST(ReferenceMoves, OnlyBase2HasSidesWithAReserveAndNoMove) {
  std::size_t stuck = 0;
  for (const Position& position : domain(2)) stuck += is_stuck(position, standard(2)) ? 1u : 0u;
  EXPECT_EQ(stuck, 10u);  // the full board, two of five spheres the mover's
  for (const Position& position : domain(3))
    ASSERT_FALSE(is_stuck(position, standard(3))) << write_position(position);
  // With may_raise a side without a move has lost by clause 6, whatever its reserve.
  Rules may_raise = standard(2);
  may_raise.empty_reserve = EmptyReserve::kMayRaise;
  for (const Position& position : domain(2))
    EXPECT_FALSE(is_stuck(position, may_raise)) << write_position(position);
}

// ---- counts of moves on base 4 ----

struct MoveCounts {
  std::uint64_t moves = 0, recover_one = 0, recover_two = 0, recover_two_ordered = 0, distinct = 0,
                checksum = 0;
};

MoveCounts count_moves(const Position& position, const Rules& rules) {
  MoveCounts counts;
  std::set<Position> results;
  for (const Move& move : moves_ignoring_the_end(position, rules)) {
    ++counts.moves;
    counts.recover_one += move.recovered.size() == 1 ? 1u : 0u;
    counts.recover_two += move.recovered.size() == 2 ? 1u : 0u;
    results.insert(apply(position, move));
  }
  for (const Move& action : actions(position)) {
    const Position after = apply(position, action);
    if (!completes_formation(after, action.to, rules.recovers_on)) continue;
    for (const std::vector<int>& order : recovery_orders(after, position.to_move))
      counts.recover_two_ordered += order.size() == 2 ? 1u : 0u;
  }
  counts.distinct = results.size();
  for (const Position& result : results) counts.checksum += splitmix64(key_of(result));
  return counts;
}

TEST(ReferenceVectors, PositionsStandard) {
  const auto rows = read_table("positions_standard.txt", ' ', 15);
  ASSERT_EQ(rows.size(), 2716u);
  for (const std::vector<std::string>& row : rows) {
    SCOPED_TRACE(row[0] + " " + row[1]);
    const Position position = position_of(hexadecimal(row[0]), row[1]);
    EXPECT_EQ(key_of(position), hexadecimal(row[0]));
    EXPECT_EQ(reserve(position, Content::kLight), static_cast<int>(decimal(row[2])));
    EXPECT_EQ(reserve(position, Content::kDark), static_cast<int>(decimal(row[3])));
    std::uint64_t raises = 0;
    const std::vector<Move> both = actions(position);
    for (const Move& action : both) raises += action.is_raise() ? 1u : 0u;
    EXPECT_EQ(both.size() - raises, decimal(row[4]));
    EXPECT_EQ(raises, decimal(row[5]));
    const MoveCounts min1 = count_moves(position, standard(4));
    EXPECT_EQ(min1.moves, decimal(row[6]));
    EXPECT_EQ(min1.recover_one, decimal(row[7]));
    EXPECT_EQ(min1.recover_two, decimal(row[8]));
    EXPECT_EQ(min1.recover_two_ordered, decimal(row[9]));
    EXPECT_EQ(min1.distinct, decimal(row[10]));
    EXPECT_EQ(min1.checksum, hexadecimal(row[11]));
    const MoveCounts min0 = count_moves(position, with_min_0(standard(4)));
    EXPECT_EQ(min0.moves, decimal(row[12]));
    EXPECT_EQ(min0.distinct, decimal(row[13]));
    EXPECT_EQ(min0.checksum, hexadecimal(row[14]));
  }
}

TEST(ReferenceVectors, PositionsChildrenAndAdvanced) {
  const auto rows = read_table("positions_children_advanced.txt", ' ', 12);
  ASSERT_EQ(rows.size(), 2716u);
  for (const std::vector<std::string>& row : rows) {
    SCOPED_TRACE(row[0] + " " + row[1]);
    const Position position = position_of(hexadecimal(row[0]), row[1]);
    std::size_t column = 2;
    for (const Rules& rules : {children(4), advanced(4)}) {
      const MoveCounts counts = count_moves(position, rules);
      EXPECT_EQ(counts.moves, decimal(row[column++])) << name_of(rules);
      EXPECT_EQ(counts.recover_one, decimal(row[column++])) << name_of(rules);
      EXPECT_EQ(counts.recover_two, decimal(row[column++])) << name_of(rules);
      EXPECT_EQ(counts.distinct, decimal(row[column++])) << name_of(rules);
      EXPECT_EQ(counts.checksum, hexadecimal(row[column++])) << name_of(rules);
    }
  }
}

// Ply 8 is left to faster programs.
constexpr int kDeepestPerft = 7;

class ReferencePerft : public testing::TestWithParam<Rules> {};

TEST_P(ReferencePerft, AgreesWithTheVectors) {
  const Rules rules = GetParam();
  std::vector<Layer> layers{first_layer(empty_board(4))};  // by ply
  int deepest = 0;
  for (const std::vector<std::string>& row : read_table("perft.csv", ',', 7)) {
    const int ply = static_cast<int>(decimal(row[2]));
    if (ply > kDeepestPerft || name_of(rules_named(4, row[0], row[1], "loses")) != name_of(rules))
      continue;
    SCOPED_TRACE("ply " + row[2]);
    while (layers.size() <= static_cast<std::size_t>(ply))
      layers.push_back(next_layer(layers.back(), rules));
    const Layer& layer = layers[static_cast<std::size_t>(ply)];
    EXPECT_EQ(sequences_of(layer), decimal(row[3]));
    EXPECT_EQ(layer.size(), decimal(row[4]));
    if (!row[5].empty()) {
      EXPECT_EQ(classes_of(layer), decimal(row[5]));
    }
    std::uint64_t checksum = 0;
    for (const auto& [position, ways] : layer) checksum += splitmix64(key_of(position));
    EXPECT_EQ(checksum, hexadecimal(row[6]));
    if (ply <= 5) {
      EXPECT_EQ(count_sequences(empty_board(4), rules, ply), decimal(row[3]));
    }
    deepest = ply;
  }
  EXPECT_EQ(deepest, kDeepestPerft);
}

std::string test_name(const testing::TestParamInfo<Rules>& info) {
  std::string name = name_of(info.param);
  std::replace(name.begin(), name.end(), '+', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Vectors, ReferencePerft,
                         testing::Values(children(4), standard(4), with_min_0(standard(4)),
                                         advanced(4)),
                         test_name);

TEST(ReferenceVectors, EveryLineOfPerftIsOfARuleSetCheckedHere) {
  std::map<std::string, int> lines;
  for (const std::vector<std::string>& row : read_table("perft.csv", ',', 7))
    ++lines[name_of(rules_named(4, row[0], row[1], "loses"))];
  EXPECT_EQ(lines, (std::map<std::string, int>{
                       {"children", 1}, {"standard", 8}, {"standard+min0", 2}, {"advanced", 1}}));
}

// ---- the domain ----

TEST(ReferenceDomain, SizesOfBase2And3) {
  EXPECT_EQ(domain(2).size(), 99u);
  EXPECT_EQ(domain(3).size(), 105053u);
}

TEST(ReferenceDomain, ShapesAndPositionsOfBase4) {
  const std::vector<Shape> shapes = supported_shapes(4);
  EXPECT_EQ(shapes.size(), 141120u);
  std::set<Shape> classes;
  std::vector<std::uint64_t> shapes_of(kMaxCells + 1, 0);
  std::vector<std::uint64_t> positions_of(kMaxCells + 1, 0);
  std::uint64_t positions = 0;
  std::uint64_t empty_reserves = 0;  // of the mover, all of them at distance 0
  for (const Shape& shape : shapes) {
    Shape smallest = shape;
    for (int which = 1; which < kSymmetries; ++which)
      smallest = std::min(smallest, transformed(shape, 4, which));
    classes.insert(smallest);
    const std::size_t spheres = static_cast<std::size_t>(size_of(shape));
    ++shapes_of[spheres];
    positions_of[spheres] += count_colourings(size_of(shape), 4);
    positions += count_colourings(size_of(shape), 4);
    empty_reserves += binomial(size_of(shape), 15);
  }
  EXPECT_EQ(classes.size(), 18458u);
  EXPECT_EQ(positions, 12507810089u);
  EXPECT_EQ(empty_reserves, 1208628748u);

  struct Expected {
    std::size_t spheres;
    std::uint64_t shapes, positions;
  };
  for (const Expected& e :
       {Expected{8, 14862, 3804672}, Expected{12, 12780, 52346880}, Expected{16, 4846, 317577764},
        Expected{20, 924, 957434016}, Expected{22, 316, 1255844672}, Expected{23, 174, 1323669504},
        Expected{24, 93, 1323758652}, Expected{25, 47, 1215087240}, Expected{26, 24, 1084039680},
        Expected{28, 4, 460003680}}) {
    EXPECT_EQ(shapes_of[e.spheres], e.shapes) << e.spheres;
    EXPECT_EQ(positions_of[e.spheres], e.positions) << e.spheres;
  }
}

std::uint64_t classes_by_burnside(int base) {
  std::uint64_t fixed = 0;
  for (int which = 0; which < kSymmetries; ++which) fixed += count_fixed_positions(base, which);
  EXPECT_EQ(fixed % kSymmetries, 0u);
  return fixed / kSymmetries;
}

TEST(ReferenceDomain, ClassesCountedAndDerived) {
  for (int base : {2, 3}) {
    std::set<Position> classes;
    for (const Position& position : domain(base)) classes.insert(representative(position));
    EXPECT_EQ(classes.size(), classes_by_burnside(base));
  }
  EXPECT_EQ(classes_by_burnside(4), 1564545295u);
}

// ---- values ----

TEST(ReferenceValues, SmallGraphs) {
  // 0 lost; 1 wins by 0; 2 has only 1 and loses; 3 may choose the near loss 0 or the far one 2; 4
  // delays by 5 over 1.
  const Value lost{Outcome::kLoss, 0};
  EXPECT_EQ(values({{}, {0}, {1}, {2, 0}, {1, 5}, {2}}, {true, false, false, false, false, false}),
            (std::vector<Value>{lost,
                                {Outcome::kWin, 1},
                                {Outcome::kLoss, 2},
                                {Outcome::kWin, 1},
                                {Outcome::kLoss, 4},
                                {Outcome::kWin, 3}}));
  // 0 and 1 go round; 2 may join them rather than lose to 3.
  EXPECT_EQ(values({{1}, {0}, {0, 3}, {4}, {}}, {false, false, false, false, true}),
            (std::vector<Value>{{}, {}, {}, {Outcome::kWin, 1}, lost}));
  // A position that clause 6 ends has lost even if something could be played.
  EXPECT_EQ(values({{1}, {0}}, {true, false}), (std::vector<Value>{lost, {Outcome::kWin, 1}}));
  // No move and not lost is no value.
  EXPECT_THROW(values({{1}, {}}, {false, false}), std::invalid_argument);
}

// What makes a labelling the only right one: each value follows from those of the successors, and
// wins and losses get shorter on the way.
void expect_consistent(const Solution& solution) {
  for (std::size_t i = 0; i < solution.graph.positions.size(); ++i) {
    const Position& position = solution.graph.positions[i];
    const Value value = solution.values[i];
    if (is_over(position, solution.graph.rules)) {
      ASSERT_EQ(value, (Value{Outcome::kLoss, 0})) << write_position(position);
      continue;
    }
    int shortest_loss = -1, longest_win = -1;
    bool draws = false;
    for (const Move& move : legal_moves(position, solution.graph.rules)) {
      const Value next = solution.value_of(with_light_to_move(apply(position, move)));
      switch (next.outcome) {
        case Outcome::kDraw:
          draws = true;
          break;
        case Outcome::kWin:
          longest_win = std::max(longest_win, next.plies);
          break;
        case Outcome::kLoss:
          shortest_loss = shortest_loss < 0 ? next.plies : std::min(shortest_loss, next.plies);
          break;
      }
    }
    Value expected;
    if (shortest_loss >= 0) {
      expected = {Outcome::kWin, shortest_loss + 1};
    } else if (!draws) {
      expected = {Outcome::kLoss, longest_win + 1};
    }
    ASSERT_EQ(value, expected) << write_position(position);
  }
}

struct DomainCounts {
  Rules rules;
  std::size_t win, loss, draw;
  int longest;  // 0: not known from elsewhere
};

TEST(ReferenceSolve, DomainOfBase3) {
  for (const DomainCounts& expected : {DomainCounts{children(3), 46487, 58566, 0, 0},
                                       DomainCounts{standard(3), 55926, 49127, 0, 17},
                                       DomainCounts{advanced(3), 58377, 39562, 7114, 23}}) {
    SCOPED_TRACE(name_of(expected.rules));
    const Solution solution = solve_domain(expected.rules);
    // No move leads out of the domain.
    EXPECT_EQ(solution.graph.positions.size(), 105053u);
    const Counts counts = count(solution.values);
    EXPECT_EQ(counts.win, expected.win);
    EXPECT_EQ(counts.loss, expected.loss);
    EXPECT_EQ(counts.draw, expected.draw);
    if (expected.longest != 0) {
      EXPECT_EQ(counts.longest, expected.longest);
    }
    expect_consistent(solution);
  }
}

TEST(ReferenceSolve, DomainOfBase2) {
  for (const Rules& rules : all_rules(2)) {
    SCOPED_TRACE(name_of(rules));
    const Solution solution = solve_domain(rules);
    EXPECT_EQ(solution.graph.positions.size(), 99u);
    expect_consistent(solution);
  }
}

class ReferenceSolvedBase3 : public testing::TestWithParam<Rules> {};

TEST_P(ReferenceSolvedBase3, AgreesWithTheVectors) {
  const Rules rules = GetParam();
  const Solution solution = solve_reachable(rules);
  const Counts counts = count(solution.values);
  const Value start = solution.value_of(empty_board(3));
  int lines = 0;
  for (const std::vector<std::string>& row : read_table("solved_base3.csv", ',', 9)) {
    if (name_of(rules_named(3, row[0], row[1], row[2])) != name_of(rules)) continue;
    ++lines;
    EXPECT_EQ(solution.graph.positions.size(), decimal(row[3]));
    EXPECT_EQ(counts.win, decimal(row[4]));
    EXPECT_EQ(counts.loss, decimal(row[5]));
    EXPECT_EQ(counts.draw, decimal(row[6]));
    EXPECT_EQ(start.outcome, row[7] == "win"    ? Outcome::kWin
                             : row[7] == "loss" ? Outcome::kLoss
                                                : Outcome::kDraw);
    if (start.outcome != Outcome::kDraw || !row[8].empty()) {
      EXPECT_EQ(start.plies, static_cast<int>(decimal(row[8])));
    }
  }
  EXPECT_EQ(lines, 1);
}

INSTANTIATE_TEST_SUITE_P(Vectors, ReferenceSolvedBase3, testing::ValuesIn(all_rules(3)), test_name);

TEST(ReferenceSolve, ColourPlaysNoPart) {
  Rules standard_may_raise = standard(3);
  standard_may_raise.empty_reserve = EmptyReserve::kMayRaise;
  for (const Rules& rules : {standard_may_raise, advanced(3)}) {
    const Solution coloured = solve_reachable(rules);
    const Solution whole = solve_domain(rules);
    for (std::size_t i = 0; i < coloured.values.size(); ++i) {
      ASSERT_EQ(coloured.values[i], whole.value_of(with_light_to_move(coloured.graph.positions[i])))
          << write_position(coloured.graph.positions[i]);
    }
  }
}

// ---- random games ----

TEST(ReferenceRandomGame, IsPlayedByLegalMovesAndRepeatable) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const std::vector<Position> game = random_game(standard(4), seed);
    EXPECT_EQ(game, random_game(standard(4), seed));
    EXPECT_NE(game, random_game(standard(4), seed + 1));
    EXPECT_EQ(game.front(), empty_board(4));
    for (std::size_t i = 0; i + 1 < game.size(); ++i) {
      std::set<Position> successors;
      for (const Move& move : legal_moves(game[i], standard(4)))
        successors.insert(apply(game[i], move));
      EXPECT_EQ(successors.count(game[i + 1]), 1u);
    }
    EXPECT_TRUE(is_over(game.back(), standard(4)) || game.size() == 201u);
  }
}

}  // namespace
}  // namespace reference
