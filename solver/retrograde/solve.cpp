#include "solver/retrograde/solve.hpp"

#include <chrono>
#include <memory>
#include <utility>

#include "engine/errors.hpp"
#include "solver/work/threads.hpp"
#include "solver/retrograde/checkpoint.hpp"
#include "solver/retrograde/induction.hpp"
#include "solver/work/memory.hpp"
#include "solver/retrograde/rounds.hpp"
#include "solver/table/storage.hpp"
#include "solver/retrograde/solve_storage.hpp"

namespace pylos {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Keeps count of positions decided, and reports it.
class ProgressReporter {
 public:
  ProgressReporter(const SolveOptions& options, const table::SolutionStorage& storage, Clock::time_point begin)
      : options_(options), begin_(begin) {
    progress_.method = method_of(options);
    progress_.positions = storage.positions();
  }

  void report(int plies, int spheres, std::uint64_t last, const Statistics& so_far) {
    progress_.plies = plies;
    progress_.spheres = spheres;
    progress_.last_decided = last;
    const Counts all = so_far.all();
    progress_.decided = all.win + all.loss;
    progress_.seconds = seconds_since(begin_);
    if (options_.progress) options_.progress(progress_);
  }

 private:
  const SolveOptions& options_;
  Clock::time_point begin_;
  SolveProgress progress_;
};

void solve_by_induction(table::SolutionStorage& storage, const SolveOptions& options,
                        ProgressReporter& reporter) {
  retrograde::BackwardInduction induction(storage);
  induction.run(
      [&](int spheres, std::uint64_t decided) {
        reporter.report(0, spheres, decided, storage.statistics);
      },
      options.stop);
}

void solve_by_rounds(table::SolutionStorage& storage, const SolveOptions& options,
                     ProgressReporter& reporter) {
  const bool keeps = !options.checkpoint_folder.empty();
  const retrograde::Checkpoint checkpoint(options.checkpoint_folder, options.game);
  if (keeps) checkpoint.check_folder(options.resume);
  retrograde::Rounds rounds(storage);
  int done = -1;
  if (keeps && options.resume && checkpoint.exists()) {
    done = checkpoint.read([&](int plies, auto&& part) { rounds.visit_state(plies, part); });
  }
  auto last_kept = Clock::now();
  const auto keep = [&](int plies) {
    checkpoint.write(plies, [&](auto&& part) { rounds.visit_state(plies, part); });
    last_kept = Clock::now();
  };
  rounds.run(
      [&](int plies, std::uint64_t decided) {
        // The first rounds are quick; after the last there is nothing to go on with.
        if (keeps && plies >= 2 && decided != 0) {
          const bool stopped = options.stop.stop_requested();
          if (stopped || seconds_since(last_kept) >= options.checkpoint_seconds) keep(plies);
          if (stopped) throw Stopped("stopped after ply " + std::to_string(plies));
        }
        reporter.report(plies, 0, decided, storage.statistics);
      },
      keeps ? std::stop_token{} : options.stop, done);
}

std::uint64_t solve_memory(const table::ShapeTable& table, RuleSet rules, SolveMethod method) {
  // As an upper bound on what distances come to take: five full planes. When the sixth is begun, of
  // which a third comes to be written, the just lost have given back more than that.
  constexpr int kLongest = 31;
  const int top = table::highest_stored(table);
  return table::solution_bytes(table, rules, kLongest) +
         (method == SolveMethod::induction
              ? retrograde::BackwardInduction::working_bytes(table, top)
              : retrograde::Rounds::working_bytes(table, top));
}

}  // namespace

SolveMethod method_of(const SolveOptions& options) {
  const bool possible = retrograde::BackwardInduction::possible(options.game.rules);
  const bool keeps = !options.checkpoint_folder.empty();
  if (options.method == SolveMethod::induction) {
    if (!possible) {
      throw InputError("backward induction: with recoveries positions may come back, as in " +
                       to_text(options.game.rules));
    }
    if (keeps) throw InputError("backward induction keeps no checkpoint");
  }
  return options.method.value_or(possible && !keeps ? SolveMethod::induction : SolveMethod::rounds);
}

std::uint64_t solve_memory(Game game, SolveMethod method) {
  return solve_memory(table::ShapeTable(game.base), game.rules, method);
}

Solution solve(const SolveOptions& options) {
  return Solution(retrograde::solve_storage(options));
}

std::unique_ptr<table::SolutionStorage> retrograde::solve_storage(const SolveOptions& options) {
  const SolveMethod method = method_of(options);
  tbb::task_arena arena = arena_of(options.threads);

  const auto begin = Clock::now();
  table::ShapeTable table(options.game.base);
  require_memory(
      "solving " + to_text(options.game.rules) + " on base " + std::to_string(options.game.base),
      solve_memory(table, options.game.rules, method), options.memory_limit);
  auto storage = std::make_unique<table::SolutionStorage>(options.game.rules, std::move(table));
  ProgressReporter reporter(options, *storage, begin);
  arena.execute([&] {
    method == SolveMethod::induction ? solve_by_induction(*storage, options, reporter)
                                     : solve_by_rounds(*storage, options, reporter);
  });
  return storage;
}

}  // namespace pylos
