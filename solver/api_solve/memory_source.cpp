// Values worked out in memory, and many values at once: the part of pylos/pylos.hpp that needs the
// solver and its threads.
#include <algorithm>
#include <mutex>
#include <tuple>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "engine/symmetry.hpp"
#include "solver/api/convert.hpp"
#include "solver/api/source.hpp"
#include "solver/retrograde/solve.hpp"
#include "solver/table/storage.hpp"
#include "solver/work/threads.hpp"

namespace pylos::v1 {
namespace {

std::string hexadecimal(std::uint64_t number) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text(16, '0');
  for (std::size_t i = text.size(); i-- > 0; number >>= 4) text[i] = kDigits[number & 15];
  return text;
}

class MemorySource final : public Solved::Source {
 public:
  MemorySource(Solution solution, int threads)
      : Source(solution.game(), shown_game(solution.game())), solution_(std::move(solution)) {
    checksum = hexadecimal(solution_.checksum(threads));
    const table::SolutionStorage& storage = table::storage_of(solution_);
    bytes = table::solution_bytes(storage.table, engine_game.rules,
                                  solution_.statistics().longest());
    statistics = solution_.statistics();
  }

  pylos::Value value(pylos::Position p) const override { return solution_.value(p); }

 private:
  Solution solution_;
};

}  // namespace

Solved solve(const Game& game, const WorkOptions& options) {
  return translated([&] {
    SolveOptions inner;
    inner.game = engine_game(game);
    inner.threads = options.threads;
    inner.memory_limit = options.memory_bytes;
    inner.stop = options.stop;
    if (options.progress) {
      inner.progress = [&](const SolveProgress& p) { options.progress(p.decided, p.positions); };
    }
    return Solved(std::make_shared<MemorySource>(pylos::solve(inner), options.threads));
  });
}

std::vector<Value> values(const Solved& solved, std::span<const Position> positions,
                          const WorkOptions& options) {
  for (const Position& p : positions) require_base(solved.game(), p);
  return translated([&] {
    // Positions near one another in this order are in the same part of a file, which is then decoded
    // once for all of them.
    using Key = std::tuple<CellSet, CellSet, std::size_t>;  // shape, mover, number
    std::vector<Key> order(positions.size());
    tbb::task_arena arena = arena_of(options.threads);
    std::vector<Value> result(positions.size());
    std::mutex mutex;
    std::uint64_t done = 0;
    arena.execute([&] {
      tbb::parallel_for(std::size_t{0}, positions.size(), [&](std::size_t i) {
        order[i] = with_base(solved.game().base(), [&]<int B>() {
          const pylos::Position p = Access::coloured(positions[i]).position;
          const CanonicalShape shape = canonical_shape<B>(p.occupied());
          return Key{shape.shape, pylos::image<B>(shape.by, p.mover()), i};
        });
      });
      std::sort(order.begin(), order.end());
      constexpr std::size_t kGrain = 256;
      tbb::parallel_for(
          tbb::blocked_range<std::size_t>(0, order.size(), kGrain), [&](const auto& part) {
            if (options.stop.stop_requested()) throw pylos::Stopped("stopped");
            for (std::size_t k = part.begin(); k < part.end(); ++k) {
              const std::size_t i = std::get<2>(order[k]);
              result[i] =
                  shown_value(solved.source().value(Access::coloured(positions[i]).position));
            }
            if (!options.progress) return;
            const std::lock_guard lock(mutex);
            done += part.size();
            options.progress(done, order.size());
          });
    });
    return result;
  });
}

}  // namespace pylos::v1
