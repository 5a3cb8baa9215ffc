#include "tools/server/answer_cache.hpp"

#include <utility>

namespace pylos::server {

AnswerPtr AnswerCache::find_locked(const std::string& key) {
  const auto place = places_.find(key);
  if (place == places_.end()) return nullptr;
  kept_.splice(kept_.begin(), kept_, place->second);
  return kept_.front().answer;
}

AnswerPtr AnswerCache::find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  AnswerPtr answer = find_locked(key);
  ++(answer ? figures_.hits : figures_.misses);
  return answer;
}

AnswerCache::Asked AnswerCache::ask(const std::string& key, Done done) {
  const std::lock_guard lock(mutex_);
  if (AnswerPtr answer = find_locked(key)) {
    ++figures_.hits;
    return {std::move(answer), false};
  }
  const auto [waiting, first] = waiting_.try_emplace(key);
  waiting->second.push_back(std::move(done));
  ++(first ? figures_.misses : figures_.shared);
  return {nullptr, first};
}

void AnswerCache::finish(const std::string& key, const AnswerPtr& answer) {
  std::vector<Done> waiting;
  {
    const std::lock_guard lock(mutex_);
    if (auto node = waiting_.extract(key)) waiting = std::move(node.mapped());
    if (answer->status == 200) keep_locked(key, answer);
  }
  for (const Done& done : waiting) done(answer);
}

void AnswerCache::keep(const std::string& key, const AnswerPtr& answer) {
  const std::lock_guard lock(mutex_);
  keep_locked(key, answer);
}

void AnswerCache::keep_locked(const std::string& key, const AnswerPtr& answer) {
  // The key is held twice.
  const std::size_t bytes = weight(*answer) + 2 * key.size();
  if (bytes > limit_ || places_.contains(key)) return;
  kept_.push_front({key, answer, bytes});
  places_.emplace(key, kept_.begin());
  figures_.bytes += bytes;
  while (figures_.bytes > limit_) {
    figures_.bytes -= kept_.back().bytes;
    places_.erase(kept_.back().key);
    kept_.pop_back();
  }
}

AnswerCache::Figures AnswerCache::figures() const {
  const std::lock_guard lock(mutex_);
  return figures_;
}

}  // namespace pylos::server
