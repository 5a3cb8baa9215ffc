#include "values.hpp"

#include <algorithm>
#include <stdexcept>

namespace reference {

namespace {

// Some move leads to a position lost in exactly `plies`.
bool some_loses_in(const std::vector<int>& successors, const std::vector<Value>& known, int plies) {
  for (int next : successors)
    if (known[static_cast<std::size_t>(next)] == Value{Outcome::kLoss, plies}) return true;
  return false;
}

// Every move leads to a position that the other side wins.
bool all_win(const std::vector<int>& successors, const std::vector<Value>& known) {
  for (int next : successors)
    if (known[static_cast<std::size_t>(next)].outcome != Outcome::kWin) return false;
  return true;
}

}  // namespace

// By breadth: the sweep for distance d sees exactly the positions of a smaller distance, so the
// winner's first chance is its shortest, and the loser's last defence has the longest distance of
// its moves. Undecided positions are held as draws, and those that no sweep reaches are.
std::vector<Value> values(const std::vector<std::vector<int>>& successors,
                          const std::vector<bool>& lost_now) {
  std::vector<Value> known(successors.size());
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (lost_now[i]) {
      known[i] = {Outcome::kLoss, 0};
    } else if (successors[i].empty()) {
      throw std::invalid_argument("reference: a position without a move that is not lost");
    }
  }

  // An odd and an even sweep that add nothing, one after the other, are followed by nothing new.
  int idle_sweeps = 0;
  for (int plies = 1; idle_sweeps < 2; ++plies) {
    std::vector<Value> after = known;  // a sweep must not see its own results
    bool changed = false;
    for (std::size_t i = 0; i < known.size(); ++i) {
      if (known[i].outcome != Outcome::kDraw) continue;
      if (plies % 2 == 1 && some_loses_in(successors[i], known, plies - 1)) {
        after[i] = {Outcome::kWin, plies};
        changed = true;
      } else if (plies % 2 == 0 && all_win(successors[i], known)) {
        after[i] = {Outcome::kLoss, plies};
        changed = true;
      }
    }
    known = after;
    idle_sweeps = changed ? 0 : idle_sweeps + 1;
  }
  return known;
}

Counts count(const std::vector<Value>& values) {
  Counts counts;
  for (const Value& value : values) {
    switch (value.outcome) {
      case Outcome::kDraw:
        ++counts.draw;
        continue;
      case Outcome::kWin:
        ++counts.win;
        break;
      case Outcome::kLoss:
        ++counts.loss;
        break;
    }
    counts.longest = std::max(counts.longest, value.plies);
    const std::size_t plies = static_cast<std::size_t>(value.plies);
    if (counts.by_plies.size() <= plies) counts.by_plies.resize(plies + 1, 0);
    ++counts.by_plies[plies];
  }
  return counts;
}

}  // namespace reference
