#include "solver/analysis/outcome_bundles.hpp"

#include <cstring>

#include "solver/table/domain.hpp"

namespace pylos::analysis {

using table::Bundle;
using table::or_bytes;
using table::ShapeId;

OutcomeReader::OutcomeReader(const table::SolutionStorage& solution)
    : solution_(solution),
      raises_without_reserve_(solution.game.rules.empty_reserve == EmptyReserve::may_raise) {}

BundleValues OutcomeReader::values(ShapeId shape, std::uint32_t bundle) const {
  const int spheres = solution_.table[shape].spheres;
  if (spheres <= solution_.top_tier) return solution_.bundle_values(shape, bundle);
  // The side with the last sphere, if there is one, fills the apex.
  const Bundle win = valid(spheres, bundle) & ~without_reserve(spheres, bundle);
  const Bundle outside = ~valid(spheres, bundle);
  BundleValues values{};
  or_bytes(win, 1, values.data());
  or_bytes(outside, table::SolutionStorage::kNoPositionByte, values.data());
  return values;
}

OutcomeBundles OutcomeReader::outcomes(ShapeId shape, std::uint32_t bundle,
                                     const BundleValues& values) const {
  // Bytes of wins and of draws are odd.
  std::uint8_t odd[sizeof(Bundle)];
  std::uint8_t draw[sizeof(Bundle)];
  for (std::size_t w = 0; w < values.size(); ++w) {
    odd[w] = static_cast<std::uint8_t>(table::low_bits_of_bytes(values[w]));
    // Distances are below 128, so of the odd bytes those of draws alone have the highest bit.
    draw[w] = static_cast<std::uint8_t>(table::low_bits_of_bytes(values[w] >> 7)) & odd[w];
  }
  OutcomeBundles outcome;
  std::memcpy(&outcome.win, odd, sizeof odd);
  std::memcpy(&outcome.draw, draw, sizeof draw);
  outcome.win &= ~outcome.draw;
  outcome.loss = valid(solution_.table[shape].spheres, bundle) & ~outcome.win & ~outcome.draw;
  return outcome;
}

}  // namespace pylos::analysis
