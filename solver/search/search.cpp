#include "solver/search/search.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <utility>

#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include "engine/check.hpp"
#include "engine/errors.hpp"
#include "solver/search/score.hpp"
#include "solver/search/worker.hpp"

namespace pylos::search {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Proved proved_by(Bounds b) {
  Proved proved;
  // The best score not excluded is one step nearer than what is excluded; likewise from below.
  proved.no_win_within = b.high.is_win() ? b.high.plies() - 2 : win_in(123).plies();
  if (b.high == kBest) proved.no_win_within = -1;
  proved.no_loss_within = b.low.is_loss() ? b.low.plies() - 2 : loss_in(124).plies();
  if (b.low == kLostNow) proved.no_loss_within = -1;
  return proved;
}

Value value_of(Bounds b) {
  if (!b.exact()) return {};
  if (b.low == kNeither) return Value::draw();
  return b.low.is_win() ? Value::win(b.low.plies()) : Value::loss(b.low.plies());
}

bool is_in_domain(Position p, int base) {
  return with_base(base, [&]<int B>() { return in_domain<B>(p); });
}

}  // namespace

Effort& Effort::operator+=(const Effort& other) {
  nodes += other.nodes;
  interior += other.interior;
  table_asked += other.table_asked;
  table_found += other.table_found;
  oracle_found += other.oracle_found;
  return *this;
}

class Searcher::Core {
 public:
  Core(Game game, const Settings& settings)
      : game_(game), shared_(settings), arena_(std::max(1, settings.threads), 1) {
    shared_.settings.threads = std::max(1, settings.threads);
    for (int i = 0; i < shared_.settings.threads; ++i) {
      workers_.push_back(
          with_base(game.base, [&]<int B>() { return make_worker<B>(game.rules, shared_); }));
    }
  }

  Result search(Position p, const Limits& limits, std::stop_token stop,
                const std::function<void(const Progress&)>& progress) {
    PYLOS_CHECK(is_in_domain(p, game_.base));
    const Clock::time_point start = Clock::now();
    shared_.stop = std::move(stop);
    shared_.stopped = false;
    shared_.has_deadline = limits.seconds < 1e9;
    if (shared_.has_deadline) {
      shared_.deadline = start + std::chrono::duration_cast<Clock::duration>(
                                     std::chrono::duration<double>(std::max(0.0, limits.seconds)));
    }
    for (const auto& worker : workers_) worker->effort = {};
    const int longest = std::clamp(limits.plies, 0, kMaxPlies);

    Result result;
    Bounds bounds = workers_[0]->known(p);
    // Of the two questions that are open, the one whose last answer was cheaper goes next.
    std::uint64_t win_cost = 0;
    std::uint64_t loss_cost = 0;
    while (!bounds.exact() && !shared_.must_stop()) {
      const bool win_open = bounds.high.is_win() && bounds.high.plies() <= longest;
      const bool loss_open = bounds.low.is_loss() && bounds.low.plies() <= longest;
      if (!win_open && !loss_open) break;
      const bool asks_win = win_open && (!loss_open || win_cost <= loss_cost);
      const Score wanted = asks_win ? bounds.high : just_above(bounds.low);

      const std::uint64_t before = total().nodes;
      shared_.table.age();
      const Score score = ask(p, wanted);
      if (shared_.stopped) break;
      const std::uint64_t cost = total().nodes - before;
      (asks_win ? win_cost : loss_cost) = cost;
      bounds.narrow(score >= wanted ? Bounds{score, kBest} : Bounds{kLostNow, score});
      PYLOS_CHECK(bounds.low <= bounds.high);
      if (progress) {
        Progress step;
        step.asks_win = asks_win;
        step.plies = asks_win ? wanted.plies() : just_below(wanted).plies();
        step.answer = asks_win == (score >= wanted);
        step.proved = proved_by(bounds);
        step.effort = total();
        step.seconds = seconds_since(start);
        progress(step);
      }
    }

    result.value = value_of(bounds);
    result.proved = proved_by(bounds);
    if (result.value.decided()) {
      result.line = line(p, bounds.low);
    }
    result.effort = total();
    result.table_fill = shared_.table.fill();
    result.seconds = seconds_since(start);
    result.stopped = shared_.stopped;
    return result;
  }

  void clear() { shared_.table.clear(); }
  std::size_t table_bytes() const { return shared_.table.bytes(); }

 private:
  Effort total() const {
    Effort sum;
    for (const auto& worker : workers_) sum += worker->effort;
    return sum;
  }

  // All threads search the same question; the first to answer ends it for the others.
  Score ask(Position p, Score wanted) {
    shared_.question_over = false;
    for (const auto& worker : workers_) worker->resume();
    if (workers_.size() == 1) return workers_[0]->ask(p, wanted);
    Score answer;
    std::mutex mutex;
    bool answered = false;
    arena_.execute([&] {
      tbb::task_group group;
      for (const auto& worker : workers_) {
        group.run([&, w = worker.get()] {
          const Score score = w->ask(p, wanted);
          if (w->halted()) return;
          const std::lock_guard lock(mutex);
          if (!answered) answer = score;
          answered = true;
          shared_.question_over = true;
        });
      }
      group.wait();
    });
    return answer;
  }

  // The moves that keep the exact value, as far as the limits allow. `value` is the exact value of
  // `p`.
  std::vector<Move> line(Position p, Score value) {
    std::vector<Move> result;
    while (value != kLostNow) {
      // A move is best when its successor is worth at most `target`; it cannot be worth less.
      const Score target = value.is_win() ? loss_in(value.plies() - 1) : win_in(value.plies() - 1);
      const std::vector<Move> moves = workers_[0]->moves(p);
      const auto best = [&](Move m) { return workers_[0]->known(apply(p, m)).high <= target; };
      auto found = std::find_if(moves.begin(), moves.end(), best);
      for (auto m = moves.begin(); found == moves.end() && m != moves.end(); ++m) {
        if (shared_.must_stop()) return result;
        const Score score = ask(apply(p, *m), just_above(target));
        if (shared_.stopped) return result;
        if (score <= target) found = m;
      }
      PYLOS_CHECK(found != moves.end());
      result.push_back(*found);
      p = apply(p, *found);
      value = target;
    }
    return result;
  }

  Game game_;
  Shared shared_;
  tbb::task_arena arena_;
  std::vector<std::unique_ptr<WorkerBase>> workers_;
};

Searcher::Searcher(Game game, const Settings& settings)
    : core_(std::make_unique<Core>(game, settings)) {}
Searcher::~Searcher() = default;
Searcher::Searcher(Searcher&&) noexcept = default;
Searcher& Searcher::operator=(Searcher&&) noexcept = default;

Result Searcher::search(Position p, const Limits& limits, std::stop_token stop,
                        const std::function<void(const Progress&)>& progress) {
  return core_->search(p, limits, std::move(stop), progress);
}

void Searcher::clear() { core_->clear(); }
std::size_t Searcher::table_bytes() const { return core_->table_bytes(); }

}  // namespace pylos::search
