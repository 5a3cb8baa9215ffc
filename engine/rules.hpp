// A rule set as one value (RULES.md, "Rule sets"): what completes a recovery, how few spheres may
// be taken back, and what an empty reserve means. Text and code of it are defined here and nowhere
// else.
//
// Code that is in a hurry takes its rules as a parameter of any type that converts to a RuleSet: a
// RuleSet, or a FixedRules, whose value the compiler knows. Both run the same source; game.hpp
// chooses between them.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pylos {

/// Which formations of one's own colour give spheres back (clause 4).
enum class RecoversOn : std::uint8_t { nothing, square, square_or_line };

/// What a side to move with an empty reserve may do (clause 6).
enum class EmptyReserve : std::uint8_t { loses, may_raise };

struct RuleSet {
  RecoversOn recovers_on = RecoversOn::square;
  /// Fewest spheres taken back after a formation (clause 5): 1 or 0; 1 where nothing recovers.
  std::uint8_t recover_min = 1;
  EmptyReserve empty_reserve = EmptyReserve::loses;

  constexpr bool operator==(const RuleSet&) const = default;
  constexpr bool recovers() const { return recovers_on != RecoversOn::nothing; }
};

/// A rule set that is known at compile time: an empty object, from which the compiler removes every
/// decision about the rules.
template <RuleSet R>
struct FixedRules {
  constexpr operator RuleSet() const { return R; }
};

/// RuleSet or some FixedRules.
template <class T>
concept AnyRules = std::convertible_to<T, RuleSet>;

inline constexpr RuleSet kChildren{RecoversOn::nothing, 1, EmptyReserve::loses};
inline constexpr RuleSet kStandard{RecoversOn::square, 1, EmptyReserve::loses};
inline constexpr RuleSet kAdvanced{RecoversOn::square_or_line, 1, EmptyReserve::loses};

/// The ten games of RULES.md: children, standard and advanced, each followed by its options.
inline constexpr std::array<RuleSet, 10> kAllRuleSets = [] {
  std::array<RuleSet, 10> all{};
  std::size_t count = 0;
  for (const RuleSet plain : {kChildren, kStandard, kAdvanced}) {
    for (const EmptyReserve empty : {EmptyReserve::loses, EmptyReserve::may_raise}) {
      for (const std::uint8_t minimum : {std::uint8_t{1}, std::uint8_t{0}}) {
        if (!plain.recovers() && minimum == 0) continue;
        all[count++] = RuleSet{plain.recovers_on, minimum, empty};
      }
    }
  }
  return all;
}();

/// The text of a rule set as in README, "The rules in short", for instance `standard+min0+mayraise`.
std::string to_text(RuleSet rules);

/// Reads the text of a rule set; options may come in any order, `mature` is read as `advanced`.
/// Throws InputError naming the unknown word, a repeated option, or `min0` for children.
RuleSet rule_set_from_text(std::string_view text);

}  // namespace pylos
