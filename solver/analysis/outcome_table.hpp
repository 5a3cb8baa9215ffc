// Positions by two outcomes each: 3 by 3 counts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "solver/analysis/outcome_bundles.hpp"
#include "solver/table/bundle.hpp"

namespace pylos::analysis {

/// `of[a][b]`: positions with the outcome a in the first sense and b in the second; all images are
/// counted.
struct OutcomeTable {
  static constexpr std::size_t kWin = 0;
  static constexpr std::size_t kLoss = 1;
  static constexpr std::size_t kDraw = 2;
  static constexpr std::size_t kOutcomes = 3;

  std::array<std::array<std::uint64_t, kOutcomes>, kOutcomes> of{};

  OutcomeTable& operator+=(const OutcomeTable& other) {
    for (std::size_t a = 0; a < kOutcomes; ++a) {
      for (std::size_t b = 0; b < kOutcomes; ++b) of[a][b] += other.of[a][b];
    }
    return *this;
  }
  bool operator==(const OutcomeTable&) const = default;
};

/// Adds the colourings `which`, each of which stands for `images` positions.
inline void count_outcomes(const OutcomeBundles& first, const OutcomeBundles& second,
                           const table::Bundle& which, std::uint64_t images,
                           OutcomeTable& table) {
  const std::array rows{first.win & which, first.loss & which, first.draw & which};
  const std::array columns{second.win, second.loss, second.draw};
  for (std::size_t a = 0; a < rows.size(); ++a) {
    if (!table::any(rows[a])) continue;
    for (std::size_t b = 0; b < columns.size(); ++b) {
      table.of[a][b] +=
          static_cast<std::uint64_t>(table::count(rows[a] & columns[b])) * images;
    }
  }
}

}  // namespace pylos::analysis
