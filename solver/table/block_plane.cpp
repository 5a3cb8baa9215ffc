#include "solver/table/block_plane.hpp"

#include "engine/check.hpp"
#include "solver/work/errors.hpp"
#include "solver/work/threads.hpp"

namespace pylos::table {

BlockPlane::BlockPlane(std::uint64_t blocks, Kind kind) {
  if (kind == Kind::dense) {
    pool_ = Memory(blocks * sizeof(Bundle));
    return;
  }
  slots_ = Memory(blocks * sizeof(std::uint32_t));
  // Every thread may leave the rest of a batch unused, once more after each time the state was put
  // back; seldom enough, as hardly any plane is written whole.
  pool_ = Memory((1 + blocks + std::uint64_t{kBatch} * kMaxThreads) * sizeof(Bundle));
}

std::uint64_t BlockPlane::most_bytes(std::uint64_t blocks) {
  return blocks * (sizeof(std::uint32_t) + sizeof(Bundle));
}

std::uint32_t BlockPlane::new_slot() {
  Batch& batch = batches_.local();
  if (batch.next == batch.end) {
    batch.next = used_.fetch_add(kBatch, std::memory_order_relaxed);
    batch.end = batch.next + kBatch;
    PYLOS_CHECK(batch.end * sizeof(Bundle) <= pool_.bytes());
  }
  return batch.next++;
}

}  // namespace pylos::table
