#include "solver/search/search.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include "engine/check.hpp"
#include "engine/domain.hpp"
#include "engine/errors.hpp"
#include "solver/search/proof.hpp"
#include "solver/search/question.hpp"
#include "solver/search/score.hpp"
#include "solver/search/worker.hpp"

namespace pylos::search {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
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
      workers_.push_back(make_worker(game, shared_));
    }
  }

  Result search(Position p, const Limits& limits, std::stop_token stop,
                const std::function<void(const Progress&)>& progress) {
    PYLOS_CHECK(in_domain(p, game_.base));
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

    Proof proof(has_distances(), limits.claim);
    proof.begin([&](DrawsFor draws) { return workers_[0]->known(p, draws); });
    while (!shared_.must_stop()) {
      const std::optional<Proof::Step> next = proof.next(longest);
      if (!next) break;
      const std::uint64_t before = total().nodes;
      shared_.table.age();
      const Score score = ask(p, next->question);
      if (shared_.stopped) break;
      proof.answer(*next, score, total().nodes - before);
      if (progress) {
        Progress step;
        step.asks_win = next->asks_win;
        step.or_draw = next->or_draw();
        step.plies = next->question.plies();
        step.answer = next->asks_win == (score >= next->question.wanted);
        step.proved = proof.proved();
        step.effort = total();
        step.seconds = seconds_since(start);
        progress(step);
      }
    }

    Result result;
    result.value = proof.value();
    result.proved = proof.proved();
    if (result.value.decided() && result.value.plies) result.line = line(p, result.value);
    result.effort = total();
    result.table_fill = shared_.table.fill();
    result.seconds = seconds_since(start);
    result.stopped = shared_.stopped;
    return result;
  }

  void clear() {
    shared_.table.clear();
    for (const auto& worker : workers_) worker->forget();
  }
  std::size_t table_bytes() const { return shared_.table.bytes(); }

 private:
  Effort total() const {
    Effort sum;
    for (const auto& worker : workers_) sum += worker->effort;
    return sum;
  }

  bool has_distances() const {
    return shared_.settings.oracle == nullptr || shared_.settings.oracle->has_distances();
  }

  // All threads search the same question; the first to answer ends it for the others.
  Score ask(Position p, Question question) {
    shared_.question_over = false;
    for (const auto& worker : workers_) worker->resume();
    if (workers_.size() == 1) return workers_[0]->ask(p, question);
    Score answer;
    std::mutex mutex;
    bool answered = false;
    arena_.execute([&] {
      tbb::task_group group;
      for (const auto& worker : workers_) {
        group.run([&, w = worker.get()] {
          const Score score = w->ask(p, question);
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

  // The moves that keep the value of `p`, which is a win or a loss with its distance, as far as
  // the limits allow.
  std::vector<Move> line(Position p, Value exact) {
    Score value = exact.outcome == Outcome::win ? win_in(*exact.plies) : loss_in(*exact.plies);
    std::vector<Move> result;
    while (value != kLostNow) {
      // A move is best when its successor is worth at most `target`; it cannot be worth less.
      const Score target = value.is_win() ? loss_in(value.plies() - 1) : win_in(value.plies() - 1);
      const std::vector<Move> moves = workers_[0]->moves(p);
      const auto best = [&](Move m) {
        return workers_[0]->known(apply(p, m), DrawsFor::nobody).high <= target;
      };
      auto found = std::find_if(moves.begin(), moves.end(), best);
      for (auto m = moves.begin(); found == moves.end() && m != moves.end(); ++m) {
        if (shared_.must_stop()) return result;
        const Score score = ask(apply(p, *m), {just_above(target)});
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
