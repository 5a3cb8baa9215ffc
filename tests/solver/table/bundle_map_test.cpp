// The maps of the kernel against the plain index of a colouring, on shapes of every size of base 4.
#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <set>

#include "solver/retrograde/kernel.hpp"
#include "solver/numbering/shapes.hpp"
#include "solver/table/shape_moves.hpp"

namespace pylos::table {

using retrograde::BundleList;
using retrograde::Chunk;
using retrograde::run_chunk;
namespace {

const ShapeTable& table4() {
  static const ShapeTable table(4);
  return table;
}

std::uint32_t words_of(const Shape& shape) {
  return std::max<std::uint32_t>(kLanes, (1U << shape.spheres) >> kWordSlots);
}

std::uint32_t next(std::mt19937& random) { return static_cast<std::uint32_t>(random()); }

// A third of its bundles are empty; their words are anything.
struct RandomSet {
  std::vector<Word> words;
  std::vector<std::uint8_t> filled;
  bool has(std::uint32_t index) const {
    return filled[index / kBundleColourings] != 0 && (words[index / 32] >> index % 32 & 1) != 0;
  }
};

RandomSet random_set(const Shape& shape, std::mt19937& random) {
  RandomSet set;
  for (std::uint32_t i = 0; i < words_of(shape); ++i) set.words.push_back(next(random));
  for (std::uint32_t i = 0; i < words_of(shape) / kLanes; ++i) set.filled.push_back(next(random) % 3 != 0);
  set.words.resize(set.words.size() + kLanes);  // may be read, Memory::kReadPast
  return set;
}

// Which colourings of `parent` have a child in `set` by one action or recovery, one at a time.
bool plain_answer(const ShapeTable& table, const Shape& parent, ShapeLink link, CellSet added,
                  CellSet removed, std::uint32_t index, const RandomSet& set) {
  const auto& slots = parent.slots;
  CellSet mover;
  for (std::size_t i = 0; i < static_cast<std::size_t>(parent.spheres); ++i) {
    if (index >> i & 1) mover |= slots[i];
  }
  if (!mover.contains(removed)) return false;
  CellSet in_child;
  for (const Cell c : (mover - removed) | added) in_child |= table.image(link.by, c);
  return set.has(table.colouring(table[link.shape].cells, in_child));
}

void compare(const Shape& parent, ShapeLink link, const Cell* added, CellSet removed,
             std::mt19937& random) {
  const ShapeTable& table = table4();
  const RandomSet set = random_set(table[link.shape], random);
  retrograde::Plan plan;
  retrograde::Step step;
  step.plain = {set.words.data(), set.filled.data()};
  plan.append(table, parent, link, added, removed, step);

  const std::uint32_t bundles = words_of(parent) / kLanes;
  const std::uint32_t in_chunk = std::min<std::uint32_t>(kChunkLines, bundles);
  const std::uint32_t number = bundles / in_chunk > 1 ? next(random) % (bundles / in_chunk) : 0;
  retrograde::Chunk chunk;
  for (std::uint32_t i = 0; i < in_chunk; ++i) {
    chunk.live.add_if(i, true);
    chunk.wanted[i] = ~Bundle{};
    chunk.reached[i] = Bundle{};
  }
  run_chunk(plan, number, chunk);
  for (int trial = 0; trial < 300; ++trial) {
    const std::uint32_t within = next(random) % std::min(1U << parent.spheres, in_chunk * 512);
    const std::uint32_t index = number * in_chunk * 512 + within;
    const CellSet added_set = added == nullptr ? CellSet{} : CellSet(*added);
    const bool expected = plain_answer(table, parent, link, added_set, removed, index, set);
    const bool found = (chunk.reached[within / 512][within / 32 % 16] >> within % 32 & 1) != 0;
    ASSERT_EQ(found, expected) << "shape " << parent.cells.bits() << " index " << index;
  }
}

TEST(BundleMap, FindsTheChildOfEveryActionAndRecovery) {
  std::mt19937 random(20260101);
  const ShapeTable& table = table4();
  const ShapeMoves moves(table);
  for (int tier = 0; tier <= 24; ++tier) {
    const ShapeId shapes = table.tier_end(tier) - table.tier_begin(tier);
    for (int i = 0; i < 12; ++i) {
      const ShapeId id = table.tier_begin(tier) + next(random) % shapes;
      const Shape& shape = table[id];
      for (const Action& action : moves.actions(id)) {
        compare(shape, action.to_shape, &action.to, action.lifted(), random);
      }
      for (const Recovery& r : moves.recoveries(id)) {
        compare(shape, r.to_shape, nullptr, r.cell, random);
      }
      if (HasFatalFailure()) return;
    }
  }
}

TEST(ShapeTable, CountsOfBase4) {
  const ShapeTable& table = table4();
  EXPECT_EQ(table.shapes().size(), 18'458U);
  std::uint64_t images = 0;
  for (const Shape& shape : table.shapes()) images += static_cast<std::uint64_t>(shape.images);
  EXPECT_EQ(images, 141'120U);
}

TEST(ShapeTable, LinksEveryImageToItsCanonicalShape) {
  const ShapeTable& table = table4();
  for (const Shape& shape : table.shapes()) {
    std::set<std::uint32_t> images;
    for (const Symmetry g : kAllSymmetries) {
      const CellSet image = pylos::image<4>(g, shape.cells);
      images.insert(image.bits());
      const ShapeLink link = table.link(image);
      ASSERT_EQ(table[link.shape].cells, shape.cells);
      ASSERT_EQ(pylos::image<4>(link.by, image), shape.cells);
    }
    ASSERT_EQ(images.size(), static_cast<std::size_t>(shape.images));
  }
}

TEST(Bundle, ReversedIsTheOppositeOrder) {
  std::mt19937 random(7);
  Bundle x;
  for (int i = 0; i < kLanes; ++i) x[i] = next(random);
  const Bundle y = reversed(x);
  for (int i = 0; i < kBundleColourings; ++i) {
    const int j = kBundleColourings - 1 - i;
    EXPECT_EQ(x[i / 32] >> i % 32 & 1, y[j / 32] >> j % 32 & 1) << i;
  }
}

}  // namespace
}  // namespace pylos::table
