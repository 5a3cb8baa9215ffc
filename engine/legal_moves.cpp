#include "engine/legal_moves.hpp"

namespace pylos {

std::vector<Move> legal_moves(Position p, Game game) {
  return with_game(game, [&]<int B, RuleSet R>() {
    std::vector<Move> moves;
    for_each_move<B, R>(p, [&](Move move) { moves.push_back(move); });
    return moves;
  });
}

}  // namespace pylos
