// A bundle: 512 colourings of one shape in 16 words of 32 bits, one bit a colouring; one cache line.
//
// The solver's unit of work. A colouring's index has one bit for each cell of its shape, in the order of
// index_order.hpp; its lowest five bits choose a bit of a word (*word slots*), the next four a word of the
// bundle (*lane slots*), the rest the bundle. Shapes of fewer than nine cells use the low part of one bundle.
// The vector type is the compiler's: it becomes one AVX-512 register, two of AVX2 or four of SSE2.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#include "solver/numbering/index_bits.hpp"

namespace pylos::table {

using Bundle = Word __attribute__((vector_size(64)));

/// The bits of a word whose number has bit `slot` (0 to 4) set.
constexpr Word slot_bits(int slot) {
  Word bits = 0;
  for (int i = 0; i < 32; ++i) {
    if (i >> slot & 1) bits |= Word{1} << i;
  }
  return bits;
}

inline Bundle load_bundle(const Word* p) {
  Bundle x;
  std::memcpy(&x, p, sizeof x);
  return x;
}

inline void store_bundle(Word* p, Bundle x) { std::memcpy(p, &x, sizeof x); }

inline bool any(Bundle x) {
#if defined(__AVX512F__)
  const auto v = reinterpret_cast<__m512i>(x);
  return _mm512_test_epi32_mask(v, v) != 0;
#else
  using Quarter = std::uint64_t __attribute__((vector_size(16)));
  Quarter q[4];
  std::memcpy(q, &x, sizeof q);
  const Quarter all = (q[0] | q[1]) | (q[2] | q[3]);
  return (all[0] | all[1]) != 0;
#endif
}

inline int count(Bundle x) {
#if defined(__AVX512VPOPCNTDQ__)
  using Halves = long long __attribute__((vector_size(64)));
  auto n = reinterpret_cast<Halves>(_mm512_popcnt_epi64(reinterpret_cast<__m512i>(x)));
  n += __builtin_shufflevector(n, n, 4, 5, 6, 7, 0, 1, 2, 3);
  n += __builtin_shufflevector(n, n, 2, 3, 0, 1, 6, 7, 4, 5);
  return static_cast<int>(n[0] + n[1]);
#elif defined(__POPCNT__)
  std::uint64_t h[8];
  std::memcpy(h, &x, sizeof h);
  int sum = 0;
  for (const std::uint64_t w : h) sum += __builtin_popcountll(w);
  return sum;
#else
  Bundle n = x - (x >> 1 & 0x55555555U);
  n = (n & 0x33333333U) + (n >> 2 & 0x33333333U);
  n = (n + (n >> 4)) & 0x0f0f0f0fU;  // of each byte
  Word sum = 0;
  for (int i = 0; i < kLanes; ++i) sum += (n[i] & 0x00ff00ffU) + (n[i] >> 8 & 0x00ff00ffU);
  return static_cast<int>((sum & 0xffffU) + (sum >> 16));
#endif
}

/// Eight colourings of a bundle: those from 8 * `number` on.
inline std::uint8_t byte_of(const Bundle& x, std::size_t number) {
  std::uint8_t bytes[sizeof x];
  std::memcpy(bytes, &x, sizeof x);
  return bytes[number];
}

/// The first colouring of a bundle that is not empty.
inline std::uint32_t first_bit(const Bundle& x) {
  std::uint32_t word = 0;
  while (x[word] == 0) ++word;
  return word * 32 + static_cast<std::uint32_t>(__builtin_ctz(x[word]));
}

/// Byte i is 1 if bit i of the index is set, else 0.
inline constexpr std::array<std::uint64_t, 256> kBytesOfBits = [] {
  std::array<std::uint64_t, 256> bytes{};
  for (std::size_t bits = 0; bits < bytes.size(); ++bits) {
    for (int i = 0; i < 8; ++i) bytes[bits] |= std::uint64_t{bits >> i & 1} << (8 * i);
  }
  return bytes;
}();

/// Sets the bits of `value` in those of 64 bytes whose bit of `bits` is set.
inline void or_bytes(std::uint64_t bits, std::uint8_t value, std::uint64_t* bytes) {
#if defined(__AVX512BW__)
  const __m512i values = _mm512_maskz_set1_epi8(bits, static_cast<char>(value));
  _mm512_storeu_si512(bytes, _mm512_or_si512(_mm512_loadu_si512(bytes), values));
#else
  for (int i = 0; i < 8; ++i) bytes[i] |= kBytesOfBits[bits >> 8 * i & 255] * value;
#endif
}

/// The same for a whole bundle: its 512 bytes, of the colourings in `which`.
inline void or_bytes(const Bundle& which, std::uint8_t value, std::uint64_t* bytes) {
  std::uint64_t bits[kLanes / 2];
  std::memcpy(bits, &which, sizeof bits);
  for (std::size_t i = 0; i < kLanes / 2; ++i) or_bytes(bits[i], value, bytes + 8 * i);
}

/// The lowest bits of eight bytes, as one byte: bit i is that of byte i.
inline std::uint64_t low_bits_of_bytes(std::uint64_t bytes) {
  // The product moves bit 8 i to bit 56 + i, for each i by a summand of its own.
  return (bytes & 0x0101010101010101U) * 0x0102040810204080U >> 56;
}

/// The inverse for 64 colourings, of bytes with any bits: bit i of element b is bit b of byte i.
inline std::array<std::uint64_t, 8> planes_of_bytes(const std::uint64_t* bytes) {
  std::array<std::uint64_t, 8> planes{};
  for (int w = 0; w < 8; ++w) {
    for (std::size_t b = 0; b < planes.size(); ++b) {
      planes[b] |= low_bits_of_bytes(bytes[w] >> b) << (8 * w);
    }
  }
  return planes;
}

/// The bundle in opposite order: colouring i of the result is colouring 511 - i of `x`. Read together with
/// the opposite bundle number this turns an index by the mover's spheres into one by the opponent's.
inline Bundle reversed(Bundle x) {
  x = (x >> 1 & 0x55555555U) | (x & 0x55555555U) << 1;
  x = (x >> 2 & 0x33333333U) | (x & 0x33333333U) << 2;
  x = (x >> 4 & 0x0f0f0f0fU) | (x & 0x0f0f0f0fU) << 4;
  x = (x >> 8 & 0x00ff00ffU) | (x & 0x00ff00ffU) << 8;
  x = x >> 16 | x << 16;
  return __builtin_shufflevector(x, x, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
}

}  // namespace pylos::table
