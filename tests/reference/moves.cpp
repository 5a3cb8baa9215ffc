#include "moves.hpp"

#include <algorithm>
#include <set>

namespace reference {

namespace {

// The board between the action and the recovery of a turn.
Position after_action(const Position& position, const Move& move) {
  Position after = position;
  if (move.is_raise()) after.at(move.from) = Content::kEmpty;
  after.at(move.to) = position.to_move;
  return after;
}

bool wholly_of(const Position& position, const std::vector<int>& formation, Content side) {
  for (int cell : formation)
    if (position.at(cell) != side) return false;
  return true;
}

bool contains(const std::vector<int>& cells, int cell) {
  return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

int level_of(const Position& position, int cell) {
  return geometry(position.base).places[static_cast<std::size_t>(cell)].level;
}

// "2c3": level digit, column letter, row number, at `start` of the text.
int read_cell(const Geometry& g, const std::string& text, std::size_t start) {
  return g.cell_at(text.at(start) - '0', text.at(start + 2) - '1', text.at(start + 1) - 'a');
}

std::string write_cell(const Geometry& g, int cell) {
  const Place& place = g.places[static_cast<std::size_t>(cell)];
  return {static_cast<char>('0' + place.level), static_cast<char>('a' + place.column),
          static_cast<char>('1' + place.row)};
}

}  // namespace

// Words: on level 1 always, above it when all four cells below it are filled.
bool is_supported(const Position& position, int cell) {
  for (int under : geometry(position.base).below[static_cast<std::size_t>(cell)])
    if (position.at(under) == Content::kEmpty) return false;
  return true;
}

// Words: empty and supported.
bool is_playable(const Position& position, int cell) {
  return position.at(cell) == Content::kEmpty && is_supported(position, cell);
}

// Words: no sphere rests on it.
bool is_free(const Position& position, int cell) {
  for (int over : geometry(position.base).above[static_cast<std::size_t>(cell)])
    if (position.at(over) != Content::kEmpty) return false;
  return true;
}

std::vector<Move> actions(const Position& position) {
  const int cells = geometry(position.base).cells();
  const Content mover = position.to_move;
  std::vector<Move> list;

  // Clause 2: from the reserve onto any playable cell.
  if (reserve(position, mover) > 0) {
    for (int to = 0; to < cells; ++to)
      if (is_playable(position, to)) list.push_back({kFromReserve, to, {}});
  }

  // Clause 3: an own free sphere to a strictly higher level, support judged with the sphere already
  // lifted.
  for (int from = 0; from < cells; ++from) {
    if (position.at(from) != mover || !is_free(position, from)) continue;
    Position lifted = position;
    lifted.at(from) = Content::kEmpty;
    for (int to = 0; to < cells; ++to) {
      if (level_of(position, to) > level_of(position, from) && is_playable(lifted, to))
        list.push_back({from, to, {}});
    }
  }
  return list;
}

bool completes_formation(const Position& position, int cell, RecoversOn recovers_on) {
  const Geometry& g = geometry(position.base);
  const Content side = position.at(cell);
  if (recovers_on != RecoversOn::kNothing) {
    for (const std::vector<int>& square : g.squares)
      if (contains(square, cell) && wholly_of(position, square, side)) return true;
  }
  if (recovers_on == RecoversOn::kSquareOrLine) {
    for (const std::vector<int>& line : g.lines)
      if (contains(line, cell) && wholly_of(position, line, side)) return true;
  }
  return false;
}

std::vector<std::vector<int>> recovery_orders(const Position& position, Content side) {
  const int cells = geometry(position.base).cells();
  std::vector<std::vector<int>> orders;
  for (int first = 0; first < cells; ++first) {
    if (position.at(first) != side || !is_free(position, first)) continue;
    orders.push_back({first});
    // The second is judged with the first gone: it may be one that the first was resting on.
    Position without = position;
    without.at(first) = Content::kEmpty;
    for (int second = 0; second < cells; ++second)
      if (without.at(second) == side && is_free(without, second)) orders.push_back({first, second});
  }
  return orders;
}

std::vector<Move> moves_ignoring_the_end(const Position& position, const Rules& rules) {
  std::set<Move> moves;  // a set: two orders of taking the same spheres are one move (clause 4)
  for (const Move& action : actions(position)) {
    const Position after = after_action(position, action);
    if (!completes_formation(after, action.to, rules.recovers_on)) {
      moves.insert(action);
      continue;
    }
    // Clause 5: taking none is a choice only with recover_min 0.
    if (rules.recover_min == 0) moves.insert(action);
    for (std::vector<int> taken : recovery_orders(after, position.to_move)) {
      std::sort(taken.begin(), taken.end());
      moves.insert({action.from, action.to, taken});
    }
  }
  return {moves.begin(), moves.end()};
}

// Whether there is a move at all depends on the actions alone: one that completes a formation can
// always take back the sphere just moved.
bool is_lost_now(const Position& position, const Rules& rules) {
  if (rules.empty_reserve == EmptyReserve::kMayRaise) return actions(position).empty();
  return reserve(position, position.to_move) == 0;
}

bool is_stuck(const Position& position, const Rules& rules) {
  return !is_lost_now(position, rules) && actions(position).empty();
}

bool is_over(const Position& position, const Rules& rules) {
  return is_lost_now(position, rules) || is_stuck(position, rules);
}

std::vector<Move> legal_moves(const Position& position, const Rules& rules) {
  if (is_over(position, rules)) return {};
  return moves_ignoring_the_end(position, rules);
}

Position apply(const Position& position, const Move& move) {
  Position after = after_action(position, move);
  for (int cell : move.recovered) after.at(cell) = Content::kEmpty;
  after.to_move = other(position.to_move);
  return after;
}

Move read_move(int base, const std::string& text) {
  const Geometry& g = geometry(base);
  Move move;
  move.to = read_cell(g, text, 0);
  // Every further cell follows a '-' (then the first was where a raise starts) or an 'x'.
  for (std::size_t i = 3; i + 3 < text.size(); i += 4) {
    const int cell = read_cell(g, text, i + 1);
    if (text[i] == '-') {
      move.from = move.to;
      move.to = cell;
    } else {
      move.recovered.push_back(cell);
    }
  }
  std::sort(move.recovered.begin(), move.recovered.end());
  return move;
}

std::string write_move(int base, const Move& move) {
  const Geometry& g = geometry(base);
  std::string text = move.is_raise() ? write_cell(g, move.from) + "-" : "";
  text += write_cell(g, move.to);
  for (int cell : move.recovered) text += "x" + write_cell(g, cell);
  return text;
}

}  // namespace reference
