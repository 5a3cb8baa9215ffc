#include <tbb/parallel_for.h>
#include <xxhash.h>

#include <memory>
#include <vector>

#include "solver/arena.hpp"
#include "solver/retrograde/storage.hpp"

namespace pylos {

// Each stored shape's values as bytes (SolutionStorage::line_values) in ascending order of the mover's
// colouring are hashed, then the hashes of the shapes in their order: nothing depends on how the values are
// kept. Levels that are not stored follow from counting and are left out.
std::uint64_t Solution::checksum(int threads) const {
  const auto& table = storage_->table;
  std::vector<std::uint64_t> hashes(table.level_end(storage_->top_level));
  const auto hash_shape = [&](std::size_t i) {
    const auto id = static_cast<retrograde::ShapeId>(i);
    const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(),
                                                                         &XXH3_freeState);
    XXH3_64bits_reset(state.get());
    for (std::uint32_t line = 0; line < retrograde::line_count(table[id].spheres); ++line) {
      const auto bytes = storage_->line_values(id, line);
      XXH3_64bits_update(state.get(), bytes.data(), sizeof bytes);
    }
    hashes[i] = XXH3_64bits_digest(state.get());
  };
  arena_of(threads).execute(
      [&] { tbb::parallel_for(std::size_t{0}, hashes.size(), hash_shape); });
  return XXH3_64bits(hashes.data(), hashes.size() * sizeof hashes[0]);
}

}  // namespace pylos
