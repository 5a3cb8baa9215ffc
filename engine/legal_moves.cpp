#include "engine/legal_moves.hpp"

namespace pylos {

std::vector<Move> legal_moves(Position p, Game game) {
  return with_base(game.base, [&]<int B>() {
    std::vector<Move> moves;
    for_each_move<B>(p, game.rules, [&](Move move) { moves.push_back(move); });
    return moves;
  });
}

}  // namespace pylos
