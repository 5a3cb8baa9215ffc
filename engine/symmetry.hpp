// The eight symmetries of the square acting on cells, sets and positions, and the canonical form.
//
// A symmetry's number is three bits: mirror the columns (1), mirror the rows (2), then exchange
// rows and columns (4). A symmetry moves each cell by a fixed distance in the numbering, so a whole
// set, or both sets of a position, is moved with one shift and mask for each distance that occurs;
// the masks are computed.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>

#if defined(__AVX512BITALG__)
#include <immintrin.h>
#endif

#include "engine/board.hpp"
#include "engine/cells.hpp"
#include "engine/position.hpp"

namespace pylos {

/// One of the eight; `number` is 0 (identity) to 7.
struct Symmetry {
  std::uint8_t number = 0;
  constexpr bool operator==(const Symmetry&) const = default;
};

inline constexpr int kSymmetries = 8;

/// All eight, identity first.
inline constexpr std::array<Symmetry, kSymmetries> kAllSymmetries = [] {
  std::array<Symmetry, kSymmetries> all{};
  for (std::uint8_t i = 0; i < kSymmetries; ++i) all[i] = Symmetry{i};
  return all;
}();

/// Where `g` takes cell `c`.
template <int B>
constexpr Cell image(Symmetry g, Cell c) {
  Place3 p = Board<B>::place(c);
  const int last = Board<B>::side(p.level) - 1;
  if (g.number & 1) p.column = last - p.column;
  if (g.number & 2) p.row = last - p.row;
  if (g.number & 4) std::swap(p.row, p.column);
  return Board<B>::cell(p);
}

/// The symmetry that does `first`, then `second`.
constexpr Symmetry compose(Symmetry first, Symmetry second) {
  // Passing mirrors through an exchange of rows and columns swaps the two mirrors.
  const int mirrors = second.number & 3;
  const int swapped = (mirrors >> 1) | ((mirrors & 1) << 1);
  const int moved = (first.number & 4) ? swapped : mirrors;
  return Symmetry{static_cast<std::uint8_t>(((first.number & 3) ^ moved) |
                                            ((first.number ^ second.number) & 4))};
}

constexpr Symmetry inverse(Symmetry g) {
  for (const Symmetry h : kAllSymmetries) {
    if (compose(g, h) == Symmetry{}) return h;
  }
  return g;  // not reached: every element has an inverse
}

namespace detail {

// The cells that a symmetry moves by the same distance, in both halves of a position's word.
struct Displacement {
  std::uint64_t from = 0;
  int left = 0;  // distance towards higher cell numbers; negative towards lower ones
};

template <int B>
struct Displacements {
  std::array<Displacement, Board<B>::kCells> group{};
  std::size_t count = 0;
};

template <int B>
constexpr Displacements<B> displacements(Symmetry g) {
  Displacements<B> result;
  for (int i = 0; i < Board<B>::kCells; ++i) {
    const int left = image<B>(g, Cell(i)).index - i;
    std::size_t k = 0;
    while (k < result.count && result.group[k].left != left) ++k;
    if (k == result.count) ++result.count;
    result.group[k].left = left;
    result.group[k].from |= (std::uint64_t{1} << i) | (std::uint64_t{1} << (i + 32));
  }
  return result;
}

template <int B, Symmetry G>
inline constexpr Displacements<B> kDisplacements = displacements<B>(G);

template <int B, Symmetry G, std::size_t... K>
constexpr std::uint64_t move_bits(std::uint64_t bits, std::index_sequence<K...>) {
  constexpr auto shifted = [](std::uint64_t x, int left) {
    return left >= 0 ? x << left : x >> -left;
  };
  return (shifted(bits & kDisplacements<B, G>.group[K].from, kDisplacements<B, G>.group[K].left) |
          ...);
}

/// Both halves of a position's word moved by the symmetry G, known at compile time.
template <int B, Symmetry G>
constexpr std::uint64_t moved(std::uint64_t bits) {
  return move_bits<B, G>(bits, std::make_index_sequence<kDisplacements<B, G>.count>{});
}

template <int B, std::size_t... G>
constexpr std::uint64_t moved_by_number(int number, std::uint64_t bits, std::index_sequence<G...>) {
  std::uint64_t result = bits;
  static_cast<void>(((number == static_cast<int>(G) &&
                      (result = moved<B, Symmetry{static_cast<std::uint8_t>(G)}>(bits), true)) ||
                     ...));
  return result;
}

}  // namespace detail

/// The position with every sphere moved by `g`.
template <int B>
constexpr Position image(Symmetry g, Position p) {
  return Position::from_bits(
      detail::moved_by_number<B>(g.number, p.bits(), std::make_index_sequence<kSymmetries>{}));
}

/// The set with every cell moved by `g`.
template <int B>
constexpr CellSet image(Symmetry g, CellSet set) {
  return image<B>(g, Position(set, CellSet{})).mover();
}

#if defined(__AVX512BITALG__)
namespace detail {

// For each symmetry but the identity and each bit of the image's word, the bit of the word it comes
// from.
template <int B>
inline constexpr auto kImageSources = [] {
  struct alignas(64) Row {
    std::array<std::uint8_t, 64> from;
  };
  std::array<Row, kSymmetries> rows{};
  for (const Symmetry g : kAllSymmetries) {
    auto& from = rows[g.number].from;
    for (std::size_t bit = 0; bit < 64; ++bit) from[bit] = static_cast<std::uint8_t>(bit);
    for (int c = 0; c < Board<B>::kCells; ++c) {
      const std::size_t to = image<B>(g, Cell(c)).index;
      from[to] = static_cast<std::uint8_t>(c);
      from[to + 32] = static_cast<std::uint8_t>(c + 32);
    }
  }
  return rows;
}();

// All images with one instruction each (VPSHUFBITQMB picks any 64 bits of a word).
template <int B>
inline std::uint64_t least_image(std::uint64_t bits) {
  const __m512i word = _mm512_set1_epi64(static_cast<long long>(bits));
  std::uint64_t least = bits;
  for (std::size_t g = 1; g < kSymmetries; ++g) {
    const __m512i from = _mm512_load_si512(kImageSources<B>[g].from.data());
    least = std::min<std::uint64_t>(least, _mm512_bitshuffle_epi64_mask(word, from));
  }
  return least;
}

}  // namespace detail
#endif

/// The canonical form of a position: the least word among its eight images.
template <int B>
constexpr Position canonical(Position p) {
#if defined(__AVX512BITALG__)
  if (!std::is_constant_evaluated()) return Position::from_bits(detail::least_image<B>(p.bits()));
#endif
  // Mirrors first and the exchange of rows and columns once: six cheap images and one dearer one.
  const std::uint64_t a = p.bits();
  const std::uint64_t t = detail::moved<B, Symmetry{4}>(a);
  std::uint64_t least = std::min(a, t);
  for (const std::uint64_t x : {a, t}) {
    const std::uint64_t columns = detail::moved<B, Symmetry{1}>(x);
    const std::uint64_t rows = detail::moved<B, Symmetry{2}>(x);
    const std::uint64_t both = detail::moved<B, Symmetry{2}>(columns);
    least = std::min({least, columns, rows, both});
  }
  return Position::from_bits(least);
}

/// A shape's canonical image (the least word among the eight) and a symmetry that takes the shape
/// there.
struct CanonicalShape {
  CellSet shape;
  Symmetry by;
};

template <int B>
constexpr CanonicalShape canonical_shape(CellSet shape) {
  CanonicalShape best{shape, Symmetry{}};
  for (const Symmetry g : kAllSymmetries) {
    const CellSet candidate = image<B>(g, shape);
    if (candidate < best.shape) best = {candidate, g};
  }
  return best;
}

static_assert(compose(Symmetry{4}, Symmetry{1}) != compose(Symmetry{1}, Symmetry{4}),
              "the group of the square is not commutative");
static_assert(image<4>(Symmetry{4}, Board<4>::level_cells(2)) == Board<4>::level_cells(2));

}  // namespace pylos
