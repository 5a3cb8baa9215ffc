// The domain asked for with the base side known at run time only, against the naive reference.
#include <gtest/gtest.h>

#include <set>

#include "engine/domain.hpp"
#include "engine/errors.hpp"
#include "tests/engine/twin.hpp"
#include "tests/reference/domain.hpp"

namespace pylos {
namespace {

TEST(Domain, OfBase2IsThatOfTheReference) {
  std::set<Position> expected;
  for (const reference::Position& p : reference::domain(2)) {
    expected.insert(twin::position_of(p).position);
  }
  // One cell more than the board has.
  for (std::uint32_t mover = 0; mover < 64; ++mover) {
    for (std::uint32_t opponent = 0; opponent < 64; ++opponent) {
      const Position p{CellSet(mover), CellSet(opponent)};
      ASSERT_EQ(in_domain(p, 2), expected.contains(p)) << mover << " and " << opponent;
    }
  }
}

TEST(Domain, EveryFaultOfBase4) {
  const CellSet sixteen = Board<4>::level_cells(1);
  CellSet fifteen = sixteen - Cell(0);
  EXPECT_TRUE(in_domain(Position(fifteen, Cell(0)), 4));
  EXPECT_TRUE(in_domain(Position(Cell(0), fifteen), 4));
  EXPECT_FALSE(in_domain(Position(sixteen, CellSet{}), 4)) << "more spheres than the mover owns";
  EXPECT_FALSE(in_domain(Position(CellSet{}, sixteen), 4)) << "more than the opponent owns";
  EXPECT_FALSE(in_domain(Position(fifteen, fifteen), 4)) << "two spheres on a cell";
  EXPECT_FALSE(in_domain(Position(Cell(16), CellSet{}), 4)) << "nothing below";
  EXPECT_FALSE(in_domain(Position(Cell(30), CellSet{}), 4)) << "beside the board";
}

TEST(Domain, IsOfThreeBaseSides) {
  EXPECT_TRUE(in_domain(Position{}, 3));
  EXPECT_THROW(in_domain(Position{}, 1), InputError);
  EXPECT_THROW(in_domain(Position{}, 5), InputError);
}

}  // namespace
}  // namespace pylos
