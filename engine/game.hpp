// A game is a rule set on a base side; the one place where both turn from values into template
// arguments.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "engine/check.hpp"
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

namespace detail {

template <int B, class F, std::size_t... I>
auto with_rules(RuleSet rules, F& f, std::index_sequence<I...>) {
  using Result = decltype(f.template operator()<B, kAllRuleSets[0]>());
  if constexpr (std::is_void_v<Result>) {
    const bool found =
        ((rules == kAllRuleSets[I] && (f.template operator()<B, kAllRuleSets[I]>(), true)) || ...);
    PYLOS_CHECK(found);
  } else {
    std::optional<Result> result;
    const bool found = ((rules == kAllRuleSets[I] &&
                         (result.emplace(f.template operator()<B, kAllRuleSets[I]>()), true)) ||
                        ...);
    PYLOS_CHECK(found);
    return Result(std::move(*result));
  }
}

}  // namespace detail

/// Calls `f.template operator()<B, R>()` with the game's base side and rule set as template
/// arguments, and returns what it returns. Throws InputError for a base side that does not exist.
template <class F>
auto with_game(Game game, F&& f) {
  return with_base(game.base, [&]<int B>() {
    return detail::with_rules<B>(game.rules, f, std::make_index_sequence<kAllRuleSets.size()>{});
  });
}

}  // namespace pylos
