#include "random_game.hpp"

#include <random>

namespace reference {

std::vector<Position> random_game(const Rules& rules, std::uint64_t seed, int most_plies) {
  std::mt19937_64 random(seed);
  std::vector<Position> game{empty_board(rules.base)};
  for (int ply = 0; ply < most_plies; ++ply) {
    const std::vector<Move> moves = legal_moves(game.back(), rules);
    if (moves.empty()) break;
    // The remainder, not std::uniform_int_distribution, which differs between standard libraries.
    const Move& chosen = moves[static_cast<std::size_t>(random() % moves.size())];
    const Position next = apply(game.back(), chosen);
    game.push_back(next);
  }
  return game;
}

}  // namespace reference
