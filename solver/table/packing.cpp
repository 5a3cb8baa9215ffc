#include "solver/table/packing.hpp"

#include <bit>
#include <cstring>
#include <numeric>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace pylos::table {
namespace {

// The bits of two neighbouring words from bit `shift` (0 to 63) of the first on.
std::uint64_t joined(std::uint64_t low, std::uint64_t high, std::uint32_t shift) {
  return low >> shift | high << 1 << (63 - shift);
}

}  // namespace

#if defined(__BMI2__)

BitGatherer::BitGatherer(std::uint64_t mask) : mask_(mask) {}

std::uint64_t BitGatherer::gather(std::uint64_t x) const { return _pext_u64(x, mask_); }
std::uint64_t BitGatherer::scatter(std::uint64_t x) const { return _pdep_u64(x, mask_); }

#else

// Each bit moves down by as many places as there are zeros of the mask below it, in six steps of 1,
// 2, 4, ... places for those whose number has that binary digit (H. S. Warren, Hacker's Delight,
// 7-4).
BitGatherer::BitGatherer(std::uint64_t mask) : mask_(mask) {
  std::uint64_t zeros = ~mask << 1;  // the zeros below each bit that are still to be counted
  for (int i = 0; i < kSteps; ++i) {
    std::uint64_t odd = zeros;  // bits with an odd number of them
    for (int shift = 1; shift < 64; shift *= 2) odd ^= odd << shift;
    const std::uint64_t moves = odd & mask;
    moves_[static_cast<std::size_t>(i)] = moves;
    mask = (mask ^ moves) | moves >> (1 << i);
    zeros &= ~odd;
  }
}

std::uint64_t BitGatherer::gather(std::uint64_t x) const {
  x &= mask_;
  for (int i = 0; i < kSteps; ++i) {
    const std::uint64_t moving = x & moves_[static_cast<std::size_t>(i)];
    x = (x ^ moving) | moving >> (1 << i);
  }
  return x;
}

std::uint64_t BitGatherer::scatter(std::uint64_t x) const {
  for (int i = kSteps - 1; i >= 0; --i) {
    const std::uint64_t moves = moves_[static_cast<std::size_t>(i)];
    x = (x & ~moves) | (x << (1 << i) & moves);
  }
  return x & mask_;
}

#endif

Packing::Packing(const Bundle& which) : bundle_(which) {
  std::array<std::uint64_t, kLongWords> masks;
  std::memcpy(masks.data(), &which, sizeof which);
  for (std::size_t i = 0; i < masks.size(); ++i) {
    which_[i] = BitGatherer(masks[i]);
    counts_[i] = std::popcount(masks[i]);
    size_ += counts_[i];
  }
}

std::optional<int> Packing::rank(std::uint32_t within) const {
  const std::uint64_t word = which_[within / 64].mask();
  if ((word >> within % 64 & 1) == 0) return std::nullopt;
  const std::uint64_t below = (std::uint64_t{1} << within % 64) - 1;
  return std::accumulate(counts_.begin(), counts_.begin() + within / 64,
                         std::popcount(word & below));
}

bool Packing::has_any(const Bundle& x) const { return any(x & bundle_); }

Packing::TwoBundles Packing::pack(const Bundle& x, std::uint32_t begin) const {
  std::array<std::uint64_t, kLongWords> bits;
  std::memcpy(bits.data(), &x, sizeof x);
  std::array<std::uint64_t, 2 * kLongWords> words{};
  std::size_t word = begin / 64;
  int filled = static_cast<int>(begin % 64);
  std::uint64_t open = 0;  // the word being filled
  for (std::size_t i = 0; i < bits.size(); ++i) {
    const std::uint64_t packed = which_[i].gather(bits[i]);
    open |= packed << filled;
    filled += counts_[i];
    if (filled < 64) continue;
    words[word++] = open;
    filled -= 64;
    open = filled == 0 ? 0 : packed >> (counts_[i] - filled);  // what did not fit
  }
  if (filled != 0) words[word] = open;
  TwoBundles two;
  std::memcpy(two.data(), words.data(), sizeof two);
  return two;
}

Bundle Packing::unpack(const TwoBundles& packed, std::uint32_t begin) const {
  std::array<std::uint64_t, 2 * kLongWords> words;
  std::memcpy(words.data(), packed.data(), sizeof words);
  std::array<std::uint64_t, kLongWords> bits;
  std::uint32_t at = begin;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    const std::size_t word = at / 64;
    bits[i] = which_[i].scatter(joined(words[word], words[word + 1], at % 64));
    at += static_cast<std::uint32_t>(counts_[i]);
  }
  Bundle x;
  std::memcpy(&x, bits.data(), sizeof x);
  return x;
}

}  // namespace pylos::table
