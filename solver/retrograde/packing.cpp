#include "solver/retrograde/packing.hpp"

#include <bit>
#include <cstring>
#include <numeric>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace pylos::retrograde {
namespace {

#if !defined(__BMI2__)
// By mask and byte: the byte's bits under the mask, moved together.
const auto& compressed_bytes() {
  static const auto table = [] {
    std::array<std::array<std::uint8_t, 256>, 256> bytes{};
    for (unsigned mask = 0; mask < 256; ++mask) {
      for (unsigned byte = 0; byte < 256; ++byte) {
        unsigned to = 0;
        for (unsigned i = 0; i < 8; ++i) {
          if ((mask >> i & 1) != 0) {
            bytes[mask][byte] |= static_cast<std::uint8_t>((byte >> i & 1) << to++);
          }
        }
      }
    }
    return bytes;
  }();
  return table;
}
#endif

std::uint64_t compress(std::uint64_t bits, std::uint64_t mask) {
#if defined(__BMI2__)
  return _pext_u64(bits, mask);
#else
  const auto& table = compressed_bytes();
  std::uint64_t result = 0;
  int shift = 0;
  for (int i = 0; i < 64 && mask >> i != 0; i += 8) {
    const std::uint64_t of_byte = mask >> i & 255;
    if (shift < 64) result |= std::uint64_t{table[of_byte][bits >> i & 255]} << shift;
    shift += std::popcount(of_byte);
  }
  return result;
#endif
}

std::uint64_t expand(std::uint64_t bits, std::uint64_t mask) {
#if defined(__BMI2__)
  return _pdep_u64(bits, mask);
#else
  std::uint64_t result = 0;
  for (; mask != 0; mask &= mask - 1, bits >>= 1) {
    if (bits & 1) result |= mask & -mask;
  }
  return result;
#endif
}

// The bits of two neighbouring words from bit `shift` (0 to 63) of the first on.
std::uint64_t joined(std::uint64_t low, std::uint64_t high, std::uint32_t shift) {
  return low >> shift | high << 1 << (63 - shift);
}

}  // namespace

Packing::Packing(const Line& which) {
  std::memcpy(which_.data(), &which, sizeof which);
  for (std::size_t i = 0; i < which_.size(); ++i) {
    counts_[i] = std::popcount(which_[i]);
    size_ += counts_[i];
  }
}

std::optional<int> Packing::rank(std::uint32_t within) const {
  const std::uint64_t half = which_[within / 64];
  if ((half >> within % 64 & 1) == 0) return std::nullopt;
  const std::uint64_t below = (std::uint64_t{1} << within % 64) - 1;
  return std::accumulate(counts_.begin(), counts_.begin() + within / 64,
                         std::popcount(half & below));
}

bool Packing::has_any(const Line& x) const {
  Line which;
  std::memcpy(&which, which_.data(), sizeof which);
  return any(x & which);
}

Packing::Two Packing::pack(const Line& x, std::uint32_t begin) const {
  std::array<std::uint64_t, kHalves> bits;
  std::memcpy(bits.data(), &x, sizeof x);
  std::array<std::uint64_t, 2 * kHalves> words{};
  std::size_t word = begin / 64;
  int filled = static_cast<int>(begin % 64);
  std::uint64_t open = 0;  // the word being filled
  for (std::size_t i = 0; i < bits.size(); ++i) {
    const std::uint64_t packed = compress(bits[i], which_[i]);
    open |= packed << filled;
    filled += counts_[i];
    if (filled < 64) continue;
    words[word++] = open;
    filled -= 64;
    open = filled == 0 ? 0 : packed >> (counts_[i] - filled);  // what did not fit
  }
  if (filled != 0) words[word] = open;
  Two two;
  std::memcpy(two.data(), words.data(), sizeof two);
  return two;
}

Line Packing::unpack(const Two& packed, std::uint32_t begin) const {
  std::array<std::uint64_t, 2 * kHalves> words;
  std::memcpy(words.data(), packed.data(), sizeof words);
  std::array<std::uint64_t, kHalves> bits;
  std::uint32_t at = begin;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    const std::size_t word = at / 64;
    bits[i] = expand(joined(words[word], words[word + 1], at % 64), which_[i]);
    at += static_cast<std::uint32_t>(counts_[i]);
  }
  Line x;
  std::memcpy(&x, bits.data(), sizeof x);
  return x;
}

}  // namespace pylos::retrograde
