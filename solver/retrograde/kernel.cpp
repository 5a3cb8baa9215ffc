#include "solver/retrograde/kernel.hpp"

#include <bit>

namespace pylos::retrograde {

using table::any;
using table::BundleMap;
using table::gather;
using table::kChunkBits;
using table::kLanes;
using table::run_program;

namespace {

void run_step(const Plan& plan, const Step& step, std::uint32_t number, Chunk& chunk,
              const BundleList& live) {
  const std::uint32_t first_bundle = number << kChunkBits;
  plan.follow(step, number, live,
              [&](std::uint32_t i, const BundleMap& map, std::uint32_t offset) {
                // Late rounds find little: most bundles are empty.
                Bundle plain{};
                Bundle recovered{};
                if (step.plain.exists()) plain = gather(map, step.plain, offset);
                if (step.recovered.exists()) recovered = gather(map, step.recovered, offset);
                if (!any(plain | recovered)) return;
                plain = run_program(map, plain);
                if (step.completes_formations()) {
                  const Bundle formed = plan.formed(step, first_bundle + i);
                  if (!plan.may_decline) plain &= ~formed;
                  plain |= run_program(map, recovered) & formed;
                }
                chunk.reached[i] |= plain;
              });
  if (step.unstored == nullptr) return;
  for (const std::uint32_t i : live) {
    const std::uint32_t bundle = first_bundle + i;
    const Bundle x = step.unstored[std::popcount(bundle)];
    chunk.reached[i] |= plan.may_decline ? x : x & ~plan.formed(step, bundle);
  }
}

}  // namespace

void mark_children(const Plan& plan, std::uint32_t number, const BundleList& live) {
  const auto mark = [](std::uint8_t* flag) { __atomic_store_n(flag, 1, __ATOMIC_RELAXED); };
  for (const Step& step : plan.steps) {
    plan.follow(step, number, live,
                [&](std::uint32_t, const BundleMap& map, std::uint32_t offset) {
                  if (map.sources == 1) {  // lane bits stay lane bits: one bundle of the child
                    mark(step.marks + offset / kLanes);
                    return;
                  }
                  for (const std::uint32_t lane : map.lane_offset)
                    mark(step.marks + (offset + lane) / kLanes);
                });
  }
}

void run_chunk(const Plan& plan, std::uint32_t number, Chunk& chunk) {
  BundleList live = chunk.live;
  for (const Step& step : plan.steps) {
    BundleList left;
    for (const std::uint32_t i : live) {
      left.add_if(i, any(chunk.wanted[i] & ~chunk.reached[i]));
    }
    if (left.count == 0) return;
    run_step(plan, step, number, chunk, left);
    live = left;
  }
}

}  // namespace pylos::retrograde
