// The retrograde solver against plain value iteration, and against itself on any number of threads.
#include <bit>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "engine/errors.hpp"
#include "engine/symmetry.hpp"
#include "solver/table/storage.hpp"
#include "solver/retrograde/solve.hpp"
#include "solver/verify/verify.hpp"
#include "tests/spoilt_game.hpp"
#include "tests/reference_games.hpp"

namespace pylos {
namespace {

SolveOptions options_for(Game game, std::optional<SolveMethod> method = {}) {
  SolveOptions options;
  options.game = game;
  options.method = method;
  options.threads = 2;
  return options;
}

Solution solved(Game game, int threads = 2) {
  SolveOptions options = options_for(game);
  options.threads = threads;
  return solve(options);
}

// Those that the game allows.
std::vector<SolveMethod> methods(Game game) {
  if (game.rules.recovers()) return {SolveMethod::rounds};
  return {SolveMethod::rounds, SolveMethod::induction};
}

class SmallGame : public testing::TestWithParam<Game> {};
INSTANTIATE_TEST_SUITE_P(All, SmallGame, testing::ValuesIn(twin::small_games()), twin::game_name);

TEST_P(SmallGame, EveryValueEqualsValueIteration) {
  const reference::Solution expected = reference::solve_domain(twin::reference_rules(GetParam()));
  std::vector<Solution> solutions;
  for (const SolveMethod method : methods(GetParam())) {
    solutions.push_back(solve(options_for(GetParam(), method)));
  }
  Counts counts;
  std::vector<std::uint64_t> by_distance;
  std::vector<Counts> by_spheres(static_cast<std::size_t>(kMaxCells) + 1);
  for (std::size_t i = 0; i < expected.graph.positions.size(); ++i) {
    const Position p = twin::position_of(expected.graph.positions[i]).position;
    const Value value = twin::value_of(expected.values[i]);
    for (const Solution& solution : solutions) {
      ASSERT_EQ(solution.value(p), value) << reference::write_position(expected.graph.positions[i]);
    }
    Counts one;
    (value.outcome == Outcome::win    ? one.win
     : value.outcome == Outcome::loss ? one.loss
                                      : one.draw) = 1;
    counts += one;
    by_spheres[static_cast<std::size_t>(p.occupied().size())] += one;
    if (!value.decided()) continue;
    const auto d = static_cast<std::size_t>(*value.plies);
    if (by_distance.size() <= d) by_distance.resize(d + 1, 0);
    ++by_distance[d];
  }
  for (const Solution& solution : solutions) {
    EXPECT_EQ(solution.statistics().all(), counts);
    EXPECT_EQ(solution.statistics().by_distance, by_distance);
    for (std::size_t n = 0; n < by_spheres.size(); ++n) {
      EXPECT_EQ(solution.statistics().by_spheres[n], by_spheres[n]) << n << " spheres";
    }
    EXPECT_EQ(solution.checksum(), solutions.front().checksum());
  }
}

TEST_P(SmallGame, AllImagesOfAPositionHaveOneValue) {
  const Solution solution = solved(GetParam());
  const auto domain = reference::domain(GetParam().base);
  for (std::size_t i = 0; i < domain.size(); i += 7) {
    const Position p = twin::position_of(domain[i]).position;
    with_base(GetParam().base, [&]<int B>() {
      for (const Symmetry g : kAllSymmetries) {
        EXPECT_EQ(solution.value(image<B>(g, p)), solution.value(p));
      }
    });
  }
}

TEST_P(SmallGame, AWholeBundleHoldsTheSameValues) {
  const Solution solution = solved(GetParam());
  const table::SolutionStorage& storage = table::storage_of(solution);
  for (table::ShapeId id = 0; id < storage.table.tier_end(storage.top_tier); ++id) {
    const int spheres = storage.table[id].spheres;
    for (std::uint32_t bundle = 0; bundle < table::bundle_count(spheres); ++bundle) {
      const auto words = storage.bundle_values(id, bundle);
      for (std::uint32_t i = 0; i < table::kBundleColourings; ++i) {
        const std::uint32_t mover = bundle * table::kBundleColourings + i;
        const auto byte = static_cast<std::uint8_t>(words[i / 8] >> 8 * (i % 8));
        const int own = std::popcount(mover);
        const int most = storage.table.spheres_a_side();
        if (mover >= 1U << spheres || own > most || spheres - own > most) {
          ASSERT_EQ(byte, table::SolutionStorage::kNoPositionByte);
          continue;
        }
        const Value value = storage.value(id, mover);
        ASSERT_EQ(byte, value.decided() ? value.plies : table::SolutionStorage::kDrawByte)
            << id << ' ' << mover;
      }
    }
  }
}

TEST_P(SmallGame, ThreadsDoNotMatter) {
  // As many threads as asked for, on any machine.
  const tbb::global_control allow(tbb::global_control::max_allowed_parallelism, 8);
  const Solution one = solved(GetParam(), 1);
  for (const int threads : {2, 7}) {
    const Solution many = solved(GetParam(), threads);
    EXPECT_EQ(many.checksum(), one.checksum());
    EXPECT_EQ(many.statistics(), one.statistics());
  }
}

TEST_P(SmallGame, VerificationAgrees) {
  const Solution solution = solved(GetParam());
  const VerifyReport all = verify(solution, {});
  EXPECT_EQ(all.mismatches, 0U);
  EXPECT_EQ(all.positions, GetParam().base == 2 ? 53U : 28067U)
      << "canonical shapes, colourings of each";
  VerifyOptions sample;
  sample.samples = 1000;
  const VerifyReport some = verify(solution, sample);
  EXPECT_EQ(some.positions, 1000U);
  EXPECT_EQ(some.mismatches, 0U);
}

using table::ShapeId;
using table::Word;

// Turns a win into a loss of about the same distance, or the other way round.
void flip_winner(table::SolutionStorage& storage, ShapeId shape, std::uint32_t mover) {
  ASSERT_LT(mover, std::uint32_t{table::kBundleColourings}) << "of the shape's only bundle";
  table::Bundle one{};
  one[mover / 32] = Word{1} << mover % 32;
  storage.distances.record(shape, 0, one, 1);  // a second time: the lowest bit turns round
}

ShapeId shape_of(const Solution& solution, const char* text, int base) {
  return table::storage_of(solution).table.key(position_from_text(text, base).position).shape;
}

TEST(Verification, FindsEveryWrongWinner) {
  twin::SpoiltGame spoilt({kStandard, 3});
  const Solution& solution = spoilt.solution;
  const ShapeId shape = shape_of(solution, "LLLLDDDD./L.../. l", 3);
  const std::uint32_t colourings = 1U << table::storage_of(solution).table[shape].spheres;
  for (std::uint32_t mover = 0; mover < colourings; mover += 5) {
    const Value before = table::storage_of(solution).value(shape, mover);
    if (std::popcount(mover) > 6 || std::popcount(colourings - 1 - mover) > 6) continue;
    flip_winner(spoilt.storage, shape, mover);
    const VerifyReport report = verify(solution, {});
    EXPECT_GE(report.mismatches, 1U) << mover;
    bool named = false;
    for (const Mismatch& m : report.first) named = named || m.expected == before;
    EXPECT_TRUE(named) << mover;
    flip_winner(spoilt.storage, shape, mover);
  }
  EXPECT_EQ(verify(solution, {}).mismatches, 0U);
}

TEST(Verification, FindsAWrongDistanceAndAFalseDraw) {
  twin::SpoiltGame spoilt({kAdvanced, 3});
  const Solution& solution = spoilt.solution;
  table::SolutionStorage& storage = spoilt.storage;
  const ShapeId shape = shape_of(solution, "LLLLDDDD./L.../. l", 3);
  const std::uint32_t mover = 0b000011111;
  const std::uint32_t opponent = 0b111100000;
  storage.undecided_words(shape)[opponent / 32] ^= Word{1} << opponent % 32;
  EXPECT_GE(verify(solution, {}).mismatches, 1U);
  storage.undecided_words(shape)[opponent / 32] ^= Word{1} << opponent % 32;
  EXPECT_EQ(verify(solution, {}).mismatches, 0U);

  table::Bundle one{};
  one[mover / 32] = Word{1} << mover % 32;
  storage.distances.reserve(40);
  storage.distances.record(shape, 0, one, 32);  // adds 32 to whatever it was
  EXPECT_GE(verify(solution, {}).mismatches, 1U);
}

TEST(Verification, ReportsTheFirstOnesInOrderAndCountsAll) {
  twin::SpoiltGame spoilt({kStandard, 3});
  const Solution& solution = spoilt.solution;
  const ShapeId shape = shape_of(solution, "LLLLDDDD./L.../. l", 3);
  for (std::uint32_t mover = 0; mover < 1U << table::storage_of(solution).table[shape].spheres; ++mover) {
    const int spheres = table::storage_of(solution).table[shape].spheres;
    if (std::popcount(mover) > 6 || spheres - std::popcount(mover) > 6) continue;  // decided by count
    flip_winner(spoilt.storage, shape, mover);
  }
  VerifyOptions options;
  options.most_reported = 3;
  const VerifyReport one = verify(solution, options);
  options.threads = 3;
  const VerifyReport many = verify(solution, options);
  EXPECT_GT(one.mismatches, 100U);
  EXPECT_EQ(one.mismatches, many.mismatches);
  ASSERT_EQ(one.first.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(one.first[i].position, many.first[i].position);
}

TEST(Solve, RefusesWhatCannotBe) {
  SolveOptions options;
  options.game = {kStandard, 5};
  EXPECT_THROW(solve(options), InputError);
  options.game = {kStandard, 3};
  for (const int threads : {-1, kMaxThreads + 1}) {
    options.threads = threads;
    EXPECT_THROW(solve(options), InputError);
  }
  options.threads = 1;
  options.memory_limit = 1;
  try {
    solve(options);
    FAIL() << "one byte of memory is not enough";
  } catch (const OutOfMemory& error) {
    EXPECT_NE(std::string(error.what()).find("standard on base 3"), std::string::npos);
  }
}

TEST(Solve, RefusesInductionWhereItCannotBe) {
  for (const RuleSet rules : kAllRuleSets) {
    SolveOptions options = options_for({rules, 3}, SolveMethod::induction);
    EXPECT_EQ(method_of(options_for({rules, 3})),
              rules.recovers() ? SolveMethod::rounds : SolveMethod::induction);
    if (rules.recovers()) {
      EXPECT_THROW(solve(options), InputError) << to_text(rules);
    }
    options.checkpoint_folder = "folder";
    EXPECT_THROW(method_of(options), InputError);
    options.method.reset();
    EXPECT_EQ(method_of(options), SolveMethod::rounds) << "which a checkpoint takes";
  }
}

TEST(Solve, StatesWhatBase4Takes) {
  for (const auto& [rules, method] :
       {std::pair(kStandard, SolveMethod::rounds), std::pair(kChildren, SolveMethod::induction)}) {
    const std::uint64_t bytes = solve_memory({rules, 4}, method);
    EXPECT_GT(bytes, std::uint64_t{1} << 30);
    EXPECT_LT(bytes, std::uint64_t{3} << 30);
  }
}

TEST(Solve, StopsWhenAsked) {
  for (int stop_at = 0; stop_at < 6; ++stop_at) {
    std::stop_source source;
    SolveOptions options;
    options.game = {kAdvanced, 3};
    options.stop = source.get_token();
    options.progress = [&](const SolveProgress& p) {
      if (p.plies >= stop_at) source.request_stop();
    };
    EXPECT_THROW(solve(options), Stopped) << stop_at;
  }
}

TEST(Solve, StopsInductionWhenAsked) {
  for (int stop_at = 12; stop_at > 0; --stop_at) {
    std::stop_source source;
    SolveOptions options = options_for({kChildren, 3});
    options.stop = source.get_token();
    options.progress = [&](const SolveProgress& p) {
      if (p.spheres <= stop_at) source.request_stop();
    };
    EXPECT_THROW(solve(options), Stopped) << stop_at;
  }
}

TEST(Solve, ReportsProgressOfInductionFromTheFullBoardDown) {
  SolveOptions options = options_for({kChildren, 3});
  std::vector<SolveProgress> all;
  options.progress = [&](const SolveProgress& p) { all.push_back(p); };
  solve(options);
  ASSERT_EQ(all.size(), 13U) << "tiers 12 to 0: those above follow from counts";
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].method, SolveMethod::induction);
    EXPECT_EQ(all[i].spheres, 12 - static_cast<int>(i));
    sum += all[i].last_decided;
  }
  EXPECT_EQ(all.back().last_decided, 1U) << "the empty board";
  EXPECT_LT(sum, 105'053U);
  EXPECT_EQ(all.back().decided, 105'053U);
  EXPECT_EQ(all.back().positions, 105'053U);
}

TEST(Solve, ReportsProgressUpToTheWholeDomain) {
  SolveOptions options;
  options.game = {kStandard, 3};
  std::vector<SolveProgress> all;
  options.progress = [&](const SolveProgress& p) { all.push_back(p); };
  const Solution solution = solve(options);
  ASSERT_FALSE(all.empty());
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i].plies, static_cast<int>(i));
  EXPECT_EQ(all.back().decided, 105'053U);
  EXPECT_EQ(all.back().positions, 105'053U);
  EXPECT_EQ(all.back().last_decided, 0U);
}

}  // namespace
}  // namespace pylos
