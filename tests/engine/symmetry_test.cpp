// The group of the square, canonical forms, and the sizes of the domain: listed, and derived by
// formulas that share no code with the lists.

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/board.hpp"
#include "engine/game.hpp"
#include "engine/position.hpp"
#include "engine/symmetry.hpp"
#include "tests/engine/twin.hpp"
#include "tests/reference/domain.hpp"

namespace pylos {
namespace {

template <int B>
std::vector<Cell> all_cells() {
  std::vector<Cell> cells;
  for (const Cell c : Board<B>::kAll) cells.push_back(c);
  return cells;
}

template <int B>
CellSet image_cell_by_cell(Symmetry g, CellSet set) {
  CellSet result;
  for (const Cell c : set) result |= image<B>(g, c);
  return result;
}

template <int B>
Position random_domain_position(std::mt19937_64& random) {
  return twin::position_of(twin::random_position(B, random)).position;
}

// Every supported shape, each once: from each shape all those with one sphere more.
template <int B>
std::vector<CellSet> supported_shapes() {
  std::vector<CellSet> all;
  std::set<CellSet> level{CellSet{}};
  while (!level.empty()) {
    std::set<CellSet> next;
    for (const CellSet shape : level) {
      all.push_back(shape);
      for (const Cell c : Board<B>::playable(shape)) next.insert(shape | c);
    }
    level = std::move(next);
  }
  return all;
}

template <int B, class Visit>
void for_each_colouring(CellSet shape, Visit&& visit) {
  std::uint32_t mover = shape.bits();
  while (true) {  // every subset, from the whole down to none
    const Position p(CellSet(mover), shape - CellSet(mover));
    if (in_domain<B>(p)) visit(p);
    if (mover == 0) return;
    mover = (mover - 1) & shape.bits();
  }
}

template <class Base>
class EngineSymmetry : public testing::Test {};
template <int B>
struct BaseSide {
  static constexpr int kValue = B;
};
using BaseSides = testing::Types<BaseSide<2>, BaseSide<3>, BaseSide<4>>;
TYPED_TEST_SUITE(EngineSymmetry, BaseSides);

TYPED_TEST(EngineSymmetry, EightDifferentPermutationsThatKeepLevels) {
  constexpr int B = TypeParam::kValue;
  std::set<std::vector<Cell>> maps;
  for (const Symmetry g : kAllSymmetries) {
    std::vector<Cell> map;
    for (const Cell c : all_cells<B>()) {
      map.push_back(image<B>(g, c));
      EXPECT_EQ(Board<B>::place(map.back()).level, Board<B>::place(c).level);
    }
    maps.insert(map);
    std::sort(map.begin(), map.end());
    EXPECT_EQ(map, all_cells<B>());
  }
  EXPECT_EQ(maps.size(), 8U);
  for (const Cell c : all_cells<B>()) EXPECT_EQ(image<B>(Symmetry{}, c), c);
}

TYPED_TEST(EngineSymmetry, ComposeIsDoingOneAfterTheOther) {
  constexpr int B = TypeParam::kValue;
  for (const Symmetry g : kAllSymmetries) {
    for (const Symmetry h : kAllSymmetries) {
      for (const Cell c : all_cells<B>()) {
        EXPECT_EQ(image<B>(compose(g, h), c), image<B>(h, image<B>(g, c)));
      }
    }
    for (const Cell c : all_cells<B>()) EXPECT_EQ(image<B>(inverse(g), image<B>(g, c)), c);
  }
}

TYPED_TEST(EngineSymmetry, SupportsGoToSupportsAndLinesToLines) {
  constexpr int B = TypeParam::kValue;
  using Geometry = Board<B>;
  std::set<CellSet> lines;
  for (int i = 0; i < Geometry::kLines.count; ++i) {
    lines.insert(Geometry::kLines.cells[static_cast<std::size_t>(i)]);
  }
  EXPECT_EQ(lines.size(), static_cast<std::size_t>(Geometry::kLines.count));
  for (const Symmetry g : kAllSymmetries) {
    for (const Cell c : all_cells<B>()) {
      EXPECT_EQ(image<B>(g, Geometry::supports_of(c)), Geometry::supports_of(image<B>(g, c)));
    }
    for (const CellSet line : lines) EXPECT_EQ(lines.count(image<B>(g, line)), 1U);
  }
}

TYPED_TEST(EngineSymmetry, SetsAndPositionsMoveCellByCell) {
  constexpr int B = TypeParam::kValue;
  std::mt19937_64 random(1);
  for (int i = 0; i < 1000; ++i) {
    const CellSet any = CellSet(static_cast<std::uint32_t>(random())) & Board<B>::kAll;
    const Position p = random_domain_position<B>(random);
    for (const Symmetry g : kAllSymmetries) {
      EXPECT_EQ(image<B>(g, any), image_cell_by_cell<B>(g, any));
      EXPECT_EQ(image<B>(g, p), Position(image_cell_by_cell<B>(g, p.mover()),
                                         image_cell_by_cell<B>(g, p.opponent())));
    }
  }
}

TYPED_TEST(EngineSymmetry, CanonicalIsTheLeastImageOfAllEight) {
  constexpr int B = TypeParam::kValue;
  std::mt19937_64 random(2);
  for (int i = 0; i < 3000; ++i) {
    const Position p = random_domain_position<B>(random);
    const Position c = canonical<B>(p);
    EXPECT_EQ(canonical<B>(c), c);
    Position least = p;
    for (const Symmetry g : kAllSymmetries) {
      EXPECT_EQ(canonical<B>(image<B>(g, p)), c);
      least = std::min(least, image<B>(g, p));
    }
    EXPECT_EQ(c, least);
    const CellSet shape = p.occupied();
    const CanonicalShape found = canonical_shape<B>(shape);
    EXPECT_EQ(image<B>(found.by, shape), found.shape);
    for (const Symmetry g : kAllSymmetries) {
      EXPECT_EQ(canonical_shape<B>(image<B>(g, shape)).shape, found.shape);
    }
  }
}

TEST(EngineGroup, Axioms) {
  for (const Symmetry g : kAllSymmetries) {
    EXPECT_EQ(compose(g, Symmetry{}), g);
    EXPECT_EQ(compose(Symmetry{}, g), g);
    EXPECT_EQ(compose(g, inverse(g)), Symmetry{});
    EXPECT_EQ(compose(inverse(g), g), Symmetry{});
    std::set<int> row;
    for (const Symmetry h : kAllSymmetries) {
      const Symmetry gh = compose(g, h);
      EXPECT_LT(gh.number, kSymmetries);
      row.insert(gh.number);
      for (const Symmetry k : kAllSymmetries) {
        EXPECT_EQ(compose(gh, k), compose(g, compose(h, k)));
      }
    }
    EXPECT_EQ(row.size(), 8U);
  }
}

// Positions of a small base: listed by the engine; counted by the reference's binomials; classes
// listed through canonical forms, and derived by counting fixed points.
template <int B>
void expect_domain(std::uint64_t positions) {
  std::uint64_t listed = 0;
  std::set<Position> classes;
  std::uint64_t fixed = 0;
  for (const CellSet shape : supported_shapes<B>()) {
    std::uint64_t of_shape = 0;
    for_each_colouring<B>(shape, [&](Position p) {
      ++of_shape;
      classes.insert(canonical<B>(p));
      for (const Symmetry g : kAllSymmetries) fixed += image<B>(g, p) == p ? 1U : 0U;
    });
    EXPECT_EQ(of_shape, reference::count_colourings(shape.size(), B));
    listed += of_shape;
  }
  EXPECT_EQ(listed, positions);
  EXPECT_EQ(fixed % 8, 0U);
  EXPECT_EQ(classes.size(), fixed / 8);
  std::uint64_t fixed_by_formula = 0;
  for (int g = 0; g < kSymmetries; ++g) {
    fixed_by_formula += reference::count_fixed_positions(B, g);
  }
  EXPECT_EQ(classes.size(), fixed_by_formula / 8);
}

TEST(EngineDomain, PositionsOfBase2) { expect_domain<2>(99); }
TEST(EngineDomain, PositionsOfBase3) { expect_domain<3>(105'053); }

TEST(EngineDomain, ShapesAndPositionsOfBase4) {
  std::map<int, std::uint64_t> shapes;
  std::map<int, std::uint64_t> positions;
  std::set<CellSet> classes;
  std::uint64_t fixed = 0;
  for (const CellSet shape : supported_shapes<4>()) {
    ASSERT_TRUE(Board<4>::is_supported(shape));
    ++shapes[shape.size()];
    positions[shape.size()] += reference::count_colourings(shape.size(), 4);
    classes.insert(canonical_shape<4>(shape).shape);
    for (const Symmetry g : kAllSymmetries) fixed += image<4>(g, shape) == shape ? 1U : 0U;
  }
  std::uint64_t all_shapes = 0;
  std::uint64_t all_positions = 0;
  for (const auto& [spheres, count] : shapes) all_shapes += count;
  for (const auto& [spheres, count] : positions) all_positions += count;
  EXPECT_EQ(all_shapes, 141'120U);
  EXPECT_EQ(classes.size(), 18'458U);
  EXPECT_EQ(fixed, 8 * 18'458U);
  EXPECT_EQ(all_positions, 12'507'810'089U);

  struct Known {
    int spheres;
    std::uint64_t shapes;
    std::uint64_t positions;
  };
  for (const Known& k :
       {Known{8, 14'862, 3'804'672}, Known{12, 12'780, 52'346'880}, Known{16, 4'846, 317'577'764},
        Known{20, 924, 957'434'016}, Known{22, 316, 1'255'844'672}, Known{23, 174, 1'323'669'504},
        Known{24, 93, 1'323'758'652}, Known{25, 47, 1'215'087'240}, Known{26, 24, 1'084'039'680},
        Known{28, 4, 460'003'680}}) {
    EXPECT_EQ(shapes[k.spheres], k.shapes) << k.spheres;
    EXPECT_EQ(positions[k.spheres], k.positions) << k.spheres;
  }

  std::uint64_t fixed_positions = 0;
  for (int g = 0; g < kSymmetries; ++g) fixed_positions += reference::count_fixed_positions(4, g);
  EXPECT_EQ(fixed_positions, 8 * std::uint64_t{1'564'545'295});
}

}  // namespace
}  // namespace pylos
