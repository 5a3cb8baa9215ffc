// The small games over the naive reference, for tests that compare whole domains of base 2 and 3.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/game.hpp"
#include "engine/value.hpp"
#include "tests/engine/twin.hpp"
#include "tests/reference/domain.hpp"
#include "tests/reference/graph.hpp"
#include "tests/reference/solve.hpp"

namespace pylos::twin {

/// All rule sets on base 2 and 3.
inline std::vector<Game> small_games() {
  std::vector<Game> games;
  for (const int base : {2, 3}) {
    for (const RuleSet rules : kAllRuleSets) games.push_back({rules, base});
  }
  return games;
}

/// For INSTANTIATE_TEST_SUITE_P.
inline std::string game_name(const testing::TestParamInfo<Game>& info) {
  std::string name = to_text(info.param.rules) + "_base" + std::to_string(info.param.base);
  for (char& c : name) {
    if (c == '+') c = '_';
  }
  return name;
}

inline reference::Rules reference_rules(Game game) {
  for (const reference::Rules& rules : reference::all_rules(game.base)) {
    if (game_of(rules) == game) return rules;
  }
  ADD_FAILURE() << "no such rules in the reference";
  return {};
}

inline Value value_of(const reference::Value& value) {
  switch (value.outcome) {
    case reference::Outcome::kWin:
      return Value::win(value.plies);
    case reference::Outcome::kLoss:
      return Value::loss(value.plies);
    case reference::Outcome::kDraw:
      break;
  }
  return Value::draw();
}

/// The reference's position with light as the mover.
inline reference::Position reference_of(Position p, int base) {
  reference::Position result = reference::empty_board(base);
  for (const Cell c : p.mover()) result.at(c.index) = reference::Content::kLight;
  for (const Cell c : p.opponent()) result.at(c.index) = reference::Content::kDark;
  return result;
}

inline std::size_t index_of(const reference::Graph& domain, Position p) {
  return domain.index_of(reference_of(p, domain.rules.base));
}

/// Fewest plies from the empty board to each position of a graph of the domain; -1 where none lead.
inline std::vector<int> distances_from_empty_board(const reference::Graph& domain) {
  std::vector<int> distances(domain.positions.size(), -1);
  std::deque<std::size_t> queue{domain.index_of(reference::empty_board(domain.rules.base))};
  distances[queue.front()] = 0;
  for (; !queue.empty(); queue.pop_front()) {
    for (const int next : domain.successors[queue.front()]) {
      int& distance = distances[static_cast<std::size_t>(next)];
      if (distance >= 0) continue;
      distance = distances[queue.front()] + 1;
      queue.push_back(static_cast<std::size_t>(next));
    }
  }
  return distances;
}

}  // namespace pylos::twin
