#include "solver/analysis/outcome_lines.hpp"

#include <cstring>

#include "solver/retrograde/domain.hpp"

namespace pylos::analysis {

using namespace retrograde;

OutcomeReader::OutcomeReader(const SolutionStorage& solution)
    : solution_(solution),
      raises_without_reserve_(solution.game.rules.empty_reserve == EmptyReserve::may_raise) {}

LineValues OutcomeReader::values(ShapeId shape, std::uint32_t line) const {
  const int spheres = solution_.table[shape].spheres;
  if (spheres <= solution_.top_level) return solution_.line_values(shape, line);
  // The side with the last sphere, if there is one, fills the apex.
  const Line win = valid(spheres, line) & ~without_reserve(spheres, line);
  const Line outside = ~valid(spheres, line);
  LineValues values{};
  or_bytes(win, 1, values.data());
  or_bytes(outside, SolutionStorage::kNoPositionByte, values.data());
  return values;
}

OutcomeLines OutcomeReader::outcomes(ShapeId shape, std::uint32_t line,
                                     const LineValues& values) const {
  // Bytes of wins and of draws are odd.
  std::uint8_t odd[sizeof(Line)];
  std::uint8_t draw[sizeof(Line)];
  constexpr std::uint64_t kLowBits = 0x0101010101010101U;
  const auto low_bits = [](std::uint64_t bytes) {  // of the eight bytes, as one byte
    return static_cast<std::uint8_t>((bytes & kLowBits) * 0x0102040810204080U >> 56);
  };
  for (std::size_t w = 0; w < values.size(); ++w) {
    odd[w] = low_bits(values[w]);
    // Distances are below 128, so of the odd bytes those of draws alone have the highest bit.
    draw[w] = low_bits(values[w] >> 7) & odd[w];
  }
  OutcomeLines outcome;
  std::memcpy(&outcome.win, odd, sizeof odd);
  std::memcpy(&outcome.draw, draw, sizeof draw);
  outcome.win &= ~outcome.draw;
  outcome.loss = valid(solution_.table[shape].spheres, line) & ~outcome.win & ~outcome.draw;
  return outcome;
}

}  // namespace pylos::analysis
