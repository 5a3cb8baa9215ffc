#include "solver/retrograde/kernel.hpp"

#include <bit>

namespace pylos::retrograde {

using table::any;
using table::chunk_offset;
using table::gather;
using table::Bundle;
using table::BundleMap;
using table::run_program;
using table::kLanes;
using table::kChunkBits;
namespace {

// The colourings of a bundle whose action completes a formation.
inline Bundle completed(const Plan& plan, const Step& step, std::uint32_t bundle) {
  Bundle result{};
  for (std::uint32_t i = step.first_formation; i < step.last_formation; ++i) {
    result |= plan.formations[i].of(bundle);
  }
  return result;
}

void run_step(const Plan& plan, const Step& step, std::uint32_t number, Chunk& chunk,
              const BundleList& live) {
  const bool has_formations = step.first_formation != step.last_formation;
  const std::uint32_t first_bundle = number << kChunkBits;
  for (std::uint32_t m = step.first_map; m < step.last_map; ++m) {
    const BundleMap& map = plan.maps[m];
    std::uint32_t base = 0;
    if (!chunk_offset(map, number, base)) continue;
    for (std::uint32_t k = 0; k < live.count; ++k) {
      const std::uint32_t i = live.bundle[k];
      if (map.bundle_offset[i] == BundleMap::kNoBundle) continue;
      const std::uint32_t offset = base + map.bundle_offset[i];
      // Late rounds find little: most bundles are empty.
      Bundle plain{};
      Bundle recovered{};
      if (step.plain.exists()) plain = gather(map, step.plain, offset);
      if (step.recovered.exists()) recovered = gather(map, step.recovered, offset);
      if (!any(plain | recovered)) continue;
      plain = run_program(map, plain);
      if (has_formations) {
        const Bundle formed = completed(plan, step, first_bundle + i);
        if (!plan.may_decline) plain &= ~formed;
        plain |= run_program(map, recovered) & formed;
      }
      chunk.reached[i] |= plain;
    }
  }
  if (step.unstored != nullptr) {
    for (std::uint32_t k = 0; k < live.count; ++k) {
      const std::uint32_t i = live.bundle[k];
      const std::uint32_t bundle = first_bundle + i;
      const Bundle x = step.unstored[std::popcount(bundle)];
      chunk.reached[i] |= plan.may_decline ? x : x & ~completed(plan, step, bundle);
    }
  }
}

}  // namespace

void mark_children(const Plan& plan, std::uint32_t number, const BundleList& live) {
  const auto mark = [](std::uint8_t* flag) { __atomic_store_n(flag, 1, __ATOMIC_RELAXED); };
  for (const Step& step : plan.steps) {
    for (std::uint32_t m = step.first_map; m < step.last_map; ++m) {
      const BundleMap& map = plan.maps[m];
      std::uint32_t base = 0;
      if (!chunk_offset(map, number, base)) continue;
      for (std::uint32_t k = 0; k < live.count; ++k) {
        const std::uint32_t i = live.bundle[k];
        if (map.bundle_offset[i] == BundleMap::kNoBundle) continue;
        const std::uint32_t offset = base + map.bundle_offset[i];
        if (map.sources == 1) {  // lane bits stay lane bits: one bundle of the child
          mark(step.marks + offset / kLanes);
          continue;
        }
        for (const std::uint32_t lane : map.lane_offset)
          mark(step.marks + (offset + lane) / kLanes);
      }
    }
  }
}

void run_chunk(const Plan& plan, std::uint32_t number, Chunk& chunk) {
  BundleList live = chunk.live;
  for (const Step& step : plan.steps) {
    BundleList left;
    for (std::uint32_t k = 0; k < live.count; ++k) {
      const std::uint32_t i = live.bundle[k];
      left.add_if(i, any(chunk.wanted[i] & ~chunk.reached[i]));
    }
    if (left.count == 0) return;
    run_step(plan, step, number, chunk, left);
    live = left;
  }
}

}  // namespace pylos::retrograde
