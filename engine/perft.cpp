#include "engine/perft.hpp"

#include <algorithm>
#include <utility>

#include "engine/legal_moves.hpp"
#include "engine/position_hash.hpp"
#include "engine/symmetry.hpp"

namespace pylos {
namespace {

template <int B, AnyRules R>
std::uint64_t count_sequences(Position p, R rules, int plies) {
  if (plies == 0) return 1;
  std::uint64_t total = 0;
  for_each_move<B>(p, rules, [&](Move move) {
    total += plies == 1 ? 1 : count_sequences<B>(apply(p, move), rules, plies - 1);
  });
  return total;
}

struct Reached {
  Position position;
  std::uint64_t sequences = 0;
};

// Joins equal positions and adds up the ways to reach them.
void merge(std::vector<Reached>& reached) {
  std::sort(reached.begin(), reached.end(),
            [](const Reached& a, const Reached& b) { return a.position < b.position; });
  std::size_t last = 0;
  for (std::size_t i = 1; i < reached.size(); ++i) {
    if (reached[i].position == reached[last].position) {
      reached[last].sequences += reached[i].sequences;
    } else {
      reached[++last] = reached[i];
    }
  }
  if (!reached.empty()) reached.resize(last + 1);
}

template <int B, AnyRules R>
LevelCounts expand(Position start, R rules, int plies) {
  std::vector<Reached> now{{start, 1}};
  for (int ply = 0; ply < plies; ++ply) {
    std::vector<Reached> next;
    std::size_t merge_at = std::size_t{1} << 20;
    for (const Reached& r : now) {
      for_each_move<B>(r.position, rules, [&](Move move) {
        next.push_back({apply(r.position, move), r.sequences});
      });
      if (next.size() < merge_at) continue;
      merge(next);
      merge_at = std::max(merge_at, 2 * next.size());
    }
    merge(next);
    now = std::move(next);
  }

  LevelCounts counts;
  counts.distinct = now.size();
  std::vector<Position> classes;
  classes.reserve(now.size());
  for (const Reached& r : now) {
    const Position as_first = plies % 2 == 0 ? r.position : r.position.turned();
    counts.sequences += r.sequences;
    counts.checksum += splitmix64(two_bit_key(as_first.mover(), as_first.opponent()));
    classes.push_back(canonical<B>(r.position));
  }
  std::sort(classes.begin(), classes.end());
  counts.classes =
      static_cast<std::uint64_t>(std::unique(classes.begin(), classes.end()) - classes.begin());
  return counts;
}

}  // namespace

std::uint64_t perft(Position p, Game game, int plies) {
  return with_game(game, [&]<int B>(auto rules) { return count_sequences<B>(p, rules, plies); });
}

std::vector<DividedCount> perft_divide(Position p, Game game, int plies) {
  PYLOS_CHECK(plies >= 1);
  std::vector<DividedCount> result;
  for (const Move move : legal_moves(p, game)) {
    result.push_back({move, perft(apply(p, move), game, plies - 1)});
  }
  return result;
}

LevelCounts level_counts(Position p, Game game, int plies) {
  return with_game(game, [&]<int B>(auto rules) { return expand<B>(p, rules, plies); });
}

}  // namespace pylos
