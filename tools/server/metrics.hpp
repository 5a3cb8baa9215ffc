// What the server counts about itself, in the text form that Prometheus reads.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

#include "tools/server/answer_cache.hpp"

namespace pylos::server {

class Metrics {
 public:
  /// One request answered: its status, the bytes of its body, and the seconds from the end of the
  /// request to the end of the answer.
  void count(unsigned status, std::size_t bytes, double seconds);

  std::atomic<std::int64_t> connections = 0;
  std::atomic<std::uint64_t> refused_connections = 0;

  /// The whole text.
  std::string text(const AnswerCache::Figures& cache) const;

 private:
  static constexpr std::array kBounds = {0.001, 0.005, 0.02, 0.05, 0.2, 1.0, 5.0};

  mutable std::mutex mutex_;
  std::map<unsigned, std::uint64_t> by_status_;
  std::array<std::uint64_t, kBounds.size()> at_most_{};  // requests within each bound
  std::uint64_t requests_ = 0;
  std::uint64_t bytes_ = 0;
  double seconds_ = 0;
};

}  // namespace pylos::server
