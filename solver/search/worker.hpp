// One thread's search: null-window negamax on the scale of score.hpp. Internal to solver/search.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

#include "engine/check.hpp"
#include "engine/game.hpp"
#include "engine/moves.hpp"
#include "engine/position.hpp"
#include "engine/symmetry.hpp"
#include "solver/search/facts.hpp"
#include "solver/search/history.hpp"
#include "solver/search/question.hpp"
#include "solver/search/score.hpp"
#include "solver/search/search.hpp"
#include "solver/search/table.hpp"

namespace pylos::search {

/// The positions that some thread is searching just now, so that another may try a different move
/// first (ABDADA, Weill 1996, in the form of T. Kerrigan's "simplified ABDADA"). A hint only: a
/// wrong entry costs time, not truth.
class Busy {
 public:
  bool has(Position p) { return at(p).load(std::memory_order_relaxed) == p.bits(); }
  void add(Position p) { at(p).store(p.bits(), std::memory_order_relaxed); }
  void remove(Position p) {
    if (has(p)) at(p).store(0, std::memory_order_relaxed);
  }

 private:
  std::atomic<std::uint64_t>& at(Position p) {
    return slots_[((p.bits() * 0x9e3779b97f4a7c15U) >> 32) & (kSlots - 1)];
  }

  static constexpr std::size_t kSlots = std::size_t{1} << 14;
  std::array<std::atomic<std::uint64_t>, kSlots> slots_{};
};

/// What all threads of a search share.
struct Shared {
  explicit Shared(const Settings& s) : settings(s), table(s.table_bytes) {}

  Settings settings;
  Table table;
  Busy busy;
  std::stop_token stop;
  std::chrono::steady_clock::time_point deadline;
  bool has_deadline = false;
  std::atomic<bool> question_over{false};  // some thread has the answer
  std::atomic<bool> stopped{false};        // a limit ended the search

  /// Asks the clock and the token; true once the search must end.
  bool must_stop() {
    if (stopped.load(std::memory_order_relaxed)) return true;
    if (stop.stop_requested() || (has_deadline && std::chrono::steady_clock::now() >= deadline)) {
      stopped.store(true, std::memory_order_relaxed);
      return true;
    }
    return false;
  }
};

/// A thread's search with the game erased, so that the frame around it is compiled once.
class WorkerBase {
 public:
  virtual ~WorkerBase() = default;
  /// A score s with: value of `p` >= s if s >= wanted, value <= s if s < wanted. Nothing is meant
  /// by it if the search was halted meanwhile. `p` need not be canonical.
  virtual Score ask(Position p, Question question) = 0;
  /// What is proved of `p` without searching.
  virtual Bounds known(Position p, DrawsFor draws) = 0;
  virtual std::vector<Move> moves(Position p) const = 0;
  bool halted() const { return halted_; }
  void resume() { halted_ = false; }
  /// Forgets what it has learnt about the order of moves.
  virtual void forget() = 0;

  Effort effort;

 protected:
  bool halted_ = false;
};

template <int B, AnyRules R>
class Worker final : public WorkerBase {
 public:
  Worker(R rules, Shared& shared)
      : rules_(rules),
        shared_(shared),
        table_(shared.table),
        oracle_(shared.settings.oracle),
        shares_work_(shared.settings.threads > 1) {
    for (int spheres = 0; oracle_ != nullptr && spheres <= kMaxCells; ++spheres) {
      if (oracle_->may_know(spheres)) may_know_ |= std::uint32_t{1} << spheres;
    }
  }

  Score ask(Position p, Question question) override {
    const Bounds b = known(p, question.draws);
    if (b.low >= question.wanted) return b.low;
    if (b.high < question.wanted) return b.high;
    const Position c = canonical<B>(p);
    const Table::Spot spot = table_.spot(c, question.draws);
    Known entry;
    if (!table_.find(spot, entry)) entry.move = -1;
    return search(c, question, spot, entry.move, 0);
  }

  Bounds known(Position p, DrawsFor draws) override {
    ++effort.nodes;
    Bounds b = bounds_at_a_glance<B>(p, rules_);
    if (b.exact()) return b;
    const Position c = canonical<B>(p);
    if (may_be_known(c)) b.narrow(from_oracle(c, draws));
    Known entry;
    ++effort.table_asked;
    if (table_.find(table_.spot(c, draws), entry)) {
      ++effort.table_found;
      b.narrow(entry.bounds);
    }
    return b;
  }

  std::vector<Move> moves(Position p) const override {
    std::vector<Move> result;
    for_each_move<B>(p, rules_, [&](Move m) { result.push_back(m); });
    return result;
  }

  void forget() override { history_ = {}; }

 private:
  // A successor that is not decided at a glance; if it may be in the table, in canonical form.
  struct Successor {
    Position position;
    Table::Spot spot;  // none if it is not worth keeping
    int order = 0;
    std::int16_t number = 0;  // in the generator's order
    std::int16_t move = -1;   // the table's move there
    typename History<B>::Kind kind = 0;
  };

  // Questions of fewer plies are not worth telling the other threads about.
  static constexpr int kShareFrom = 5;

  // From so many plies left, and so many spheres on the board, successors are ordered by how many
  // of their own moves leave the question open, fewest first. In the opening that number says
  // little.
  static constexpr int kLookFromPlies = 7;
  static constexpr int kLookFromSpheres = Board<B>::kCells / 2;

  // Successors of questions with so many plies left are searched again sooner than found in the
  // table, and need no canonical form then.
  static constexpr int kTableFromPlies = 5;

  bool may_be_known(Position p) const { return (may_know_ >> p.occupied().size() & 1) != 0; }

  Bounds from_oracle(Position p, DrawsFor draws) {
    const std::optional<Value> v = oracle_->value(p);
    if (!v || v->outcome == Outcome::unknown) return {};
    ++effort.oracle_found;
    if (draws != DrawsFor::nobody) {
      const bool won =
          v->outcome == Outcome::win || (v->outcome == Outcome::draw && draws == DrawsFor::mover);
      const Bounds b = bounds_at_a_glance<B>(p, rules_);
      return won ? Bounds{b.high, b.high} : Bounds{b.low, b.low};
    }
    switch (v->outcome) {
      case Outcome::draw:
        return {kNeither, kNeither};
      case Outcome::win:
        return {win_in(*v->plies), win_in(*v->plies)};
      case Outcome::loss:
        return {loss_in(*v->plies), loss_in(*v->plies)};
      case Outcome::unknown:
        break;
    }
    return {};
  }

  bool halt() {
    if (halted_) return true;
    if (shared_.question_over.load(std::memory_order_relaxed)) return halted_ = true;
    if ((effort.interior & 1023) == 0 && shared_.must_stop()) return halted_ = true;
    return false;
  }

  // `p` is undecided at a glance, and canonical and undecided by the table if it has a spot.
  Score search(Position p, Question question, Table::Spot spot, int table_move, int ply) {
    const std::uint64_t nodes_before = effort.nodes;
    ++effort.interior;
    if (halt()) return kLostNow;

    const Question of_successor = question.of_successor();
    const Score reach = of_successor.wanted;
    Score best = kLostNow;
    int best_move = -1;
    // A move leads to a successor of value at most `high` or at least `low`; true if that decides.
    const auto decides = [&](Bounds b, int number) {
      if (b.high < reach) {
        best = before_move_to(b.high);
        best_move = number;
        return true;
      }
      return false;
    };

    std::vector<Successor>& successors = frames_[static_cast<std::size_t>(ply)];
    successors.clear();
    int number = -1;
    const bool undecided = visit_moves<B>(p, rules_, [&](Move m) {
      ++number;
      ++effort.nodes;
      const Position s = apply(p, m);
      const Bounds b = bounds_at_a_glance<B>(s, rules_);
      if (decides(b, number)) return false;
      if (b.low >= reach) {
        best = std::max(best, before_move_to(b.low));
        return true;
      }
      Successor& next = successors.emplace_back();
      next.position = s;
      next.number = static_cast<std::int16_t>(number);
      next.kind = History<B>::kind(m);
      // Few plies are left to a side with a small reserve: reserves first, then what it can spare.
      next.order = 16 * (8 * (opponent_reserve<B>(s) - mover_reserve<B>(s)) - b.low.place) +
                   history_.promise(next.kind);
      return true;
    });
    if (!undecided) return done(spot, question.wanted, best, best_move, nodes_before);

    const bool in_table = question.plies() >= kTableFromPlies;
    if (in_table) {
      for (Successor& s : successors) {
        if (may_be_known(s.position)) continue;
        s.position = canonical<B>(s.position);
        s.spot = table_.spot(s.position, of_successor.draws);
        table_.prefetch(s.spot);
      }
    }
    std::size_t kept = 0;
    int from_table = -1;
    for (Successor& s : successors) {
      Bounds b;
      Known entry;
      if (may_be_known(s.position)) {
        b = from_oracle(s.position, of_successor.draws);
      } else if (in_table) {
        ++effort.table_asked;
        if (table_.find(s.spot, entry)) {
          ++effort.table_found;
          b.narrow(entry.bounds);
          s.move = static_cast<std::int16_t>(entry.move);
        }
      }
      if (decides(b, s.number)) return done(spot, question.wanted, best, best_move, nodes_before);
      if (b.low >= reach) {
        best = std::max(best, before_move_to(b.low));
        continue;
      }
      if (s.number == table_move) from_table = static_cast<int>(kept);
      successors[kept++] = s;
    }
    successors.resize(kept);

    const bool shares = shares_work_ && question.plies() >= kShareFrom;
    // The move that answered last mostly does again: searched before any look at the others.
    const bool has_first = from_table >= 0;
    if (has_first) {
      std::swap(successors[static_cast<std::size_t>(from_table)], successors.back());
      const Successor first = successors.back();
      successors.pop_back();
      const Score found = search_successor(first, of_successor, ply, shares);
      if (halted_) return kLostNow;
      if (decides({kLostNow, found}, first.number)) {
        return done(spot, question.wanted, best, best_move, nodes_before);
      }
      best = std::max(best, before_move_to(found));
    }

    if (successors.size() > 1 && question.plies() >= kLookFromPlies &&
        p.occupied().size() >= kLookFromSpheres) {
      kept = 0;
      for (Successor& s : successors) {
        const Look seen = look(s.position, reach);
        if (decides({kLostNow, seen.high}, s.number)) {
          return done(spot, question.wanted, best, best_move, nodes_before);
        }
        if (seen.low >= reach) {
          best = std::max(best, before_move_to(seen.low));
          continue;
        }
        s.order -= 256 * seen.open;
        successors[kept++] = s;
      }
      successors.resize(kept);
    }

    for (int pass = 0; pass < (shares ? 2 : 1); ++pass) {
      std::size_t deferred = 0;
      for (std::size_t i = 0; i < successors.size(); ++i) {
        std::size_t next = i;
        for (std::size_t k = i + 1; k < successors.size(); ++k) {
          if (successors[k].order > successors[next].order) next = k;
        }
        std::swap(successors[i], successors[next]);
        Successor& s = successors[i];
        const bool is_first = i == 0 && pass == 0 && !has_first;
        if (s.spot.bucket != nullptr && !is_first) {
          // Another path, or another thread, may have settled it meanwhile.
          Known entry;
          if (table_.find(s.spot, entry)) {
            if (decides(entry.bounds, s.number))
              return done(spot, question.wanted, best, best_move, nodes_before);
            if (entry.bounds.low >= reach) {
              best = std::max(best, before_move_to(entry.bounds.low));
              continue;
            }
            s.move = static_cast<std::int16_t>(entry.move);
          }
        }
        if (shares && pass == 0 && !is_first && shared_.busy.has(s.position)) {
          successors[deferred++] = s;
          continue;
        }
        const Score found = search_successor(s, of_successor, ply, shares);
        if (halted_) return kLostNow;
        history_.add(s.kind, found < reach);
        if (decides({kLostNow, found}, s.number)) {
          return done(spot, question.wanted, best, best_move, nodes_before);
        }
        best = std::max(best, before_move_to(found));
      }
      successors.resize(deferred);
      if (deferred == 0) break;
    }
    return done(spot, question.wanted, best, -1, nodes_before);
  }

  // Searches it, telling the other threads meanwhile if it is worth that.
  Score search_successor(const Successor& s, Question question, int ply, bool shares) {
    if (!shares) return search(s.position, question, s.spot, s.move, ply + 1);
    shared_.busy.add(s.position);
    const Score found = search(s.position, question, s.spot, s.move, ply + 1);
    shared_.busy.remove(s.position);
    return found;
  }

  // What the moves of a position show at a glance about a question.
  struct Look {
    Score low = kLostNow;
    Score high = kBest;
    int open = 0;  // moves that leave it open
  };

  Look look(Position p, Score wanted) {
    const Score reach = successor_must_reach(wanted);
    Look seen;
    Score best = kLostNow;
    const bool undecided = visit_moves<B>(p, rules_, [&](Move m) {
      ++effort.nodes;
      const Bounds b = bounds_for<B>(apply(p, m), rules_, reach);
      if (b.high < reach) {
        seen.low = before_move_to(b.high);
        return false;
      }
      if (b.low >= reach) {
        best = std::max(best, before_move_to(b.low));
      } else {
        ++seen.open;
      }
      return true;
    });
    if (undecided && seen.open == 0) seen.high = best;
    return seen;
  }

  Score done(const Table::Spot& spot, Score wanted, Score best, int move,
             std::uint64_t nodes_before) {
    const Bounds proved = best >= wanted ? Bounds{best, kBest} : Bounds{kLostNow, best};
    if (spot.bucket != nullptr) table_.add(spot, proved, move, effort.nodes - nodes_before);
    return best;
  }

  [[no_unique_address]] const R rules_;
  Shared& shared_;
  Table& table_;
  const LeafOracle* oracle_;
  std::uint32_t may_know_ = 0;  // numbers of spheres, a bit each, for which to ask the oracle
  const bool shares_work_;
  History<B> history_;
  // One a ply; every move takes a ply from the question, so there are never more.
  std::vector<std::vector<Successor>> frames_ = std::vector<std::vector<Successor>>(kMaxPlies + 2);
};

/// A worker for a game, the only place that compiles one. Throws InputError for a base side that
/// does not exist.
std::unique_ptr<WorkerBase> make_worker(Game game, Shared& shared);

}  // namespace pylos::search
