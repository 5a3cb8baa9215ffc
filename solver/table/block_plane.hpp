// One bit of many places, in blocks.
//
// Large distances are few, but spread so that nearly every page of a plain array would be written.
// A sparse plane gives a block memory when its first bit is set, at the cost of a look-up.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include <tbb/enumerable_thread_specific.h>

#include "solver/table/bundle.hpp"
#include "solver/work/memory.hpp"

namespace pylos::table {

class BlockPlane {
 public:
  enum class Kind { dense, sparse };

  /// Places of a block: as many bits as a bundle has.
  static constexpr std::uint32_t kBlockPlaces = kBundleColourings;

  /// So many blocks, 1 to 2^31, all bits 0. Throws OutOfMemory.
  BlockPlane(std::uint64_t blocks, Kind kind);

  /// The bits of a block, 0 to the number of blocks; of the one past the end, 0.
  Bundle read(std::uint64_t block) const {
    const Word* words = words_of(block);
    return words == nullptr ? Bundle{} : load_bundle(words);
  }

  /// Bit `number`, 0 to 511, of a block.
  bool bit(std::uint64_t block, std::uint32_t number) const {
    const Word* words = words_of(block);
    return words != nullptr && (words[number / 32] >> number % 32 & 1) != 0;
  }

  /// Combines the bits of a block with others, by exclusive or. Different blocks may be written by
  /// several threads at once.
  void add(std::uint64_t block, const Bundle& bits) {
    if (!any(bits)) return;
    if (is_sparse()) {
      std::uint32_t& slot = slots_.as<std::uint32_t>()[block];
      if (slot == 0) slot = new_slot();
      block = slot;
    }
    Word* words = pool_.as<Word>() + block * kLanes;
    store_bundle(words, load_bundle(words) ^ bits);
  }

  /// Bytes that a plane of either kind takes at the most, but for 4 KiB a thread.
  static std::uint64_t most_bytes(std::uint64_t blocks);

  /// Calls f(void*, bytes) for every part of the state: to be saved, or to be put back into a new
  /// plane.
  template <class F>
  void visit_state(F&& f) {
    std::uint32_t used = used_;
    f(static_cast<void*>(&used), sizeof used);
    used_ = used;
    f(slots_.as<void>(), slots_.bytes());
    f(pool_.as<void>(), is_sparse() ? std::min(pool_.bytes(), used * sizeof(Bundle)) : pool_.bytes());
  }

 private:
  static_assert(Memory::kReadPast >= sizeof(Bundle), "read() allows one block past the end");

  // A thread takes so many slots at a time.
  static constexpr std::uint32_t kBatch = 64;
  struct Batch {
    std::uint32_t next = 0;
    std::uint32_t end = 0;
  };

  bool is_sparse() const { return slots_.bytes() != 0; }
  const Word* words_of(std::uint64_t block) const {
    if (is_sparse()) {
      block = slots_.as<std::uint32_t>()[block];
      if (block == 0) return nullptr;
    }
    return pool_.as<Word>() + block * kLanes;
  }
  std::uint32_t new_slot();

  Memory slots_;  // of a sparse plane: by block, where its bits are in the pool; 0: nowhere
  Memory pool_;
  std::atomic<std::uint32_t> used_{1};  // slots handed out, in batches; slot 0 is nobody's
  tbb::enumerable_thread_specific<Batch> batches_;
};

}  // namespace pylos::table
