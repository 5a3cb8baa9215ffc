#include "solver/solve.hpp"

#include <chrono>
#include <memory>

#include "solver/arena.hpp"
#include "solver/database/checkpoint.hpp"
#include "solver/retrograde/memory.hpp"
#include "solver/retrograde/rounds.hpp"
#include "solver/retrograde/storage.hpp"

namespace pylos {

std::uint64_t solve_memory(Game game) {
  // As an upper bound on what distances come to take: the higher planes are written for small shapes only.
  constexpr int kLongest = 63;
  const retrograde::ShapeTable table(game.base);
  return solution_bytes(table, game.rules, kLongest) +
         retrograde::Rounds::working_bytes(table, highest_stored(table));
}

Solution solve(const SolveOptions& options) {
  tbb::task_arena arena = arena_of(options.threads);
  retrograde::require_memory(
      "solving " + to_text(options.game.rules) + " on base " + std::to_string(options.game.base),
      solve_memory(options.game), options.memory_limit);

  const auto begin = std::chrono::steady_clock::now();
  auto storage = std::make_unique<SolutionStorage>(options.game);
  SolveProgress progress;
  progress.positions = storage->positions();
  const bool keeps = !options.checkpoint_folder.empty();
  const database::Checkpoint checkpoint(options.checkpoint_folder, options.game);
  if (keeps) checkpoint.check_folder(options.resume);
  auto last_kept = begin;
  arena.execute([&] {
    retrograde::Rounds rounds(*storage);
    const auto keep = [&](int plies) {
      checkpoint.write(plies, [&](auto&& part) { rounds.visit_state(plies, part); });
      last_kept = std::chrono::steady_clock::now();
    };
    int done = -1;
    if (keeps && options.resume && checkpoint.exists()) {
      done = checkpoint.read([&](int plies, auto&& part) { rounds.visit_state(plies, part); });
    }
    rounds.run(
        [&](int plies, std::uint64_t decided) {
          progress.plies = plies;
          progress.last_round = decided;
          const Counts so_far = storage->statistics.all();
          progress.decided = so_far.win + so_far.loss;
          progress.seconds =
              std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
          // The first rounds are quick; after the last there is nothing to go on with.
          if (keeps && plies >= 2 && decided != 0) {
            const std::chrono::duration<double> since = std::chrono::steady_clock::now() - last_kept;
            const bool stopped = options.stop.stop_requested();
            if (stopped || since.count() >= options.checkpoint_seconds) keep(plies);
            if (stopped) throw Stopped("stopped after ply " + std::to_string(plies));
          }
          if (options.progress) options.progress(progress);
        },
        keeps ? std::stop_token{} : options.stop, done);
  });
  return Solution(std::move(storage));
}

}  // namespace pylos
