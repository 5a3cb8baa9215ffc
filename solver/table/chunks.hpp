// The chunks of a shape, 64 bundles each, one after the other or on the threads of the current arena.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstdint>

#include "solver/table/bundle_map.hpp"
#include "solver/numbering/shapes.hpp"

namespace pylos::table {

/// Chunks of a shape with so many spheres: at least 1.
inline std::uint32_t chunk_count(int spheres) {
  return std::max<std::uint32_t>(1, bundle_count(spheres) >> kChunkBits);
}

/// Bundles of each of its chunks, 1 to kChunkLines.
inline std::uint32_t bundles_in_chunk(int spheres) {
  return std::min<std::uint32_t>(kChunkLines, bundle_count(spheres));
}

/// Calls f(chunk number, number of its first bundle, its bundles) for every chunk of a shape with so many
/// spheres, from several threads at once if there are many.
template <class F>
void for_each_chunk(int spheres, F&& f) {
  const std::uint32_t bundles = bundles_in_chunk(spheres);
  const auto one = [&](std::uint32_t chunk) { f(chunk, chunk << kChunkBits, bundles); };
  constexpr std::uint32_t kGrain = 8;
  if (chunk_count(spheres) <= kGrain) {
    for (std::uint32_t chunk = 0; chunk < chunk_count(spheres); ++chunk) one(chunk);
  } else {
    tbb::parallel_for(tbb::blocked_range<std::uint32_t>(0, chunk_count(spheres), kGrain),
                      [&](const auto& range) {
                        for (std::uint32_t c = range.begin(); c != range.end(); ++c) one(c);
                      });
  }
}

}  // namespace pylos::table
