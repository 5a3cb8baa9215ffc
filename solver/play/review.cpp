#include "solver/play/review.hpp"

#include <algorithm>

namespace pylos::play {
namespace {

// The value of a position as the side sees it that has just moved there.
Value value_of_move(Value after) {
  if (after.plies) ++*after.plies;
  if (after.outcome == Outcome::win) {
    after.outcome = Outcome::loss;
  } else if (after.outcome == Outcome::loss) {
    after.outcome = Outcome::win;
  }
  return after;
}

int rank(Outcome outcome) { return outcome == Outcome::win ? 2 : outcome == Outcome::draw ? 1 : 0; }

bool is_known(const ReviewedMove& m) {
  return m.played.outcome != Outcome::unknown && m.best_value.outcome != Outcome::unknown;
}

Mark mark_of(const ReviewedMove& m, const std::vector<Choice>& all) {
  if (!is_known(m)) return Mark::none;
  const int lost = rank(m.best_value.outcome) - rank(m.played.outcome);
  if (lost == 2) return Mark::blunder;
  if (lost == 1) return Mark::mistake;
  if (m.best_value.plies && m.played.plies) {
    const int longer = *m.played.plies - *m.best_value.plies;
    if ((m.played.outcome == Outcome::win ? longer : -longer) >= kSlipPlies) return Mark::slip;
  }
  if (m.best_value.outcome == Outcome::loss || all.size() < 2) return Mark::none;
  const auto keeping = std::count_if(all.begin(), all.end(), [&](const Choice& c) {
    const Outcome result = value_of_move(c.after).outcome;
    return result == Outcome::unknown || rank(result) >= rank(m.best_value.outcome);
  });
  return keeping == 1 ? Mark::only_move : Mark::none;
}

SideReview side_review(const std::vector<ReviewedMove>& moves, Colour side) {
  SideReview result;
  int known = 0;
  int kept = 0;
  for (const ReviewedMove& m : moves) {
    if (m.position.to_move != side) continue;
    result.blunders += m.mark == Mark::blunder;
    result.mistakes += m.mark == Mark::mistake;
    result.slips += m.mark == Mark::slip;
    result.only_moves += m.mark == Mark::only_move;
    if (!is_known(m)) continue;
    ++known;
    kept += m.played.outcome == m.best_value.outcome;
  }
  if (known > 0) result.kept = static_cast<double>(kept) / known;
  return result;
}

}  // namespace

std::string_view to_text(Mark mark) {
  switch (mark) {
    case Mark::blunder:
      return "??";
    case Mark::mistake:
      return "?";
    case Mark::slip:
      return "?!";
    case Mark::only_move:
      return "!";
    case Mark::none:
      break;
  }
  return "";
}

Review review(const Record& record, const ValueOf& value_of) {
  Review result;
  ColouredPosition now = record.start;
  for (const Move move : record.moves) {
    ReviewedMove m;
    m.position = now;
    m.move = move;
    m.best_value = value_of(now.position);
    const std::vector<Choice> all = choices(record.game, now.position, value_of);
    for (const Choice& c : all) {
      const Value value = value_of_move(c.after);
      if (c.move == move) m.played = value;
      if (value == m.best_value && value.outcome != Outcome::unknown) m.best.push_back(c.move);
    }
    m.mark = mark_of(m, all);
    result.moves.push_back(std::move(m));
    now = apply(now, move);
  }
  result.light = side_review(result.moves, Colour::light);
  result.dark = side_review(result.moves, Colour::dark);
  for (std::size_t i = result.moves.size(); i-- > 0 && is_known(result.moves[i]);) {
    if (result.moves[i].played.outcome == result.moves[i].best_value.outcome) continue;
    result.decided_at = static_cast<int>(i) + 1;
    break;
  }
  return result;
}

}  // namespace pylos::play
