#include "engine/rules.hpp"

#include "engine/errors.hpp"
#include "engine/quote.hpp"

namespace pylos {
namespace {

constexpr std::string_view kMinZero = "min0";
constexpr std::string_view kMayRaise = "mayraise";

std::string_view name_of(RecoversOn recovers_on) {
  switch (recovers_on) {
    case RecoversOn::nothing:
      return "children";
    case RecoversOn::square:
      return "standard";
    case RecoversOn::square_or_line:
      break;
  }
  return "advanced";
}

}  // namespace

std::string to_text(RuleSet rules) {
  std::string text(name_of(rules.recovers_on));
  if (rules.recover_min == 0) (text += '+') += kMinZero;
  if (rules.empty_reserve == EmptyReserve::may_raise) (text += '+') += kMayRaise;
  return text;
}

RuleSet rule_set_from_text(std::string_view text) {
  const std::string_view name = text.substr(0, text.find('+'));
  RuleSet rules;
  if (name == "children") {
    rules = kChildren;
  } else if (name == "standard") {
    rules = kStandard;
  } else if (name == "advanced" || name == "mature") {
    rules = kAdvanced;
  } else {
    throw InputError("unknown rule set " + quoted(text) +
                     ": children, standard or advanced, with +min0 and +mayraise after it");
  }

  std::string_view rest = text.substr(name.size());
  bool min_seen = false;
  bool raise_seen = false;
  while (!rest.empty()) {
    rest.remove_prefix(1);  // the plus
    const std::string_view option = rest.substr(0, rest.find('+'));
    rest.remove_prefix(option.size());
    if (option == kMinZero && !min_seen) {
      if (!rules.recovers()) {
        throw InputError("rule set " + quoted(text) +
                         ": min0 means nothing where no sphere is recovered");
      }
      rules.recover_min = 0;
      min_seen = true;
    } else if (option == kMayRaise && !raise_seen) {
      rules.empty_reserve = EmptyReserve::may_raise;
      raise_seen = true;
    } else if (option == kMinZero || option == kMayRaise) {
      throw InputError("rule set " + quoted(text) + ": option " + quoted(option) + " twice");
    } else {
      throw InputError("rule set " + quoted(text) + ": unknown option " + quoted(option) +
                       ", there are min0 and mayraise");
    }
  }
  return rules;
}

}  // namespace pylos
