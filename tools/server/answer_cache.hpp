// Answers that are kept, the least recently asked for given up first, and questions that wait for
// an answer which another one is already working out.
//
// Invariant: the kept answers weigh no more than the limit. May be used from many threads at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "tools/server/answer.hpp"

namespace pylos::server {

class AnswerCache {
 public:
  using Done = std::function<void(const AnswerPtr&)>;

  /// Keeps at most so many bytes; 0 keeps nothing.
  explicit AnswerCache(std::size_t limit) : limit_(limit) {}

  /// The answer that is kept under the key, or null.
  AnswerPtr find(const std::string& key);

  struct Asked {
    /// The kept answer; null when there is none, and then `done` was taken over.
    AnswerPtr answer;
    /// Nobody works it out yet: the caller must, and call finish().
    bool first = false;
  };
  Asked ask(const std::string& key, Done done);
  /// Gives the answer to all who wait for it; keeps it if its status is 200.
  void finish(const std::string& key, const AnswerPtr& answer);
  void keep(const std::string& key, const AnswerPtr& answer);

  struct Figures {
    std::size_t bytes = 0;
    std::uint64_t hits = 0;
    std::uint64_t misses = 0;
    /// Questions that waited for an answer which was under way.
    std::uint64_t shared = 0;
  };
  Figures figures() const;

 private:
  struct Kept {
    std::string key;
    AnswerPtr answer;
    std::size_t bytes;
  };
  AnswerPtr find_locked(const std::string& key);
  void keep_locked(const std::string& key, const AnswerPtr& answer);

  const std::size_t limit_;
  mutable std::mutex mutex_;
  std::list<Kept> kept_;  // the most recently asked for first
  std::unordered_map<std::string, std::list<Kept>::iterator> places_;
  std::unordered_map<std::string, std::vector<Done>> waiting_;
  Figures figures_;
};

}  // namespace pylos::server
