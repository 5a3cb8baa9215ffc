// The definition of make_worker, for the translation units that compile it. Internal to
// solver/search.
#pragma once

#include <memory>

#include "engine/game.hpp"
#include "solver/search/worker.hpp"

namespace pylos::search {

template <int B>
std::unique_ptr<WorkerBase> make_worker(RuleSet rules, Shared& shared) {
  const auto make = [&]<int Base, RuleSet R>() -> std::unique_ptr<WorkerBase> {
    return std::make_unique<Worker<Base, R>>(shared);
  };
  return pylos::detail::with_rules<B>(rules, make, std::make_index_sequence<kAllRuleSets.size()>{});
}

}  // namespace pylos::search
