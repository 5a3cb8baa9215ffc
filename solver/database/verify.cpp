#include "solver/database/verify.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <memory>
#include <mutex>
#include <random>
#include <unordered_map>

#include <tbb/parallel_for.h>

#include "engine/check.hpp"
#include "engine/moves.hpp"
#include "solver/arena.hpp"
#include "solver/retrograde/memory.hpp"

namespace pylos::database {
namespace {

// What the known values of the successors allow.
class Successors {
 public:
  void add(Value after) {
    // Without distances only the outcome counts: any number of plies does.
    if (after.decided() && after.plies < 0) after.plies = after.outcome == Outcome::win ? 1 : 0;
    values_.add(after);
    unknown_ |= after.outcome == Outcome::unknown;
    draw_ |= after.outcome == Outcome::draw;
    if (after.outcome == Outcome::win) greatest_win_ = std::max(greatest_win_, after.plies);
  }

  Value expected() const { return values_.value(); }

  bool allow(Value stored, bool with_distances) const {
    const Value all = expected();
    if (!unknown_) return with_distances ? stored == all : stored.outcome == all.outcome;
    if (all.outcome == Outcome::win) {
      return stored.outcome == Outcome::win && (!with_distances || stored.plies <= all.plies);
    }
    if (stored.outcome != Outcome::loss) return stored.outcome != Outcome::unknown;
    return !draw_ && (!with_distances || stored.plies > greatest_win_);
  }

 private:
  ValueFromSuccessors values_;
  int greatest_win_ = -1;
  bool unknown_ = false;
  bool draw_ = false;
};

// All symbols of a database, by level, shape and segment, a byte each.
class Loaded {
 public:
  explicit Loaded(const Database& database) : database_(database), layout_(database.layout()) {
    std::uint64_t entries = 0;
    for (int n = 0; n <= layout_.cells(); ++n) {
      LevelPlaces places;
      const Level& level = layout_.level(n);
      if (n >= database.least_spheres() && level.segments > 0) {
        places.order = std::make_unique<SegmentOrder>(level.low_slots);
        places.begin = entries;
        for (std::uint64_t high = 0; high < level.segments_a_shape; ++high) {
          const LowOnes ones = layout_.low_ones(n, std::popcount(high));
          const SegmentShape shape{places.order.get(), ones, std::popcount(high),
                                   database.metric()};
          // Where number 0 of the whole order would be.
          places.segment.push_back(places.a_shape - shape.first());
          places.a_shape += shape.entries();
        }
        entries += places.a_shape * (level.segments / level.segments_a_shape);
      }
      levels_.push_back(std::move(places));
    }
    memory_ = retrograde::Memory(entries);
    symbols_ = memory_.as<Symbol>();
  }

  void load_shape(ShapeId id) {
    const int n = layout_.table()[id].spheres;
    const Level& level = layout_.level(n);
    const std::uint64_t first =
        level.first_segment + level.segments_a_shape * (id - layout_.table().level_begin(n));
    std::uint64_t at = shape_begin(id);
    for (std::uint64_t high = 0; high < level.segments_a_shape; ++high) {
      const std::vector<Symbol> symbols = database_.segment(first + high);
      std::copy(symbols.begin(), symbols.end(), symbols_ + at);
      at += symbols.size();
    }
    // A colouring that a symmetry makes the same as an earlier one has that one's value.
    const auto symmetries = layout_.slot_symmetries(id);
    if (symmetries.size() == 1) return;
    for_each_entry(id, [&](std::uint32_t colouring, std::uint64_t place) {
      std::uint32_t least = colouring;
      for (const std::vector<int>& to : symmetries) {
        std::uint32_t image = 0;
        for (std::uint32_t rest = colouring; rest != 0; rest &= rest - 1) {
          image |= std::uint32_t{1} << to[static_cast<std::size_t>(std::countr_zero(rest))];
        }
        least = std::min(least, image);
      }
      if (least != colouring) symbols_[place] = symbols_[place_of(id, least)];
    });
  }

  // Calls f(colouring, place) for the entries of a shape in their order.
  template <class F>
  void for_each_entry(ShapeId id, F&& f) const {
    const int n = layout_.table()[id].spheres;
    const Level& level = layout_.level(n);
    for (std::uint64_t high = 0; high < level.segments_a_shape; ++high) {
      for_each_entry_of(id, high, f);
    }
  }
  template <class F>
  void for_each_entry_of(ShapeId id, std::uint64_t high, F&& f) const {
    const int n = layout_.table()[id].spheres;
    const Level& level = layout_.level(n);
    const LevelPlaces& places = levels_[static_cast<std::size_t>(n)];
    const int ones = std::popcount(high);
    const SegmentShape shape{places.order.get(), layout_.low_ones(n, ones), ones,
                             database_.metric()};
    const std::uint64_t begin = shape_begin(id) + places.segment[high];
    for (std::uint32_t i = shape.first(); i < shape.first() + shape.entries(); ++i) {
      f(static_cast<std::uint32_t>(high << level.low_slots | places.order->low(i)), begin + i);
    }
  }

  std::uint64_t shape_begin(ShapeId id) const {
    const int n = layout_.table()[id].spheres;
    const LevelPlaces& places = levels_[static_cast<std::size_t>(n)];
    return places.begin + places.a_shape * (id - layout_.table().level_begin(n));
  }
  std::uint64_t place_of(ShapeId id, std::uint32_t colouring) const {
    const int n = layout_.table()[id].spheres;
    const LevelPlaces& places = levels_[static_cast<std::size_t>(n)];
    const int slots = layout_.level(n).low_slots;
    return shape_begin(id) + places.segment[colouring >> slots] +
           places.order->number(colouring & ((std::uint32_t{1} << slots) - 1));
  }
  Symbol symbol(std::uint64_t place) const { return symbols_[place]; }

  struct LevelPlaces {
    std::unique_ptr<SegmentOrder> order;
    std::uint64_t begin = 0;
    std::uint64_t a_shape = 0;
    std::vector<std::uint64_t> segment;
  };
  const LevelPlaces& level(int spheres) const { return levels_[static_cast<std::size_t>(spheres)]; }

 private:
  const Database& database_;
  const Layout& layout_;
  std::vector<LevelPlaces> levels_;
  retrograde::Memory memory_;
  Symbol* symbols_ = nullptr;
};

// Finds the entries of one shape in any orientation: the colouring by one table for each byte of a
// set.
class Child {
 public:
  Child(const Loaded& loaded, const Layout& layout, CellSet occupied)
      : level_(loaded.level(occupied.size())) {
    const retrograde::ShapeTable& table = layout.table();
    const retrograde::ShapeLink link = table.link(occupied);
    slots_ = layout.level(occupied.size()).low_slots;
    begin_ = loaded.shape_begin(link.shape);
    const std::vector<Cell> order = layout.slots(link.shape);
    for (const Cell c : occupied) {
      const auto slot = std::find(order.begin(), order.end(), table.image(link.by, c));
      const std::uint32_t bit = std::uint32_t{1} << (slot - order.begin());
      auto& of_byte = tables_[c.index / 8];
      const unsigned in_byte = 1U << c.index % 8;
      for (unsigned value = 0; value < 256; ++value) {
        if (value & in_byte) of_byte[value] |= bit;
      }
    }
  }

  std::uint64_t place(CellSet mover) const {
    const std::uint32_t bits = mover.bits();
    const std::uint32_t colouring = tables_[0][bits & 255] | tables_[1][bits >> 8 & 255] |
                                    tables_[2][bits >> 16 & 255] | tables_[3][bits >> 24];
    return begin_ + level_.segment[colouring >> slots_] +
           level_.order->number(colouring & ((std::uint32_t{1} << slots_) - 1));
  }

 private:
  const Loaded::LevelPlaces& level_;
  int slots_ = 0;
  std::uint64_t begin_ = 0;
  std::array<std::array<std::uint32_t, 256>, 4> tables_{};
};

class Children {
 public:
  Children(const Loaded& loaded, const Layout& layout) : loaded_(loaded), layout_(layout) {}
  const Child& find(CellSet occupied) {
    if (last_ != nullptr && occupied == last_shape_) return *last_;
    std::unique_ptr<Child>& child = made_[occupied.bits()];
    if (!child) child = std::make_unique<Child>(loaded_, layout_, occupied);
    last_ = child.get();
    last_shape_ = occupied;
    return *last_;
  }

 private:
  const Loaded& loaded_;
  const Layout& layout_;
  std::unordered_map<std::uint32_t, std::unique_ptr<Child>> made_;
  const Child* last_ = nullptr;
  CellSet last_shape_;
};

class Verification {
 public:
  Verification(const Database& database, const VerifyOptions& options)
      : database_(database), layout_(database.layout()), options_(options) {}

  VerifyReport run() {
    with_game(database_.game(), [&]<int B, RuleSet R>() {
      options_.samples == 0 ? check_all<B, R>() : check_samples<B, R>();
    });
    std::sort(found_.begin(), found_.end(), by_number);
    for (const Found& f : found_) {
      if (report_.first.size() < options_.most_reported) report_.first.push_back(f.mismatch);
    }
    report_.seconds = seconds();
    return report_;
  }

 private:
  struct Found {
    std::uint64_t number;
    Mismatch mismatch;
  };
  static bool by_number(const Found& a, const Found& b) { return a.number < b.number; }

  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }
  void stop_if_asked() const {
    if (options_.stop.stop_requested()) throw Stopped("verification stopped");
  }
  void finished(std::uint64_t positions, std::uint64_t moves, std::uint64_t total) {
    const std::lock_guard lock(mutex_);
    report_.positions += positions;
    report_.moves += moves;
    if (options_.progress) options_.progress(report_.positions, total, seconds());
  }
  // Keeps the least ones only, so that the report does not depend on threads.
  void mismatch(const Found& found) {
    const std::lock_guard lock(mutex_);
    ++report_.mismatches;
    found_.push_back(found);
    if (found_.size() >= 2 * options_.most_reported + 64) {
      std::sort(found_.begin(), found_.end(), by_number);
      found_.resize(options_.most_reported);
    }
  }

  Value told(Value value) const {
    if (!database_.has_distances() && value.decided()) value.plies = -1;
    return value;
  }

  template <int B, RuleSet R>
  void check_all() {
    const std::uint64_t needed = verify_memory(database_);
    if (needed > retrograde::free_memory()) {
      throw OutOfMemory("verifying the whole file takes " + std::to_string((needed >> 20) + 1) +
                        " MiB of memory, " + std::to_string(retrograde::free_memory() >> 20) +
                        " MiB are free; --sample takes next to none");
    }
    Loaded loaded(database_);
    const ShapeId first = layout_.table().level_begin(database_.least_spheres());
    const auto last = static_cast<ShapeId>(layout_.table().shapes().size());
    tbb::parallel_for(first, last, [&](ShapeId id) {
      stop_if_asked();
      if (layout_.level(layout_.table()[id].spheres).segments > 0) loaded.load_shape(id);
    });
    // A shape, or a part of its segments.
    struct Piece {
      ShapeId shape;
      std::uint64_t begin, end;
    };
    std::vector<Piece> pieces;
    for (ShapeId id = first; id < last; ++id) {
      const Level& level = layout_.level(layout_.table()[id].spheres);
      if (level.segments == 0) continue;
      constexpr std::uint64_t kMost = 256;
      for (std::uint64_t at = 0; at < level.segments_a_shape; at += kMost) {
        pieces.push_back({id, at, std::min(at + kMost, level.segments_a_shape)});
      }
    }
    const std::uint64_t total = database_.header().entries;
    tbb::parallel_for(std::size_t{0}, pieces.size(), [&](std::size_t i) {
      stop_if_asked();
      check_piece<B, R>(loaded, pieces[i].shape, pieces[i].begin, pieces[i].end, total);
    });
  }

  template <int B, RuleSet R>
  void check_piece(const Loaded& loaded, ShapeId id, std::uint64_t begin, std::uint64_t end,
                   std::uint64_t total) {
    const CellSet shape = layout_.table()[id].cells;
    const std::vector<Cell> slots = layout_.slots(id);
    Children children(loaded, layout_);
    std::uint64_t positions = 0;
    std::uint64_t moves = 0;
    for (std::uint64_t high = begin; high < end; ++high) {
      loaded.for_each_entry_of(id, high, [&](std::uint32_t colouring, std::uint64_t place) {
        CellSet mover;
        for (std::uint32_t rest = colouring; rest != 0; rest &= rest - 1) {
          mover |= slots[static_cast<std::size_t>(std::countr_zero(rest))];
        }
        const Position p(mover, shape - mover);
        Successors successors;
        for_each_move<B, R>(p, [&](Move move) {
          const Position after = apply(p, move);
          ++moves;
          successors.add(loaded_value<B, R>(loaded, children, after));
        });
        ++positions;
        const Value stored = value_of(loaded.symbol(place), database_.metric());
        if (!successors.allow(stored, database_.has_distances())) {
          mismatch({place, {p, stored, told(successors.expected())}});
        }
      });
    }
    finished(positions, moves, total);
  }

  template <int B, RuleSet R>
  Value loaded_value(const Loaded& loaded, Children& children, Position p) const {
    const CellSet occupied = p.occupied();
    if (occupied.size() < database_.least_spheres()) return {};
    if constexpr (R.empty_reserve == EmptyReserve::loses) {
      if (mover_reserve<B>(p) == 0 || opponent_reserve<B>(p) == 0 || occupied == Board<B>::kAll) {
        return told(layout_.value_without_entry(p));
      }
    }
    return value_of(loaded.symbol(children.find(occupied).place(p.mover())), database_.metric());
  }

  template <int B, RuleSet R>
  void check_samples() {
    constexpr std::uint64_t kBatch = 256;
    std::vector<double> weights;
    for (const retrograde::Shape& shape : layout_.table().shapes()) {
      double positions = 0;  // of the domain
      double colourings = 1;
      for (int k = 0; k <= shape.spheres; ++k) {
        if (k <= Board<B>::kSpheresASide && shape.spheres - k <= Board<B>::kSpheresASide) {
          positions += colourings;
        }
        colourings = colourings * (shape.spheres - k) / (k + 1);
      }
      const bool there = shape.spheres >= database_.least_spheres();
      weights.push_back(there ? positions * shape.images : 0.0);
    }
    const std::uint64_t batches = (options_.samples + kBatch - 1) / kBatch;
    tbb::parallel_for(std::uint64_t{0}, batches, [&](std::uint64_t batch) {
      std::mt19937_64 random(options_.seed * 0x9e3779b97f4a7c15U + batch);
      std::discrete_distribution<ShapeId> draw_shape(weights.begin(), weights.end());
      const std::uint64_t samples = std::min(kBatch, options_.samples - batch * kBatch);
      std::uint64_t moves = 0;
      for (std::uint64_t i = 0; i < samples; ++i) {
        stop_if_asked();
        const CellSet shape = layout_.table()[draw_shape(random)].cells;
        Position p;
        do {
          const CellSet mover = CellSet(static_cast<std::uint32_t>(random())) & shape;
          p = Position(mover, shape - mover);
        } while (!in_domain<B>(p));
        Successors successors;
        for_each_move<B, R>(p, [&](Move move) {
          successors.add(database_.value(apply(p, move)));
          ++moves;
        });
        const Value stored = database_.value(p);
        if (!successors.allow(stored, database_.has_distances())) {
          mismatch({batch * kBatch + i, {p, stored, told(successors.expected())}});
        }
      }
      finished(samples, moves, options_.samples);
    });
  }

  const Database& database_;
  const Layout& layout_;
  const VerifyOptions& options_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  VerifyReport report_;
  std::vector<Found> found_;
};

}  // namespace

std::uint64_t verify_memory(const Database& database) {
  constexpr std::uint64_t kTables = std::uint64_t{128} << 20;
  return database.header().entries + kTables;
}

VerifyReport verify(const Database& database, const VerifyOptions& options) {
  tbb::task_arena arena = arena_of(options.threads);
  VerifyReport report;
  arena.execute([&] { report = Verification(database, options).run(); });
  return report;
}

}  // namespace pylos::database
