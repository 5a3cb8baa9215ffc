#include "solve.hpp"

#include <utility>

namespace reference {

namespace {

Solution solve(Graph graph) {
  std::vector<Value> found = values(graph.successors, graph.over);
  return {std::move(graph), std::move(found)};
}

}  // namespace

Value Solution::value_of(const Position& position) const {
  return values[graph.index_of(position)];
}

Solution solve_domain(const Rules& rules) { return solve(domain_graph(rules)); }

Solution solve_reachable(const Rules& rules) { return solve(reachable_graph(rules)); }

}  // namespace reference
