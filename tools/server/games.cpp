#include "tools/server/games.hpp"

#include <utility>

namespace pylos::server {

void Games::add(Solved solved) {
  const std::string& rules = solved.game().rules();
  if (const Solved* other = find(rules)) {
    throw InputError({"two files of the rule set " + rules + ": '" + other->path() + "' and '" +
                      solved.path() + "'; a server holds one of each"});
  }
  games_.push_back(std::move(solved));
}

const Solved* Games::find(std::string_view rules) const {
  std::string name;
  try {
    name = Game(rules).rules();
  } catch (const InputError&) {
    return nullptr;
  }
  for (const Solved& solved : games_) {
    if (solved.game().rules() == name) return &solved;
  }
  return nullptr;
}

std::string Games::names() const {
  std::string names;
  for (const Solved& solved : games_) {
    names += (names.empty() ? "" : ", ") + solved.game().rules();
  }
  return names;
}

}  // namespace pylos::server
