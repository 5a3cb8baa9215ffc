#include "rules.hpp"

namespace reference {

Rules children(int base) { return {base, RecoversOn::kNothing, 1, EmptyReserve::kLoses}; }
Rules standard(int base) { return {base, RecoversOn::kSquare, 1, EmptyReserve::kLoses}; }
Rules advanced(int base) { return {base, RecoversOn::kSquareOrLine, 1, EmptyReserve::kLoses}; }

std::vector<Rules> all_rules(int base) {
  std::vector<Rules> all;
  for (EmptyReserve empty_reserve : {EmptyReserve::kLoses, EmptyReserve::kMayRaise}) {
    all.push_back({base, RecoversOn::kNothing, 1, empty_reserve});
    for (RecoversOn recovers_on : {RecoversOn::kSquare, RecoversOn::kSquareOrLine}) {
      for (int recover_min : {1, 0}) all.push_back({base, recovers_on, recover_min, empty_reserve});
    }
  }
  return all;
}

std::string name_of(const Rules& rules) {
  std::string name;
  switch (rules.recovers_on) {
    case RecoversOn::kNothing:
      name = "children";
      break;
    case RecoversOn::kSquare:
      name = "standard";
      break;
    case RecoversOn::kSquareOrLine:
      name = "advanced";
      break;
  }
  if (rules.recovers_on != RecoversOn::kNothing && rules.recover_min == 0) name += "+min0";
  if (rules.empty_reserve == EmptyReserve::kMayRaise) name += "+mayraise";
  return name;
}

}  // namespace reference
