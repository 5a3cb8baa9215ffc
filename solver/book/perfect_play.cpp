#include "solver/book/perfect_play.hpp"

#include <array>
#include <set>

namespace pylos::book {

using database::Database;
using database::MoveValue;

std::vector<MoveValue> best_moves(const Database& database, Position p) {
  std::vector<MoveValue> moves = database.moves(p);  // best first
  std::size_t count = 0;
  while (count < moves.size() &&
         badness_of_move(moves[count].value) == badness_of_move(moves[0].value)) {
    ++count;
  }
  moves.erase(moves.begin() + static_cast<std::ptrdiff_t>(count), moves.end());
  return moves;
}

PerfectLine perfect_line(const Database& database, Position start, int most_plies) {
  PerfectLine line;
  line.last = start;
  line.last_value = database.value(start);
  std::array<std::set<Position>, 2> seen;  // by side to move
  for (int ply = 0;; ++ply) {
    std::vector<MoveValue> best = best_moves(database, line.last);
    if (best.empty()) {
      line.end = LineEnd::over;
      return line;
    }
    if (!seen[static_cast<std::size_t>(ply % 2)].insert(line.last).second) {
      line.end = LineEnd::repetition;
      return line;
    }
    if (ply == most_plies) {
      line.end = LineEnd::limit;
      return line;
    }
    const MoveValue played = best.front();
    line.plies.push_back({line.last, line.last_value, std::move(best)});
    line.last = played.after;
    line.last_value = played.value;
  }
}

}  // namespace pylos::book
