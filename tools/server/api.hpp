// What the server answers, whatever way the question came: paths, their answers and their errors.
//
// Invariant: every question is answered exactly once, by `done`, and nothing a question holds makes
// ask() throw. Answers that take time are worked out on threads of the Api's own.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>

#include "tools/server/answer.hpp"
#include "tools/server/answer_cache.hpp"
#include "tools/server/games.hpp"
#include "tools/server/metrics.hpp"

namespace pylos::server {

/// What one batch may ask for, and how large an answer to it may grow.
inline constexpr std::size_t kMostBatchPositions = 1000;
inline constexpr std::size_t kMostBatchBytes = std::size_t{32} << 20;
/// Batches that are worked on at once; the next one is told to come again.
inline constexpr int kMostBatches = 4;
/// The longest line of play that is worked out, in plies.
inline constexpr int kMostLinePlies = 200;

struct ApiOptions {
  /// Threads that work out answers, at least 1.
  int threads = 1;
  /// Bytes of answers that are kept for the next time.
  std::size_t cache_bytes = std::size_t{64} << 20;
};

class Api {
 public:
  using Done = AnswerCache::Done;

  Api(Games games, const ApiOptions& options);
  Api(const Api&) = delete;
  Api& operator=(const Api&) = delete;
  /// Answers what has been asked before.
  ~Api();

  /// Calls `done` with the answer: at once, in this thread, when it is known; otherwise later, from
  /// another.
  void ask(const Question& question, Done done);

  /// Returns when all that was asked has been answered; nothing may be asked from then on.
  void finish();

  Metrics& metrics() { return metrics_; }

 private:
  struct Plan;
  struct Batch;
  struct Pool;

  Plan plan(const Question& question);
  Plan plan_api(const Question& question, const struct Target& target);
  Plan plan_rules(const Question& question, const struct Target& target);
  Plan plan_uwapi(const struct Target& target);
  Plan plan_page(const struct Target& target);
  const v1::Solved& solved(const std::string& rules) const;
  void start_batch(const v1::Solved& solved, const std::string& body, Done done);
  void work_on_batch(const std::shared_ptr<Batch>& batch, std::size_t from);
  std::string batch_entry(const Batch& batch, std::size_t index);

  Games games_;
  AnswerCache cache_;
  Metrics metrics_;
  std::atomic<int> batches_ = 0;
  std::unique_ptr<Pool> pool_;  // last: it goes first, and works with all of the above
};

}  // namespace pylos::server
