// The games that a server holds, one for each rule set, in the order they were given.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <pylos/pylos.hpp>

namespace pylos::server {

class Games {
 public:
  /// Throws InputError for a second one of the same rule set.
  void add(v1::Solved solved);

  const std::vector<v1::Solved>& all() const { return games_; }
  bool empty() const { return games_.empty(); }
  /// The game of a rule set, options in any order, `mature` read as advanced; null when it is not
  /// held or there is no such rule set.
  const v1::Solved* find(std::string_view rules) const;
  /// The rule sets, separated by commas.
  std::string names() const;

 private:
  std::vector<v1::Solved> games_;
};

}  // namespace pylos::server
