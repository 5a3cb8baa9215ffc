// The slow twin of the retrograde kernel: one position and one move at a time, by the engine's
// generator.
//
// All it shares with the solver is where a value is stored: the canonical shape, the index of a
// colouring, and the look-up itself.
#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <random>
#include <vector>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "engine/check.hpp"
#include "engine/legal_moves.hpp"
#include "solver/work/threads.hpp"
#include "solver/table/storage.hpp"
#include "solver/work/errors.hpp"
#include "solver/verify/verification.hpp"
#include "solver/verify/verify.hpp"

namespace pylos {
namespace {

using table::ShapeId;
using table::ShapeLink;
using table::ShapeTable;

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

// A run of colourings of one canonical shape.
struct Range {
  ShapeId shape;
  std::uint32_t first;
  std::uint32_t last;  // one past
};

class Verification {
 public:
  Verification(const table::SolutionStorage& storage, Coverage coverage, VerifyLog& log)
      : storage_(storage),
        coverage_(coverage),
        log_(log),
        first_(storage.table.tier_begin(coverage.least_spheres)) {}

  template <int B, AnyRules R>
  void run(R rules) {
    const std::uint64_t total = canonical_positions();
    const std::vector<Range> all = ranges();
    tbb::parallel_for(std::size_t{0}, all.size(), [&](std::size_t i) {
      log_.stop_if_asked();
      check_range<B>(rules, all[i], total);
    });
  }

 private:
  std::vector<Range> ranges() const {
    constexpr std::uint32_t kMost = 1U << 17;
    std::vector<Range> result;
    for (ShapeId id = first_; id < storage_.table.shapes().size(); ++id) {
      const std::uint32_t end = 1U << storage_.table[id].spheres;
      for (std::uint32_t first = 0; first < end; first += std::min(kMost, end)) {
        result.push_back({id, first, first + std::min(kMost, end)});
      }
    }
    return result;
  }

  std::uint64_t canonical_positions() const {
    std::uint64_t total = 0;
    for (int tier = coverage_.least_spheres; tier <= storage_.table.cells(); ++tier) {
      const auto shapes = storage_.table.tier_end(tier) - storage_.table.tier_begin(tier);
      total += shapes * storage_.masks[static_cast<std::size_t>(tier)].colourings();
    }
    return total;
  }

  template <int B, AnyRules R>
  void check_range(R rules, const Range& range, std::uint64_t total) {
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
      SuccessorValues successors(coverage_);
      for_each_move<B>(p, rules, [&](Move move) {
        const Position after = apply(p, move);
        const ColouringIndex& child = neighbours.find(after.occupied());
        successors.add(child.shape() < first_ ? Value{}
                                              : storage_.value(child.shape(), child.of(after.mover())));
        ++moves;
      });
      ++positions;
      if (!successors.allow(stored)) {
        log_.mismatch(std::uint64_t{range.shape} << 32 | colouring,
                       {p, coverage_.known_part(stored), successors.expected()});
      }
    }
    log_.finished(positions, moves, total);
  }

  const table::SolutionStorage& storage_;
  const Coverage coverage_;
  VerifyLog& log_;
  const ShapeId first_;  // that is covered
};

// Draws positions of the domain that are covered, each as likely as any other.
class Sampler {
 public:
  static constexpr std::uint64_t kBatch = 1U << 16;

  Sampler(const ShapeTable& table, int least_spheres) : table_(table) {
    const auto masks = table::domain_masks(table);
    for (const table::Shape& shape : table.shapes()) {
      const auto colourings = masks[static_cast<std::size_t>(shape.spheres)].colourings();
      const bool covered = shape.spheres >= least_spheres;
      weights_.push_back(covered ? static_cast<double>(shape.images) * static_cast<double>(colourings)
                                 : 0.0);
    }
  }

  // The positions of a batch depend on nothing but its number and the seed.
  std::vector<Position> draw(std::uint64_t seed, std::uint64_t batch, std::uint64_t samples) const {
    std::mt19937_64 random(seed * 0x9e3779b97f4a7c15U + batch);
    std::discrete_distribution<ShapeId> draw_shape(weights_.begin(), weights_.end());
    std::vector<Position> positions(samples);
    for (Position& p : positions) {
      const CellSet shape = table_[draw_shape(random)].cells;
      do {
        const CellSet mover = CellSet(static_cast<std::uint32_t>(random())) & shape;
        p = Position(mover, shape - mover);
      } while (p.mover().size() > table_.spheres_per_side() ||
               p.opponent().size() > table_.spheres_per_side());
    }
    return positions;
  }

 private:
  const ShapeTable& table_;
  std::vector<double> weights_;  // of the shapes
};

}  // namespace

void SuccessorValues::add(Value after) {
  // Without distances only the outcome counts: any number of plies does.
  if (!coverage_.distances && after.decided()) after.plies = after.outcome == Outcome::win ? 1 : 0;
  values_.add(after);
  unknown_ |= after.outcome == Outcome::unknown;
  draw_ |= after.outcome == Outcome::draw;
  if (after.outcome == Outcome::win) greatest_win_ = std::max(greatest_win_, *after.plies);
}

bool SuccessorValues::allow(Value stored) const {
  const Value all = values_.value();
  if (!unknown_) return coverage_.distances ? stored == all : stored.outcome == all.outcome;
  if (all.outcome == Outcome::win) {
    return stored.outcome == Outcome::win && (!coverage_.distances || *stored.plies <= *all.plies);
  }
  if (stored.outcome != Outcome::loss) return stored.outcome != Outcome::unknown;
  return !draw_ && (!coverage_.distances || *stored.plies > greatest_win_);
}

void VerifyLog::finished(std::uint64_t positions, std::uint64_t moves, std::uint64_t total) {
  const std::lock_guard lock(mutex_);
  report_.positions += positions;
  report_.moves += moves;
  if (options_.progress) options_.progress(report_.positions, total, seconds());
}

void VerifyLog::mismatch(std::uint64_t number, const Mismatch& mismatch) {
  const std::lock_guard lock(mutex_);
  ++report_.mismatches;
  found_.push_back({number, mismatch});
  // Keep the least ones only, so that the report does not depend on threads.
  if (found_.size() >= 2 * options_.most_reported + 64) keep_least();
}

void VerifyLog::keep_least() {
  std::sort(found_.begin(), found_.end(),
            [](const Found& a, const Found& b) { return a.number < b.number; });
  if (found_.size() > options_.most_reported) found_.resize(options_.most_reported);
}

VerifyReport VerifyLog::report() {
  const std::lock_guard lock(mutex_);
  keep_least();
  report_.first.clear();
  for (const Found& f : found_) report_.first.push_back(f.mismatch);
  report_.seconds = seconds();
  return report_;
}

void verify_all(const table::SolutionStorage& storage, Coverage coverage, VerifyLog& log) {
  with_game(storage.game, [&]<int B>(auto rules) {
    Verification(storage, coverage, log).template run<B>(rules);
  });
}

void verify_samples(const ShapeTable& table, Game game, Coverage coverage,
                    const std::function<Value(Position)>& value_of, const VerifyOptions& options,
                    VerifyLog& log) {
  const Sampler sampler(table, coverage.least_spheres);
  const std::uint64_t batches = (options.samples + Sampler::kBatch - 1) / Sampler::kBatch;
  tbb::parallel_for(std::uint64_t{0}, batches, [&](std::uint64_t batch) {
    const std::uint64_t first = batch * Sampler::kBatch;
    const std::vector<Position> positions =
        sampler.draw(options.seed, batch, std::min(Sampler::kBatch, options.samples - first));
    constexpr std::size_t kGrain = 256;
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, positions.size(), kGrain), [&](const auto& part) {
      log.stop_if_asked();
      std::uint64_t moves = 0;
      for (std::size_t i = part.begin(); i < part.end(); ++i) {
        const Position p = positions[i];
        SuccessorValues successors(coverage);
        for (const Move move : legal_moves(p, game)) {
          const Position after = apply(p, move);
          const bool covered = after.occupied().size() >= coverage.least_spheres;
          successors.add(covered ? value_of(after) : Value{});
          ++moves;
        }
        const Value stored = value_of(p);
        if (!successors.allow(stored)) {
          log.mismatch(first + i, {p, coverage.known_part(stored), successors.expected()});
        }
      }
      log.finished(part.size(), moves, options.samples);
    });
  });
}

VerifyReport verify(const Solution& solution, const VerifyOptions& options) {
  tbb::task_arena arena = arena_of(options.threads);
  VerifyLog log(options);
  arena.execute([&] {
    const table::SolutionStorage& storage = table::storage_of(solution);
    if (options.samples == 0) {
      verify_all(storage, {}, log);
    } else {
      verify_samples(storage.table, storage.game, {}, [&](Position p) { return solution.value(p); },
                     options, log);
    }
  });
  return log.report();
}

}  // namespace pylos
