// The slow twin of the retrograde kernel: one position and one move at a time, by the engine's
// generator.
//
// All it shares with the solver is where a value is stored: the canonical shape, the index of a
// colouring, and the look-up itself.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <mutex>
#include <random>

#include <tbb/parallel_for.h>

#include "engine/check.hpp"
#include "engine/legal_moves.hpp"
#include "solver/arena.hpp"
#include "solver/retrograde/storage.hpp"
#include "solver/solve.hpp"

namespace pylos {
namespace {

using retrograde::ShapeId;
using retrograde::ShapeLink;
using retrograde::ShapeTable;

// From a set of cells of one shape (in any orientation) to the index of that colouring in the
// canonical shape: one table for each byte of the set.
class ColouringIndex {
 public:
  ColouringIndex(const ShapeTable& table, CellSet occupied) : occupied_(occupied) {
    link_ = table.link(occupied);
    const CellSet canonical = table[link_.shape].cells;
    for (const Cell c : occupied) {
      const std::uint32_t bit = table.colouring(canonical, table.image(link_.by, c));
      auto& of_byte = tables_[c.index / 8];
      const unsigned in_byte = 1U << c.index % 8;
      for (unsigned value = 0; value < 256; ++value) {
        if (value & in_byte) of_byte[value] |= bit;
      }
    }
  }

  CellSet occupied() const { return occupied_; }
  ShapeId shape() const { return link_.shape; }
  std::uint32_t of(CellSet coloured) const {
    const std::uint32_t bits = coloured.bits();
    return tables_[0][bits & 255] | tables_[1][bits >> 8 & 255] | tables_[2][bits >> 16 & 255] |
           tables_[3][bits >> 24];
  }

 private:
  CellSet occupied_;
  ShapeLink link_;
  std::array<std::array<std::uint32_t, 256>, 4> tables_{};
};

// The shapes one move away from one shape, made when first met.
class Neighbours {
 public:
  explicit Neighbours(const ShapeTable& table) : table_(table) {}

  const ColouringIndex& find(CellSet occupied) {
    const std::uint32_t hash = (occupied.bits() * 0x9e3779b1U) >> (32 - kBits);
    for (std::uint32_t slot = hash;; slot = (slot + 1) % kSlots) {
      const std::uint16_t at = slots_[slot];
      if (at == kEmpty) {
        PYLOS_CHECK(made_.size() < kSlots / 2);
        slots_[slot] = static_cast<std::uint16_t>(made_.size());
        made_.push_back(std::make_unique<ColouringIndex>(table_, occupied));
        return *made_.back();
      }
      if (made_[at]->occupied() == occupied) return *made_[at];
    }
  }

 private:
  static constexpr int kBits = 14;
  static constexpr std::uint32_t kSlots = 1U << kBits;
  static constexpr std::uint16_t kEmpty = 0xffff;
  const ShapeTable& table_;
  std::vector<std::uint16_t> slots_ = std::vector<std::uint16_t>(kSlots, kEmpty);
  std::vector<std::unique_ptr<ColouringIndex>> made_;
};

struct Found {
  ShapeId shape;
  std::uint32_t colouring;
  Mismatch mismatch;
};

// A run of colourings of one canonical shape.
struct Range {
  ShapeId shape;
  std::uint32_t first;
  std::uint32_t last;  // one past
};

class Verification {
 public:
  Verification(const Solution& solution, const VerifyOptions& options)
      : storage_(solution.storage()), solution_(solution), options_(options) {}

  VerifyReport run() {
    if (options_.samples == 0) {
      with_game(storage_.game, [&]<int B, RuleSet R>() { check_all<B, R>(); });
    } else {
      check_samples();
    }
    std::sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) {
      return std::pair(a.shape, a.colouring) < std::pair(b.shape, b.colouring);
    });
    for (const Found& f : found_) {
      if (report_.first.size() < options_.most_reported) report_.first.push_back(f.mismatch);
    }
    report_.seconds = seconds();
    return report_;
  }

 private:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

  void finished(std::uint64_t positions, std::uint64_t moves, std::uint64_t total) {
    const std::lock_guard lock(mutex_);
    report_.positions += positions;
    report_.moves += moves;
    if (options_.progress) options_.progress(report_.positions, total, seconds());
  }

  void mismatch(const Found& found) {
    const std::lock_guard lock(mutex_);
    ++report_.mismatches;
    // Keep the least ones only, so that the report does not depend on threads.
    found_.push_back(found);
    if (found_.size() >= 2 * options_.most_reported + 64) {
      std::sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) {
        return std::pair(a.shape, a.colouring) < std::pair(b.shape, b.colouring);
      });
      found_.resize(options_.most_reported);
    }
  }

  void stop_if_asked() const {
    if (options_.stop.stop_requested()) throw Stopped("verification stopped");
  }

  std::vector<Range> ranges() const {
    constexpr std::uint32_t kMost = 1U << 17;
    std::vector<Range> result;
    for (ShapeId id = 0; id < storage_.table.shapes().size(); ++id) {
      const std::uint32_t end = 1U << storage_.table[id].spheres;
      for (std::uint32_t first = 0; first < end; first += std::min(kMost, end)) {
        result.push_back({id, first, first + std::min(kMost, end)});
      }
    }
    return result;
  }

  std::uint64_t canonical_positions() const {
    std::uint64_t total = 0;
    for (int level = 0; level <= storage_.table.cells(); ++level) {
      const auto shapes = storage_.table.level_end(level) - storage_.table.level_begin(level);
      total += shapes * colourings(level);
    }
    return total;
  }

  std::uint64_t colourings(int level) const {
    return storage_.masks[static_cast<std::size_t>(level)].colourings();
  }

  template <int B, RuleSet R>
  void check_all() {
    const std::uint64_t total = canonical_positions();
    const std::vector<Range> all = ranges();
    tbb::parallel_for(std::size_t{0}, all.size(), [&](std::size_t i) {
      stop_if_asked();
      check_range<B, R>(all[i], total);
    });
  }

  template <int B, RuleSet R>
  void check_range(const Range& range, std::uint64_t total) {
    const ShapeTable& table = storage_.table;
    const CellSet shape = table[range.shape].cells;
    const auto& slots = table[range.shape].slots;
    Neighbours neighbours(table);
    std::uint64_t positions = 0;
    std::uint64_t moves = 0;
    for (std::uint32_t colouring = range.first; colouring < range.last; ++colouring) {
      CellSet mover;
      for (std::uint32_t rest = colouring; rest != 0; rest &= rest - 1) {
        mover |= slots[static_cast<std::size_t>(std::countr_zero(rest))];
      }
      const Position p(mover, shape - mover);
      if (mover_reserve<B>(p) < 0 || opponent_reserve<B>(p) < 0) continue;
      const Value stored = storage_.value(range.shape, colouring);
      ValueFromSuccessors successors;
      for_each_move<B, R>(p, [&](Move move) {
        const Position after = apply(p, move);
        const ColouringIndex& child = neighbours.find(after.occupied());
        successors.add(storage_.value(child.shape(), child.of(after.mover())));
        ++moves;
      });
      ++positions;
      if (successors.value() != stored) {
        mismatch({range.shape, colouring, {p, stored, successors.value()}});
      }
    }
    finished(positions, moves, total);
  }

  void check_samples() {
    constexpr std::uint64_t kBatch = 1U << 16;
    const std::uint64_t batches = (options_.samples + kBatch - 1) / kBatch;
    // Levels and shapes weighted by their positions, all images counted.
    std::vector<double> weights;
    for (const retrograde::Shape& shape : storage_.table.shapes()) {
      weights.push_back(static_cast<double>(shape.images) *
                        static_cast<double>(colourings(shape.spheres)));
    }
    tbb::parallel_for(std::uint64_t{0}, batches, [&](std::uint64_t batch) {
      stop_if_asked();
      std::mt19937_64 random(options_.seed * 0x9e3779b97f4a7c15U + batch);
      std::discrete_distribution<ShapeId> draw_shape(weights.begin(), weights.end());
      const std::uint64_t samples = std::min(kBatch, options_.samples - batch * kBatch);
      std::uint64_t moves = 0;
      for (std::uint64_t i = 0; i < samples; ++i) {
        const ShapeId id = draw_shape(random);
        const CellSet shape = storage_.table[id].cells;
        Position p;
        do {
          const CellSet mover = CellSet(static_cast<std::uint32_t>(random())) & shape;
          p = Position(mover, shape - mover);
        } while (p.mover().size() > storage_.table.spheres_a_side() ||
                 p.opponent().size() > storage_.table.spheres_a_side());
        const Value stored = solution_.value(p);
        ValueFromSuccessors successors;
        for (const Move move : legal_moves(p, storage_.game)) {
          successors.add(solution_.value(apply(p, move)));
          ++moves;
        }
        if (successors.value() != stored) {
          const std::uint32_t colouring = storage_.table.colouring(shape, p.mover());
          mismatch({id, colouring, {p, stored, successors.value()}});
        }
      }
      finished(samples, moves, options_.samples);
    });
  }

  const SolutionStorage& storage_;
  const Solution& solution_;
  const VerifyOptions& options_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  VerifyReport report_;
  std::vector<Found> found_;
};

}  // namespace

VerifyReport verify(const Solution& solution, const VerifyOptions& options) {
  tbb::task_arena arena = arena_of(options.threads);
  VerifyReport report;
  arena.execute([&] { report = Verification(solution, options).run(); });
  return report;
}

}  // namespace pylos
