#include <tbb/parallel_for.h>
#include <xxhash.h>

#include <bit>
#include <memory>
#include <vector>

#include "solver/retrograde/storage.hpp"

namespace pylos {

// Each shape's values as bytes (draw 255, otherwise the distance in plies) in ascending order of the mover's
// colouring are hashed, then the hashes of the shapes in their order: nothing depends on how values are
// stored.
std::uint64_t Solution::checksum() const {
  constexpr unsigned char kDraw = 255;
  const auto& table = storage_->table;
  std::vector<std::uint64_t> hashes(table.shapes().size());
  tbb::parallel_for(std::size_t{0}, hashes.size(), [&](std::size_t i) {
    const auto id = static_cast<retrograde::ShapeId>(i);
    const int spheres = table[id].spheres;
    const int most = table.spheres_a_side();
    const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(),
                                                                          &XXH3_freeState);
    XXH3_64bits_reset(state.get());
    std::vector<unsigned char> bytes;
    const auto flush = [&] {
      XXH3_64bits_update(state.get(), bytes.data(), bytes.size());
      bytes.clear();
    };
    for (std::uint32_t mover = 0; mover < 1U << spheres; ++mover) {
      const int own = std::popcount(mover);
      if (own > most || spheres - own > most) continue;
      const Value value = storage_->value(id, mover);
      bytes.push_back(value.decided() ? static_cast<unsigned char>(value.plies) : kDraw);
      if (bytes.size() == 1U << 16) flush();
    }
    flush();
    hashes[i] = XXH3_64bits_digest(state.get());
  });
  return XXH3_64bits(hashes.data(), hashes.size() * sizeof hashes[0]);
}

}  // namespace pylos
