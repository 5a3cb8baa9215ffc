#include "solver/search/table.hpp"

#include <cstdlib>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace pylos::search {
namespace {

constexpr std::size_t kHugePage = std::size_t{1} << 21;

}  // namespace

Table::Table(std::size_t bytes) {
  const std::size_t size = std::bit_floor(std::max(bytes, kLeastBytes));
  const std::size_t buckets = size / (kEntries * sizeof(std::uint64_t));
  mask_ = buckets - 1;
  bucket_bits_ = std::countr_zero(buckets);
  has_moves_ = bucket_bits_ >= 13;
  tag_shift_ = has_moves_ ? kMoveShift + 8 : kMoveShift;
  tag_mask_ = ~std::uint64_t{0} << tag_shift_;

  // Nearly every access misses the caches; pages of 2 MB at least spare most of the page walks.
  void* memory = std::aligned_alloc(size >= kHugePage ? kHugePage : std::size_t{64}, size);
  if (memory == nullptr) throw std::bad_alloc();
#if defined(__linux__)
  if (size >= kHugePage) madvise(memory, size, MADV_HUGEPAGE);
#endif
  words_.reset(new (memory) std::atomic<std::uint64_t>[size / sizeof(std::uint64_t)]());
}

void Table::Release::operator()(std::atomic<std::uint64_t>* p) const { std::free(p); }

void Table::clear() {
  for (std::size_t i = 0; i < (mask_ + 1) * kEntries; ++i)
    words_[i].store(0, std::memory_order_relaxed);
}

double Table::fill() const {
  const std::uint64_t buckets = std::min<std::uint64_t>(mask_ + 1, 512);
  const std::uint64_t step = (mask_ + 1) / buckets;
  std::uint64_t used = 0;
  for (std::uint64_t b = 0; b < buckets; ++b) {
    for (std::size_t i = 0; i < kEntries; ++i) {
      used += words_[b * step * kEntries + i].load(std::memory_order_relaxed) != 0;
    }
  }
  return static_cast<double>(used) / static_cast<double>(buckets * kEntries);
}

}  // namespace pylos::search
