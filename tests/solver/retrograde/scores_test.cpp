// Scores in bit planes against plain numbers, one colouring at a time.
#include "solver/retrograde/scores.hpp"

#include <array>
#include <cstdint>
#include <random>

#include <gtest/gtest.h>

namespace pylos::retrograde {

using table::Bundle;
using table::Word;
using table::any;
using table::kBundleColourings;
using table::kLanes;
using table::store_bundle;
using table::BundleMap;
namespace {

constexpr int kNobody = -1;  // no such position

// A bundle of distances in plies, or kNobody.
using Plain = std::array<int, kBundleColourings>;

bool bit(const Bundle& x, std::size_t i) { return (x[i / 32] >> i % 32 & 1) != 0; }
void set_bit(Bundle& x, std::size_t i) { x[i / 32] |= Word{1} << i % 32; }

Plain random_distances(std::mt19937& random, int most) {
  Plain distances;
  for (int& d : distances) d = static_cast<int>(random() % static_cast<unsigned>(most + 2)) - 1;
  return distances;
}

template <std::size_t Planes>
BundlePlanes<Planes> planes_of(const Plain& distances, Bundle& valid) {
  BundlePlanes<Planes> planes{};
  valid = Bundle{};
  for (std::size_t i = 0; i < distances.size(); ++i) {
    if (distances[i] == kNobody) continue;
    set_bit(valid, i);
    for (std::size_t k = 0; k < Planes; ++k) {
      if (distances[i] >> k & 1) set_bit(planes[k], i);
    }
  }
  return planes;
}

// What the side that moves to a position of distance `d` prefers, as a number.
int preference(int d) {
  if (d == kNobody) return -1000;
  return d % 2 == 0 ? 1000 - d : d;
}

template <std::size_t Planes>
void best_of_several(int most) {
  std::mt19937 random(static_cast<unsigned>(most));
  BundlePlanes<Planes + 1> best{};
  Plain expected;
  expected.fill(kNobody);
  for (int child = 0; child < 6; ++child) {
    const Plain distances = random_distances(random, most);
    Bundle valid;
    const BundlePlanes<Planes> planes = planes_of<Planes>(distances, valid);
    raise_to(best, scores_of(planes, valid));
    for (std::size_t i = 0; i < distances.size(); ++i) {
      if (preference(distances[i]) > preference(expected[i])) expected[i] = distances[i];
    }
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    // From a score to the distance of the position before: one ply more than the best child's.
    int distance = bit(best[0], i) ? 1 : 0;
    for (std::size_t k = 1; k < best.size(); ++k)
      distance |= (bit(best[k], i) != bit(best[0], i)) << k;
    ASSERT_EQ(distance, expected[i] + 1) << i << ": no child, or one ply more";
  }
}

TEST(Scores, TheBestChildCountsOnePlyMore) {
  best_of_several<2>(3);
  best_of_several<3>(7);
  best_of_several<4>(14);
  best_of_several<5>(31);
  best_of_several<6>(63);
}

TEST(Scores, PlanesForDistances) {
  EXPECT_EQ(planes_for(0), 2U);
  EXPECT_EQ(planes_for(3), 2U);
  EXPECT_EQ(planes_for(4), 3U);
  EXPECT_EQ(planes_for(31), 5U);
  EXPECT_EQ(planes_for(32), 6U);
}

// Unused planes of a child repeat plane 0: the same scores in more planes.
TEST(Scores, AChildWithFewPlanesIsReadInMany) {
  std::mt19937 random(7);
  Bundle valid;
  const BundlePlanes<2> few = planes_of<2>(random_distances(random, 2), valid);
  const BundlePlanes<3> scores = scores_of(few, valid);
  std::array<std::array<Word, 2 * kLanes>, 3> words{};  // the second half may be read
  ScoreWords child;
  child.used = scores.size();
  for (std::size_t k = 0; k < scores.size(); ++k) {
    store_bundle(words[k].data(), scores[k]);
    child.planes[k] = words[k].data();
  }
  BundleMap same{};  // every colouring stays where it is
  same.sources = 1;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    same.lane_offset[lane] = same.source_lane[lane] = lane;
    same.lane_mask[lane] = ~Word{0};
  }
  const BundlePlanes<5> read = follow<5>(same, child, 0);
  for (std::size_t k = 0; k < read.size(); ++k) {
    const Bundle expected = k < scores.size() ? scores[k] : scores[0];
    EXPECT_FALSE(any(read[k] ^ expected)) << k;
  }
}

}  // namespace
}  // namespace pylos::retrograde
