#include "graph.hpp"

#include <utility>

#include "domain.hpp"

namespace reference {

namespace {

// Follows legal moves from the positions given until nothing new turns up; `as_named(position)` is
// how a successor is named.
template <class AsNamed>
Graph follow(const Rules& rules, std::vector<Position> start, AsNamed as_named) {
  Graph graph;
  graph.rules = rules;
  graph.positions = std::move(start);
  for (std::size_t i = 0; i < graph.positions.size(); ++i)
    graph.index_by_number[number_of(graph.positions[i])] = static_cast<int>(i);

  for (std::size_t next = 0; next < graph.positions.size(); ++next) {
    const Position position = graph.positions[next];  // a copy: the list grows
    std::vector<int> successors;
    for (const Move& move : legal_moves(position, rules)) {
      const Position successor = as_named(apply(position, move));
      const auto [entry, is_new] = graph.index_by_number.insert(
          {number_of(successor), static_cast<int>(graph.positions.size())});
      if (is_new) graph.positions.push_back(successor);
      successors.push_back(entry->second);
    }
    graph.successors.push_back(successors);
    graph.over.push_back(is_over(position, rules));
  }
  return graph;
}

}  // namespace

std::size_t Graph::index_of(const Position& position) const {
  return static_cast<std::size_t>(index_by_number.at(number_of(position)));
}

Graph domain_graph(const Rules& rules) {
  return follow(rules, domain(rules.base), with_light_to_move);
}

Graph reachable_graph(const Rules& rules) {
  return follow(rules, {empty_board(rules.base)},
                [](const Position& position) { return position; });
}

}  // namespace reference
