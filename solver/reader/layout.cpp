#include "solver/reader/layout.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

#include "engine/check.hpp"

namespace pylos::database {
namespace {

// The spheres of `shape` that rest on cell `c`, directly or on others that do.
template <int B>
CellSet resting_on(CellSet shape, Cell c) {
  CellSet found;
  for (const Cell above : Board<B>::kSquaresOfCell[c.index] & shape) {
    found |= CellSet(above) | resting_on<B>(shape, above);
  }
  return found;
}

template <int B>
std::vector<Cell> ordered_slots(const table::ShapeTable& table, CellSet shape) {
  struct Ranked {
    int level, not_covered, number;
    Cell cell;
    auto key() const { return std::tuple(level, not_covered, number); }
  };
  std::vector<Ranked> ranked;
  int number = 0;
  for (const Cell c : table.index_order()) {
    if (!shape.contains(c)) continue;
    ranked.push_back({Board<B>::place(c).level, -resting_on<B>(shape, c).size(), number++, c});
  }
  std::sort(ranked.begin(), ranked.end(),
            [](const Ranked& a, const Ranked& b) { return a.key() < b.key(); });
  std::vector<Cell> slots;
  for (const Ranked& r : ranked) slots.push_back(r.cell);
  return slots;
}

}  // namespace

// About a thousand entries a segment: the fuller the board, the fewer of the colourings are in the
// domain.
int low_slots(int spheres) {
  const int most = spheres < 20 ? 10 : spheres < 26 ? 11 : spheres < 28 ? 12 : kMostLowSlots;
  return std::min(spheres, most);
}

Layout::Layout(Game game)
    : game_(game),
      table_(game.base),
      most_a_side_(table_.spheres_a_side() -
                   (game.rules.empty_reserve == EmptyReserve::loses ? 1 : 0)) {
  for (int n = 0; n <= table_.cells(); ++n) {
    Tier tier;
    tier.low_slots = low_slots(n);
    tier.first_segment = segments_;
    if (n <= 2 * most_a_side_) {
      tier.segments_per_shape = std::uint64_t{1} << (n - tier.low_slots);
      tier.segments = tier.segments_per_shape * (table_.tier_end(n) - table_.tier_begin(n));
    }
    segments_ += tier.segments;
    tiers_.push_back(tier);
  }
  for (ShapeId id = 0; id < table_.shapes().size(); ++id) {
    first_slots_.push_back(static_cast<std::uint32_t>(slot_of_cell_.size()));
    const CellSet cells = table_[id].cells;
    const std::vector<Cell> order = slots(id);
    for (const Symmetry g : kAllSymmetries) {
      CellSet moved;
      for (const Cell c : cells) moved |= table_.image(g, c);
      if (moved != cells) continue;
      SlotOfCell slot_of{};
      for (std::size_t i = 0; i < order.size(); ++i) {
        // Turned back, so that reading a cell's slot turns the position.
        slot_of[table_.image(g, order[i]).index] = static_cast<std::uint8_t>(i);
      }
      slot_of_cell_.push_back(slot_of);
    }
  }
  first_slots_.push_back(static_cast<std::uint32_t>(slot_of_cell_.size()));
}

std::vector<Cell> Layout::slots(ShapeId shape) const {
  return with_base(game_.base,
                   [&]<int B>() { return ordered_slots<B>(table_, table_[shape].cells); });
}

std::vector<std::vector<int>> Layout::slot_symmetries(ShapeId shape) const {
  const SlotOfCell& plain = slot_of_cell_[first_slots_[shape]];
  std::vector<std::vector<int>> result;
  for (std::uint32_t i = first_slots_[shape]; i < first_slots_[shape + 1]; ++i) {
    std::vector<int> to(static_cast<std::size_t>(table_[shape].spheres));
    for (const Cell c : table_[shape].cells) to[plain[c.index]] = slot_of_cell_[i][c.index];
    result.push_back(std::move(to));
  }
  return result;
}

Value Layout::value_without_entry(Position p) const {
  if (game_.rules.empty_reserve != EmptyReserve::loses) return {};
  const int spheres_a_side = table_.spheres_a_side();
  if (p.mover().size() == spheres_a_side) return Value::loss(0);
  // A full board with a sphere left over exists on base 2 alone; it leaves no move.
  if (p.occupied().size() == table_.cells()) return Value::loss(0);
  if (p.opponent().size() == spheres_a_side) return Value::win(1);
  return {};
}

Place Layout::place(Position p) const {
  const table::ShapedPosition on = table_.on_canonical_shape(p);
  std::uint32_t least = ~std::uint32_t{0};
  for (std::uint32_t i = first_slots_[on.shape]; i < first_slots_[on.shape + 1]; ++i) {
    std::uint32_t colouring = 0;
    for (const Cell c : on.position.mover()) colouring |= std::uint32_t{1} << slot_of_cell_[i][c.index];
    least = std::min(least, colouring);
  }
  const int spheres = table_[on.shape].spheres;
  const Tier& in = tier(spheres);
  const std::uint32_t high = least >> in.low_slots;
  Place place;
  place.spheres = spheres;
  place.segment =
      in.first_segment + in.segments_per_shape * (on.shape - table_.tier_begin(spheres)) + high;
  place.low = least & ((std::uint32_t{1} << in.low_slots) - 1);
  place.high_ones = std::popcount(high);
  return place;
}

OnesInLowSlots Layout::ones_in_low_slots(int spheres, int high_ones) const {
  const int slots = tier(spheres).low_slots;
  return {std::max(0, spheres - most_a_side_ - high_ones),
          std::min(slots, most_a_side_ - high_ones)};
}

}  // namespace pylos::database
