#include "perft.hpp"

#include <set>

#include "symmetry.hpp"

namespace reference {

std::uint64_t count_sequences(const Position& position, const Rules& rules, int plies) {
  if (plies == 0) return 1;
  std::uint64_t count = 0;
  for (const Move& move : legal_moves(position, rules))
    count += count_sequences(apply(position, move), rules, plies - 1);
  return count;
}

Layer first_layer(const Position& position) { return {{position, 1}}; }

Layer next_layer(const Layer& layer, const Rules& rules) {
  Layer next;
  for (const auto& [position, ways] : layer) {
    for (const Move& move : legal_moves(position, rules)) next[apply(position, move)] += ways;
  }
  return next;
}

std::uint64_t sequences_of(const Layer& layer) {
  std::uint64_t count = 0;
  for (const auto& [position, ways] : layer) count += ways;
  return count;
}

std::uint64_t classes_of(const Layer& layer) {
  std::set<Position> representatives;
  for (const auto& [position, ways] : layer) representatives.insert(representative(position));
  return representatives.size();
}

}  // namespace reference
