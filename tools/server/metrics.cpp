#include "tools/server/metrics.hpp"

#include <fstream>
#include <sstream>
#include <string_view>
#include <unistd.h>

namespace pylos::server {
namespace {

// Pages of memory that are resident stand second in this file of Linux; 0 where there is none.
std::uint64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t pages = 0;
  file >> pages >> pages;
  return file ? pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

void head(std::ostream& out, std::string_view name, std::string_view type, std::string_view help) {
  out << "# HELP " << name << ' ' << help << "\n# TYPE " << name << ' ' << type << '\n';
}

template <class Number>
void one(std::ostream& out, std::string_view name, std::string_view type, std::string_view help,
         Number value) {
  head(out, name, type, help);
  out << name << ' ' << value << '\n';
}

}  // namespace

void Metrics::count(unsigned status, std::size_t bytes, double seconds) {
  const std::lock_guard lock(mutex_);
  ++by_status_[status];
  for (std::size_t i = 0; i < kBounds.size(); ++i) {
    if (seconds <= kBounds[i]) ++at_most_[i];
  }
  ++requests_;
  bytes_ += bytes;
  seconds_ += seconds;
}

std::string Metrics::text(const AnswerCache::Figures& cache) const {
  std::ostringstream out;
  {
    const std::lock_guard lock(mutex_);
    head(out, "pylos_requests_total", "counter", "Requests answered, by HTTP status.");
    for (const auto& [status, number] : by_status_) {
      out << "pylos_requests_total{status=\"" << status << "\"} " << number << '\n';
    }
    head(out, "pylos_request_seconds", "histogram", "Seconds from a request to its answer.");
    for (std::size_t i = 0; i < kBounds.size(); ++i) {
      out << "pylos_request_seconds_bucket{le=\"" << kBounds[i] << "\"} " << at_most_[i] << '\n';
    }
    out << "pylos_request_seconds_bucket{le=\"+Inf\"} " << requests_ << '\n'
        << "pylos_request_seconds_sum " << seconds_ << '\n'
        << "pylos_request_seconds_count " << requests_ << '\n';
    one(out, "pylos_answer_bytes_total", "counter", "Bytes of bodies sent.", bytes_);
  }
  one(out, "pylos_connections", "gauge", "Connections that are open.", connections.load());
  one(out, "pylos_connections_refused_total", "counter", "Connections above the limit.",
      refused_connections.load());
  one(out, "pylos_cache_bytes", "gauge", "Bytes of answers that are kept.", cache.bytes);
  one(out, "pylos_cache_hits_total", "counter", "Answers found among those kept.", cache.hits);
  one(out, "pylos_cache_misses_total", "counter", "Answers worked out.", cache.misses);
  one(out, "pylos_cache_shared_total", "counter",
      "Questions that waited for an equal one under way.", cache.shared);
  one(out, "process_resident_memory_bytes", "gauge", "Memory of the process.", resident_bytes());
  return out.str();
}

}  // namespace pylos::server
