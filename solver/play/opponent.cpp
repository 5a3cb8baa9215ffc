#include "solver/play/opponent.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include "engine/errors.hpp"
#include "engine/legal_moves.hpp"
#include "engine/quote.hpp"

namespace pylos::play {
namespace {

// The step of splitmix64 (Steele, Lea and Flood, 2014): a well mixed number from any other.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

// Least first is best first, as a player sees it who looks `plies` ahead.
int badness_within(int plies, Position p, const Choice& choice) {
  constexpr int kFar = 1 << 20;
  const Value after = choice.after;
  if (after.decided() && after.plies && *after.plies + 1 <= plies) {
    return after.outcome == Outcome::loss ? *after.plies - kFar : kFar - *after.plies;
  }
  // Spheres that a side owns cancel out: the greater reserve has fewer spheres on the board.
  const Position next = apply(p, choice.move);
  return next.opponent().size() - next.mover().size();
}

int good_replies(Game game, Position p, const ValueOf& value_of) {
  int best = std::numeric_limits<int>::max();
  int count = 0;
  for (const Choice& reply : choices(game, p, value_of)) {
    int badness = badness_of_move(reply.after);
    if (reply.after.outcome == Outcome::loss) badness = 0;  // any win is good
    if (badness < best) count = 0;
    best = std::min(best, badness);
    if (badness == best) ++count;
  }
  return count;
}

// The choices for which `badness` is least, in their order.
template <class Badness>
std::vector<Choice> least(const std::vector<Choice>& all, Badness&& badness) {
  std::vector<Choice> best;
  int least = std::numeric_limits<int>::max();
  for (const Choice& choice : all) {
    const int now = badness(choice);
    if (now < least) best.clear();
    least = std::min(least, now);
    if (now == least) best.push_back(choice);
  }
  return best;
}

}  // namespace

std::string to_text(Level level) { return level.plies ? std::to_string(*level.plies) : "perfect"; }

Level level_from_text(std::string_view text) {
  if (text == "perfect") return {};
  int plies = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), plies);
  if (error == std::errc{} && end == text.data() + text.size() && plies >= 1 &&
      plies <= Level::kHighest) {
    return {plies};
  }
  throw InputError("level " + quoted(text) + ": there are 1 to 12 and perfect");
}

std::vector<Choice> choices(Game game, Position p, const ValueOf& value_of) {
  std::vector<Choice> all;
  for (const Move move : legal_moves(p, game)) all.push_back({move, value_of(apply(p, move))});
  return all;
}

Move choose_move(Game game, Position p, Level level, std::uint64_t seed, const ValueOf& value_of) {
  if (level.plies && (*level.plies < 1 || *level.plies > Level::kHighest)) {
    throw InputError("level " + std::to_string(*level.plies) + ": there are 1 to 12 and perfect");
  }
  const std::vector<Choice> all = choices(game, p, value_of);
  if (all.empty()) throw InputError("the game is over: the side to move has no legal move");
  if (level.plies) {
    const std::vector<Choice> best =
        least(all, [&](const Choice& c) { return badness_within(*level.plies, p, c); });
    return best[mixed(mixed(seed) ^ p.bits()) % best.size()].move;
  }
  std::vector<Choice> best = least(all, [](const Choice& c) { return badness_of_move(c.after); });
  if (best.size() > 1) {
    best = least(best,
                 [&](const Choice& c) { return good_replies(game, apply(p, c.move), value_of); });
  }
  return best.front().move;
}

}  // namespace pylos::play
