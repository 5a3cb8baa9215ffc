// The solved games of base 2 and 3 by the naive reference, for the tests of the forward search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "engine/game.hpp"
#include "engine/position.hpp"
#include "engine/rules.hpp"
#include "engine/text.hpp"
#include "engine/value.hpp"
#include "solver/search/search.hpp"
#include "tests/reference/solve.hpp"

namespace pylos::search {

/// No value of base 3 is further away (the longest of all games there has fewer than 40 plies).
inline constexpr int kEnough = 40;

inline reference::Rules reference_rules(Game game) {
  for (const reference::Rules& rules : reference::all_rules(game.base)) {
    if (reference::name_of(rules) == to_text(game.rules)) return rules;
  }
  ADD_FAILURE() << "the reference has no " << to_text(game.rules);
  return {};
}

/// A position and its value by the reference.
struct Solved {
  Position position;
  Value value;
};

inline const std::vector<Solved>& solved(Game game) {
  static std::vector<std::pair<Game, std::vector<Solved>>> cache;
  for (const auto& [g, list] : cache) {
    if (g == game) return list;
  }
  const reference::Solution solution = reference::solve_domain(reference_rules(game));
  std::vector<Solved> list;
  for (std::size_t i = 0; i < solution.values.size(); ++i) {
    const reference::Position& from = solution.graph.positions[i];
    CellSet mover;
    CellSet opponent;
    for (int c = 0; c < kMaxCells; ++c) {
      if (from.contents[static_cast<std::size_t>(c)] == reference::Content::kLight)
        mover |= Cell(c);
      if (from.contents[static_cast<std::size_t>(c)] == reference::Content::kDark)
        opponent |= Cell(c);
    }
    const reference::Value v = solution.values[i];
    Value value = Value::draw();
    if (v.outcome == reference::Outcome::kWin) value = Value::win(v.plies);
    if (v.outcome == reference::Outcome::kLoss) value = Value::loss(v.plies);
    list.push_back({Position(mover, opponent), value});
  }
  return cache.emplace_back(game, std::move(list)).second;
}

inline std::string name(Game game, const Solved& s) {
  return to_text(game.rules) + " " +
         to_text(ColouredPosition{s.position, Colour::light}, game.base);
}

/// An oracle that knows the reference's values of all positions of so many spheres and more.
class ReferenceOracle : public LeafOracle {
 public:
  ReferenceOracle(Game game, int least, bool with_distances = true)
      : least_(least), with_distances_(with_distances) {
    for (const Solved& s : solved(game)) {
      if (s.position.occupied().size() < least) continue;
      Value value = s.value;
      if (!with_distances) value.plies.reset();
      values_[s.position.bits()] = value;
    }
  }
  bool may_know(int spheres) const override { return spheres >= least_; }
  bool has_distances() const override { return with_distances_; }
  std::optional<Value> value(Position p) const override {
    const auto found = values_.find(p.bits());
    return found == values_.end() ? std::nullopt : std::optional<Value>(found->second);
  }

 private:
  int least_;
  bool with_distances_;
  std::unordered_map<std::uint64_t, Value> values_;
};

/// A test of a game for each rule set, whose instances are named by rules_name.
class EveryGame : public testing::TestWithParam<RuleSet> {
 protected:
  Game game(int base) const { return {GetParam(), base}; }
};

inline std::string rules_name(const testing::TestParamInfo<RuleSet>& instance) {
  std::string text = to_text(instance.param);
  for (char& c : text) {
    if (c == '+') c = '_';
  }
  return text;
}

}  // namespace pylos::search
