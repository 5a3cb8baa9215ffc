#include <tbb/parallel_for.h>
#include <xxhash.h>

#include <memory>
#include <vector>

#include "solver/work/threads.hpp"
#include "solver/table/storage.hpp"

namespace pylos {

// Each stored shape's values as bytes (SolutionStorage::bundle_values) in ascending order of the mover's
// colouring are hashed, then the hashes of the shapes in their order: nothing depends on how the values are
// kept. Tiers that are not stored follow from counting and are left out.
std::uint64_t Solution::checksum(int threads) const {
  const auto& table = storage_->table;
  std::vector<std::uint64_t> hashes(table.tier_end(storage_->top_tier));
  const auto hash_shape = [&](std::size_t i) {
    const auto id = static_cast<table::ShapeId>(i);
    const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(),
                                                                         &XXH3_freeState);
    XXH3_64bits_reset(state.get());
    for (std::uint32_t bundle = 0; bundle < table::bundle_count(table[id].spheres); ++bundle) {
      const auto bytes = storage_->bundle_values(id, bundle);
      XXH3_64bits_update(state.get(), bytes.data(), sizeof bytes);
    }
    hashes[i] = XXH3_64bits_digest(state.get());
  };
  arena_of(threads).execute(
      [&] { tbb::parallel_for(std::size_t{0}, hashes.size(), hash_shape); });
  return XXH3_64bits(hashes.data(), hashes.size() * sizeof hashes[0]);
}

}  // namespace pylos
