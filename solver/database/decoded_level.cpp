#include "solver/database/decoded_level.hpp"

#include <algorithm>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "engine/check.hpp"
#include "solver/database/errors.hpp"

namespace pylos::database {
namespace {

std::uint64_t shapes_of(const Database& database, int spheres) {
  const Level& level = database.layout().level(spheres);
  return level.segments == 0 ? 0 : level.segments / level.segments_a_shape;
}

}  // namespace

DecodedLevel::DecodedLevel(const Database& database, int spheres, int threads)
    : database_(database), spheres_(spheres) {
  PYLOS_CHECK(spheres >= database.least_spheres() && spheres <= database.layout().cells());
  const Level& level = database.layout().level(spheres);
  for (std::uint64_t i = 0; i < level.segments_a_shape; ++i) {
    const SegmentShape shape = database.segment_shape(level.first_segment + i);
    parts_.push_back({entries_a_shape_, shape});
    entries_a_shape_ += shape.entries();
  }
  symbols_.resize(shapes_of(database, spheres) * entries_a_shape_);
  tbb::task_arena arena(threads, 1);
  arena.execute([&] {
    tbb::parallel_for(std::uint64_t{0}, level.segments, [&](std::uint64_t i) {
      const std::vector<Symbol> segment = database.segment(level.first_segment + i);
      const std::uint64_t begin = i / level.segments_a_shape * entries_a_shape_ +
                                  parts_[i % level.segments_a_shape].begin;
      std::copy(segment.begin(), segment.end(),
                symbols_.begin() + static_cast<std::ptrdiff_t>(begin));
    });
  });
}

std::uint64_t DecodedLevel::bytes(const Database& database, int spheres) {
  const Level& level = database.layout().level(spheres);
  std::uint64_t entries = 0;
  for (std::uint64_t i = 0; i < level.segments_a_shape; ++i) {
    entries += database.segment_shape(level.first_segment + i).entries();
  }
  return shapes_of(database, spheres) * entries * sizeof(Symbol);
}

Value DecodedLevel::value(Position p) const {
  const Layout& layout = database_.layout();
  const Value known = layout.value_without_entry(p);
  if (known.outcome != Outcome::unknown) return known;
  const Place place = layout.place(p);
  PYLOS_CHECK(place.spheres == spheres_);
  const Level& level = layout.level(spheres_);
  const std::uint64_t segment = place.segment - level.first_segment;
  const Part& part = parts_[segment % level.segments_a_shape];
  const std::uint64_t entry = segment / level.segments_a_shape * entries_a_shape_ + part.begin +
                              part.shape.order->number(place.low) - part.shape.first();
  Value value = value_of(symbols_[entry], database_.metric());
  if (value.outcome == Outcome::unknown) {
    throw BadFile(database_.path(), "damaged: an entry has no value");
  }
  if (!database_.has_distances() && value.decided()) value.plies = -1;
  return value;
}

}  // namespace pylos::database
