#include "solver/database/decoded_tier.hpp"

#include <algorithm>

#include <tbb/parallel_for.h>

#include "engine/check.hpp"
#include "solver/work/threads.hpp"
#include "solver/work/errors.hpp"

namespace pylos::database {

DecodedTier::DecodedTier(const Database& database, int spheres, int threads,
                           const std::function<void(std::uint64_t)>& decoded)
    : database_(database), entries_(database.tier_entries(spheres)), symbols_(entries_.size()) {
  PYLOS_CHECK(spheres >= database.least_spheres() && spheres <= database.layout().cells());
  const Tier& tier = database.layout().tier(spheres);
  tbb::task_arena arena = arena_of(threads);
  arena.execute([&] {
    tbb::parallel_for(std::uint64_t{0}, tier.segments, [&](std::uint64_t i) {
      const std::vector<Symbol> segment = database.segment(tier.first_segment + i);
      std::copy(segment.begin(), segment.end(),
                symbols_.begin() + static_cast<std::ptrdiff_t>(entries_.begin(i)));
      if (decoded) decoded(segment.size());
    });
  });
}

std::uint64_t DecodedTier::bytes(const Database& database, int spheres) {
  return database.tier_entries(spheres).size() * sizeof(Symbol);
}

Value DecodedTier::value(Position p) const {
  const Layout& layout = database_.layout();
  const Value known = layout.value_without_entry(p);
  if (known.outcome != Outcome::unknown) return known;
  const Place place = layout.place(p);
  PYLOS_CHECK(place.spheres == spheres());
  const Tier& tier = layout.tier(spheres());
  const std::uint64_t segment = place.segment - tier.first_segment;
  const SegmentShape shape = entries_.segment(segment);
  const std::uint64_t entry =
      entries_.begin(segment) + shape.order->number(place.low) - shape.first();
  Value value = value_of(symbols_[entry], database_.metric());
  if (value.outcome == Outcome::unknown) {
    throw BadFile(database_.path(), "damaged: an entry has no value");
  }
  if (!database_.has_distances()) value.plies.reset();
  return value;
}

}  // namespace pylos::database
