// Full solutions of base 4: the published verdicts, the counts, and a random sample checked by plain move
// generation. Minutes and some 2.4 GB; label `slow`.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "solver/retrograde/solve.hpp"
#include "solver/verify/verify.hpp"

namespace pylos {
namespace {

constexpr std::uint64_t kDomain = 12'507'810'089;

Solution solved(RuleSet rules) {
  SolveOptions options;
  options.game = {rules, 4};
  return solve(options);
}

void expect_sample_agrees(const Solution& solution) {
  VerifyOptions options;
  options.samples = 2'000'000;
  const VerifyReport report = verify(solution, options);
  EXPECT_EQ(report.positions, options.samples);
  EXPECT_EQ(report.mismatches, 0U);
}

TEST(Base4, ChildrenIsLostIn36WithTheKnownCounts) {
  const Solution solution = solved(kChildren);
  EXPECT_EQ(solution.value(Position{}), Value::loss(36));
  const Counts all = solution.statistics().all();
  EXPECT_EQ(all.win, 6'144'843'807U);
  EXPECT_EQ(all.loss, 6'362'966'282U);
  EXPECT_EQ(all.draw, 0U);
  // Counts of an independent program.
  const std::vector<std::uint64_t> first = {1'208'628'748, 1'053'511'228, 648'039'194, 942'081'836,
                                            948'050'703,   993'733'140,   861'232'158};
  const auto& by_distance = solution.statistics().by_distance;
  ASSERT_EQ(by_distance.size(), 39U);
  EXPECT_EQ(std::vector(by_distance.begin(), by_distance.begin() + 7), first);
  EXPECT_EQ(by_distance.back(), 24U);
  expect_sample_agrees(solution);
}

// Backward induction above, rounds here: two ways that share the maps of moves alone.
TEST(Base4, ChildrenByRoundsIsTheSame) {
  SolveOptions options;
  options.game = {kChildren, 4};
  options.method = SolveMethod::induction;
  const Solution induction = solve(options);
  options.method = SolveMethod::rounds;
  const Solution rounds = solve(options);
  EXPECT_EQ(rounds.statistics(), induction.statistics());
  EXPECT_EQ(rounds.checksum(), induction.checksum());
}

TEST(Base4, StandardIsLostIn40) {
  const Solution solution = solved(kStandard);
  EXPECT_EQ(solution.value(Position{}), Value::loss(40));
  EXPECT_EQ(solution.statistics().all().total(), kDomain);
  EXPECT_GT(solution.statistics().all().draw, 0U);
  expect_sample_agrees(solution);
}

TEST(Base4, AdvancedIsADrawWhereRecoveringIsADuty) {
  const Solution solution = solved(kAdvanced);
  EXPECT_EQ(solution.value(Position{}), Value::draw());
  EXPECT_EQ(solution.statistics().all().total(), kDomain);
  expect_sample_agrees(solution);
}

TEST(Base4, AdvancedIsLostIn46WhereRecoveringIsNoDuty) {
  RuleSet rules = kAdvanced;
  rules.recover_min = 0;
  const Solution solution = solved(rules);
  EXPECT_EQ(solution.value(Position{}), Value::loss(46));
  EXPECT_EQ(solution.statistics().all().total(), kDomain);
  expect_sample_agrees(solution);
}

}  // namespace
}  // namespace pylos
