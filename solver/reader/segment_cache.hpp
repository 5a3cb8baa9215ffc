// Decoded segments kept for the next probe, within a bound on their bytes; the least recently used
// go. Internal to solver/database. Safe from many threads: several independent parts, each with a
// lock.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "solver/reader/segment_coder.hpp"

namespace pylos::database {

class SegmentCache {
 public:
  explicit SegmentCache(std::size_t bytes) : most_bytes_(bytes / kParts) {}

  /// Entry `number` of a segment, if the segment is here.
  std::optional<Symbol> find(std::uint64_t segment, std::uint32_t number) {
    Part& part = part_of(segment);
    const std::lock_guard lock(part.mutex);
    const auto found = part.where.find(segment);
    if (found == part.where.end()) return std::nullopt;
    part.recent.splice(part.recent.begin(), part.recent, found->second);
    return found->second->second[number];
  }

  void add(std::uint64_t segment, std::vector<Symbol> symbols) {
    Part& part = part_of(segment);
    const std::lock_guard lock(part.mutex);
    if (part.where.contains(segment)) return;  // another thread was faster
    part.bytes += symbols.size() + kOverhead;
    part.recent.emplace_front(segment, std::move(symbols));
    part.where[segment] = part.recent.begin();
    while (part.bytes > most_bytes_ && part.recent.size() > 1) {
      part.bytes -= part.recent.back().second.size() + kOverhead;
      part.where.erase(part.recent.back().first);
      part.recent.pop_back();
    }
  }

 private:
  static constexpr std::size_t kParts = 16;
  static constexpr std::size_t kOverhead = 128;  // of a segment's place in the list and the table
  using List = std::list<std::pair<std::uint64_t, std::vector<Symbol>>>;
  struct Part {
    std::mutex mutex;
    List recent;
    std::unordered_map<std::uint64_t, List::iterator> where;
    std::size_t bytes = 0;
  };

  Part& part_of(std::uint64_t segment) { return parts_[(segment * 0x9e3779b97f4a7c15U) >> 60]; }

  std::size_t most_bytes_;
  std::array<Part, kParts> parts_;
};

}  // namespace pylos::database
