#include "solver/search/worker.hpp"

namespace pylos::search {

std::unique_ptr<WorkerBase> make_worker(Game game, Shared& shared) {
  return with_game(game, [&]<int B>(auto rules) -> std::unique_ptr<WorkerBase> {
    return std::make_unique<Worker<B, decltype(rules)>>(rules, shared);
  });
}

}  // namespace pylos::search
