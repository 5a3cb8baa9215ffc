// Which game is played: the three options of the rules, clauses 4 to 6, and the base side.
//
// Invariant: with nothing to recover on, recover_min is without effect. Nothing is decided here,
// only named.
#pragma once

#include <string>
#include <vector>

namespace reference {

enum class RecoversOn { kNothing, kSquare, kSquareOrLine };  // clause 4
enum class EmptyReserve { kLoses, kMayRaise };               // clause 6

struct Rules {
  int base = 4;
  RecoversOn recovers_on = RecoversOn::kSquare;
  int recover_min = 1;  // clause 5: 0 or 1
  EmptyReserve empty_reserve = EmptyReserve::kLoses;
};

Rules children(int base);
Rules standard(int base);
Rules advanced(int base);

// The ten different games on one base: children has no recover_min.
std::vector<Rules> all_rules(int base);

// "standard", "advanced+min0+mayraise"; the base is not part of it.
std::string name_of(const Rules& rules);

}  // namespace reference
