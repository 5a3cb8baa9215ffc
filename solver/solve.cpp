#include "solver/solve.hpp"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <chrono>
#include <memory>

#include "engine/errors.hpp"
#include "solver/retrograde/rounds.hpp"
#include "solver/retrograde/storage.hpp"

namespace pylos {
namespace {

std::uint64_t mib(std::uint64_t bytes) { return (bytes + (1U << 20) - 1) >> 20; }

// The stored bit arrays and, as an upper bound on what distances come to take, so many planes: the higher
// ones are written for small shapes only.
constexpr std::uint64_t kPlanesAtMost = 5;

}  // namespace

std::uint64_t solve_memory(Game game) {
  const retrograde::ShapeTable table(game.base);
  const int top = table.cells() % 2 == 0 ? table.cells() - 2 : table.cells();
  const int most = retrograde::Distances::most_spheres(table, game.rules);
  const retrograde::Distances distances(table, most, top);
  std::uint64_t words = 0;
  for (int n = 0; n <= top; ++n) words += table.level_words(n);
  constexpr std::uint64_t kShapeTableBytes = std::uint64_t{64} << 20;
  return 2 * words * sizeof(retrograde::Word) + retrograde::Rounds::working_bytes(table, top) +
         kPlanesAtMost * distances.plane_bytes() + kShapeTableBytes;
}

Solution solve(const SolveOptions& options) {
  if (options.threads < 0 || options.threads > kMaxThreads) {
    throw InputError("threads: " + std::to_string(options.threads) + " is not from 1 to " +
                     std::to_string(kMaxThreads));
  }
  const std::uint64_t needed = solve_memory(options.game);
  const std::uint64_t allowed =
      options.memory_limit != 0 ? options.memory_limit : retrograde::free_memory();
  if (needed > allowed) {
    throw OutOfMemory("solving " + to_text(options.game.rules) + " on base " +
                      std::to_string(options.game.base) + " takes " + std::to_string(mib(needed)) +
                      " MiB of memory, " + std::to_string(mib(allowed)) + " MiB may be used");
  }

  const auto begin = std::chrono::steady_clock::now();
  const int threads = options.threads == 0 ? tbb::task_arena::automatic : options.threads;
  tbb::task_arena arena(threads);
  auto storage = std::make_unique<SolutionStorage>(options.game);
  SolveProgress progress;
  progress.positions = storage->positions();
  arena.execute([&] {
    retrograde::Rounds rounds(*storage);
    rounds.run(
        [&](int plies, std::uint64_t decided) {
          progress.plies = plies;
          progress.last_round = decided;
          const Counts so_far = storage->statistics.all();
          progress.decided = so_far.win + so_far.loss;
          progress.seconds =
              std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
          if (options.progress) options.progress(progress);
        },
        options.stop);
  });
  return Solution(std::move(storage));
}

}  // namespace pylos
