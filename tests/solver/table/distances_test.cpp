// Where distances are kept, each layer against plain numbers: bits moved together, planes in
// blocks, and whole bundles of several planes.
#include "solver/table/distances.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <map>
#include <random>
#include <thread>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

namespace pylos::table {
namespace {

Bundle random_bundle(std::mt19937& random, unsigned share) {
  Bundle x{};
  for (int i = 0; i < kBundleColourings; ++i) {
    if (random() % 100 < share) x[i / 32] |= Word{1} << i % 32;
  }
  return x;
}

bool bit(const Bundle& x, std::uint32_t i) { return (x[i / 32] >> i % 32 & 1) != 0; }

TEST(Packing, MovesTheBitsOfSomeColouringsTogether) {
  std::mt19937 random(1);
  for (const unsigned share : {0U, 1U, 50U, 99U, 100U}) {
    for (std::uint32_t begin = 0; begin < kBundleColourings; begin += 1 + begin % 13) {
      const Bundle which = random_bundle(random, share);
      const Bundle x = random_bundle(random, 40);
      const Packing packing(which);
      EXPECT_EQ(packing.size(), count(which));
      EXPECT_EQ(packing.has_any(x), any(x & which));
      const Packing::TwoBundles two = packing.pack(x, begin);
      std::vector<bool> expected(2 * kBundleColourings);
      std::uint32_t at = begin;
      for (std::uint32_t i = 0; i < kBundleColourings; ++i) {
        ASSERT_EQ(packing.rank(i).has_value(), bit(which, i));
        if (!bit(which, i)) continue;
        ASSERT_EQ(static_cast<std::uint32_t>(*packing.rank(i)), at - begin);
        expected[at++] = bit(x, i);
      }
      for (std::uint32_t i = 0; i < expected.size(); ++i) {
        ASSERT_EQ(bit(two[i / kBundleColourings], i % kBundleColourings), expected[i])
            << i << " of those from " << begin;
      }
      EXPECT_FALSE(any(packing.unpack(two, begin) ^ (x & which)));
    }
  }
}

class Planes : public testing::TestWithParam<BlockPlane::Kind> {};

TEST_P(Planes, HoldWhatWasAddedAndNothingElse) {
  constexpr std::uint64_t kBlocks = 5000;
  BlockPlane plane(kBlocks, GetParam());
  std::mt19937 random(2);
  std::map<std::uint64_t, Bundle> expected;
  for (int i = 0; i < 3000; ++i) {
    const std::uint64_t block = random() % kBlocks;
    const Bundle bits = random_bundle(random, static_cast<unsigned>(i % 3));
    plane.add(block, bits);
    expected.try_emplace(block, Bundle{}).first->second ^= bits;
  }
  for (std::uint64_t block = 0; block < kBlocks; ++block) {
    const auto found = expected.find(block);
    const Bundle bundle = found == expected.end() ? Bundle{} : found->second;
    ASSERT_FALSE(any(plane.read(block) ^ bundle)) << block;
    const auto one = static_cast<std::uint32_t>(random() % kBundleColourings);
    ASSERT_EQ(plane.bit(block, one), bit(bundle, one));
  }
  EXPECT_FALSE(any(plane.read(kBlocks))) << "one past the end may be read";
}

TEST_P(Planes, AreWrittenByManyThreads) {
  constexpr std::uint64_t kBlocks = 20'000;
  constexpr unsigned kThreads = 4;
  BlockPlane plane(kBlocks, GetParam());
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < kThreads; ++t) {
    threads.emplace_back([&plane, t] {
      for (std::uint64_t block = t; block < kBlocks; block += kThreads) {
        Bundle number{};
        number[0] = static_cast<Word>(block + 1);
        plane.add(block, number);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::uint64_t block = 0; block < kBlocks; ++block) {
    ASSERT_EQ(plane.read(block)[0], block + 1);
  }
}

TEST_P(Planes, GoOnFromASavedState) {
  constexpr std::uint64_t kBlocks = 1000;
  std::mt19937 random(3);
  BlockPlane first(kBlocks, GetParam());
  for (std::uint64_t block = 0; block < kBlocks; block += 3) {
    first.add(block, random_bundle(random, 50));
  }
  std::vector<std::vector<char>> state;
  first.visit_state([&](void* data, std::size_t bytes) {
    if (bytes == 0) return state.push_back({});
    state.emplace_back(static_cast<char*>(data), static_cast<char*>(data) + bytes);
  });
  BlockPlane second(kBlocks, GetParam());
  std::size_t part = 0;
  second.visit_state([&](void* data, std::size_t bytes) {
    ASSERT_EQ(bytes, state[part].size());
    if (bytes != 0) std::memcpy(data, state[part].data(), bytes);
    ++part;
  });
  for (std::uint64_t block = 0; block < kBlocks; block += 2) {
    const Bundle more = random_bundle(random, 50);
    first.add(block, more);
    second.add(block, more);
  }
  for (std::uint64_t block = 0; block < kBlocks; ++block) {
    ASSERT_FALSE(any(first.read(block) ^ second.read(block))) << block;
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, Planes,
                         testing::Values(BlockPlane::Kind::dense, BlockPlane::Kind::sparse),
                         [](const auto& one) {
                           return one.param == BlockPlane::Kind::dense ? "dense" : "sparse";
                         });

class DistancesOf : public testing::TestWithParam<EmptyReserve> {};

// Each bundle of some shapes, half of them recorded at once, half distance by distance.
TEST_P(DistancesOf, AreThoseRecorded) {
  const ShapeTable table(4);
  constexpr int kTop = 18;
  constexpr int kLongest = 75;
  Distances distances(table, GetParam(), kTop);
  distances.reserve(kLongest);
  const int most = table.spheres_a_side() - (GetParam() == EmptyReserve::loses ? 1 : 0);
  std::mt19937 random(4);
  std::map<std::tuple<ShapeId, std::uint32_t>, std::vector<int>> expected;
  for (int spheres = 0; spheres <= kTop; spheres += 3) {
    for (const ShapeId id : {table.tier_begin(spheres), table.tier_end(spheres) - 1}) {
      for (std::uint32_t bundle = 0; bundle < bundle_count(spheres); ++bundle) {
        auto& values = expected[{id, bundle}];
        if (!values.empty()) continue;  // a tier of one shape
        std::vector<Bundle> planes(7);
        std::vector<Bundle> by_distance(kLongest + 1);
        for (std::uint32_t i = 0; i < kBundleColourings; ++i) {
          const std::uint32_t colouring = bundle << kBundleSlots | i;
          const int ones = std::popcount(colouring);
          const bool in_shape = spheres >= kBundleSlots || i < 1U << spheres;
          const bool has_place = in_shape && ones <= most && spheres - ones <= most;
          const int plies = static_cast<int>(random() % (random() % 8 == 0 ? kLongest + 1 : 8));
          values.push_back(has_place ? plies : 0);
          by_distance[static_cast<std::size_t>(plies)][i / 32] |= Word{1} << i % 32;
          for (std::size_t b = 0; b < planes.size(); ++b) {
            if (plies >> b & 1) planes[b][i / 32] |= Word{1} << i % 32;
          }
        }
        if (bundle % 2 == 0) {
          distances.record(id, bundle, planes);
        } else {
          for (int plies = 0; plies <= kLongest; ++plies) {
            distances.record(id, bundle, by_distance[static_cast<std::size_t>(plies)], plies);
          }
        }
      }
    }
  }
  for (const auto& [where, values] : expected) {
    const auto [id, bundle] = where;
    const auto words = distances.distances(id, bundle);
    std::array<std::uint8_t, kBundleColourings> bytes;
    std::memcpy(bytes.data(), words.data(), sizeof bytes);
    for (std::uint32_t i = 0; i < kBundleColourings; ++i) {
      ASSERT_EQ(bytes[i], values[i]) << id << ' ' << bundle << ' ' << i;
      if (i % 7 == bundle % 7) {
        ASSERT_EQ(distances.distance(id, bundle << kBundleSlots | i), values[i]);
      }
    }
  }
}

// On base 2 the full board is stored, and where an empty reserve loses it has no place.
TEST(Distances, OfAShapeWithoutPlacesAreNone) {
  const ShapeTable table(2);
  Distances distances(table, EmptyReserve::loses, table.cells());
  distances.reserve(20);
  const ShapeId full = table.tier_begin(table.cells());
  distances.record(full, 0, ~Bundle{}, 17);
  for (const std::uint64_t word : distances.distances(full, 0)) EXPECT_EQ(word, 0U);
  EXPECT_EQ(distances.distance(full, 0b00111), 0);
}

INSTANTIATE_TEST_SUITE_P(EmptyReserves, DistancesOf,
                         testing::Values(EmptyReserve::loses, EmptyReserve::may_raise),
                         [](const auto& one) {
                           return one.param == EmptyReserve::loses ? "loses" : "may_raise";
                         });

}  // namespace
}  // namespace pylos::table
