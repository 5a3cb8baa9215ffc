// A game is a rule set on a base side; the one place where both turn from values into types.
#pragma once

#include <cstddef>
#include <string>

#include "engine/errors.hpp"
#include "engine/rules.hpp"

namespace pylos {

/// A rule set on a board of base side `base` (2, 3 or 4).
struct Game {
  RuleSet rules;
  int base = 4;
  constexpr bool operator==(const Game&) const = default;
};

/// Calls `f.template operator()<B>()` for the base side, 2 to 4, and returns what it returns.
/// Throws InputError for any other base side.
template <class F>
auto with_base(int base, F&& f) {
  switch (base) {
    case 2:
      return f.template operator()<2>();
    case 3:
      return f.template operator()<3>();
    case 4:
      return f.template operator()<4>();
    default:
      throw InputError("base side " + std::to_string(base) + ": there are 2, 3 and 4");
  }
}

/// Calls `f.template operator()<B>(rules)` and returns what it returns. `rules` is a FixedRules for
/// the named games (kAllRuleSets) on base 4, where speed matters, and the RuleSet itself for all
/// others: so f is compiled once for each named game and once more for each base side.
template <int B, std::size_t Next = 0, class F>
auto with_rules(RuleSet rules, F&& f) {
  if constexpr (B == 4 && Next < kAllRuleSets.size()) {
    if (rules == kAllRuleSets[Next]) {
      return f.template operator()<B>(FixedRules<kAllRuleSets[Next]>{});
    }
    return with_rules<B, Next + 1>(rules, f);
  } else {
    return f.template operator()<B>(rules);
  }
}

/// Calls `f.template operator()<B>(rules)` for the game's base side and rule set, as with_rules
/// does, and returns what it returns. Throws InputError for a base side that does not exist.
template <class F>
auto with_game(Game game, F&& f) {
  return with_base(game.base, [&]<int B>() { return with_rules<B>(game.rules, f); });
}

}  // namespace pylos
