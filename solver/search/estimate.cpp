#include "solver/search/estimate.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <utility>

#include "engine/check.hpp"
#include "engine/symmetry.hpp"
#include "solver/search/table.hpp"

namespace pylos::search {
namespace {

using Clock = std::chrono::steady_clock;

// Guesses by position, exact key, for one depth each; always replaced unless deeper by more than
// the other.
class GuessTable {
 public:
  struct Guess {
    int plies = -1;
    int low = -kEstimatedWin;
    int high = kEstimatedWin;
    int move = -1;
  };

  explicit GuessTable(std::size_t bytes)
      : entries_(std::bit_floor(std::max(bytes, std::size_t{1} << 16)) / sizeof(Entry)) {}

  void prefetch(std::uint64_t key) const { __builtin_prefetch(&entries_[place(key)]); }

  bool find(std::uint64_t key, Guess& guess) const {
    const std::size_t first = place(key);
    for (const std::size_t i : {first, first ^ 1}) {
      if (entries_[i].key == key + 1) {
        const Entry& e = entries_[i];
        guess = {e.plies, e.low, e.high, e.move};
        return true;
      }
    }
    return false;
  }

  void add(std::uint64_t key, const Guess& guess) {
    const std::size_t first = place(key);
    std::size_t i = first;
    if (entries_[first].key != key + 1 &&
        (entries_[first ^ 1].key == key + 1 || entries_[first ^ 1].plies < entries_[first].plies)) {
      i = first ^ 1;
    }
    entries_[i] = {key + 1, static_cast<std::int8_t>(guess.plies),
                   static_cast<std::int8_t>(guess.low), static_cast<std::int8_t>(guess.high),
                   static_cast<std::int16_t>(guess.move)};
  }

 private:
  struct Entry {
    std::uint64_t key = 0;  // plus 1; 0 is an empty entry
    std::int8_t plies = -1;
    std::int8_t low = 0;
    std::int8_t high = 0;
    std::int16_t move = -1;
  };

  std::size_t place(std::uint64_t key) const {
    return XXH3_64bits(&key, sizeof key) & (entries_.size() - 1);
  }

  std::vector<Entry> entries_;
};

template <int B, AnyRules R>
class Estimator {
 public:
  Estimator(R rules, const EstimateSettings& settings, std::stop_token stop)
      : rules_(rules), settings_(settings), stop_(std::move(stop)), table_(settings.table_bytes) {}

  Estimate run(Position p, const std::function<void(const Estimate&)>& progress) {
    const Clock::time_point start = Clock::now();
    deadline_ = start + std::chrono::duration_cast<Clock::duration>(
                            std::chrono::duration<double>(std::min(settings_.seconds, 1e9)));
    Estimate result;
    int scores[2] = {0, 0};
    for (int plies = 1; plies <= std::clamp(settings_.plies, 1, 60); ++plies) {
      // Null windows around the score of two plies before, until they meet (MTD(f), Plaat 1996).
      int low = -kEstimatedWin;
      int high = kEstimatedWin;
      int guess = scores[plies & 1];
      while (low < high) {
        const int wanted = std::max(guess, low + 1);
        guess = search(canonical<B>(p), wanted, plies, 0);
        if (halted_) return result;
        (guess >= wanted ? low : high) = guess;
      }
      scores[plies & 1] = low;
      result.plies = plies;
      result.score = low;
      result.best = best_moves(p, low, plies);
      if (halted_) return result;
      result.nodes = nodes_;
      result.interior = interior_;
      result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
      if (progress) progress(result);
      if (result.best.empty()) break;
    }
    return result;
  }

 private:
  struct Next {
    Position position;
    std::uint64_t key = 0;
    int order = 0;
    int number = 0;
  };

  // A first move whose successor is worth no more to the opponent than the score allows.
  std::vector<Move> best_moves(Position p, int score, int plies) {
    std::vector<Move> best;
    visit_moves<B>(p, rules_, [&](Move m) {
      if (search(canonical<B>(apply(p, m)), 1 - score, plies - 1, 1) <= -score) best.push_back(m);
      return best.empty() && !halted_;
    });
    return best;
  }

  bool halt() {
    if ((interior_ & 4095) == 0 && (stop_.stop_requested() || Clock::now() >= deadline_))
      halted_ = true;
    return halted_;
  }

  // Fail-soft null window: at least `wanted` is a lower bound, less than that an upper one.
  int search(Position p, int wanted, int plies, int ply) {
    ++nodes_;
    if (is_lost_now<B>(p, rules_)) return -kEstimatedWin;
    if (plies == 0) {
      return std::clamp(settings_.evaluation(p), -kMostEvaluation, kMostEvaluation);
    }
    const std::uint64_t key = key_of(p);
    GuessTable::Guess known;
    int table_move = -1;
    if (table_.find(key, known)) {
      table_move = known.move;
      if (known.plies == plies) {
        if (known.low >= wanted) return known.low;
        if (known.high < wanted) return known.high;
      }
    }
    if (known.plies != plies) known = {};
    ++interior_;
    if (halt()) return 0;

    std::vector<Next>& list = lists_[static_cast<std::size_t>(ply)];
    list.clear();
    int number = -1;
    for_each_move<B>(p, rules_, [&](Move m) {
      ++number;
      Next& next = list.emplace_back();
      next.position = apply(p, m);
      next.number = number;
      next.order = number == table_move ? 1000 : opponent_reserve<B>(next.position);
    });
    if (plies > 1) {
      for (Next& next : list) {
        next.position = canonical<B>(next.position);
        next.key = key_of(next.position);
        table_.prefetch(next.key);
      }
      // A successor that the table decides spares the search of all the others.
      for (const Next& next : list) {
        GuessTable::Guess seen;
        if (table_.find(next.key, seen) && seen.plies == plies - 1 && -seen.high >= wanted) {
          ++nodes_;
          return done(key, known, -seen.high, wanted, plies, next.number);
        }
      }
    }
    int best = -kEstimatedWin;
    int best_move = -1;
    for (std::size_t i = 0; i < list.size(); ++i) {
      std::size_t first = i;
      for (std::size_t k = i + 1; k < list.size(); ++k) {
        if (list[k].order > list[first].order) first = k;
      }
      std::swap(list[i], list[first]);
      const int score = -search(list[i].position, 1 - wanted, plies - 1, ply + 1);
      if (halted_) return 0;
      if (score > best) {
        best = score;
        best_move = list[i].number;
        if (best >= wanted) break;
      }
    }
    return done(key, known, best, wanted, plies, best_move);
  }

  int done(std::uint64_t key, GuessTable::Guess known, int best, int wanted, int plies, int move) {
    known.plies = plies;
    (best >= wanted ? known.low : known.high) = best;
    known.move = move;
    table_.add(key, known);
    return best;
  }

  [[no_unique_address]] const R rules_;
  const EstimateSettings settings_;
  const std::stop_token stop_;
  GuessTable table_;
  Clock::time_point deadline_;
  std::uint64_t nodes_ = 0;
  std::uint64_t interior_ = 0;
  bool halted_ = false;
  std::vector<std::vector<Next>> lists_ = std::vector<std::vector<Next>>(62);
};

}  // namespace

Estimate estimate(Position p, Game game, const EstimateSettings& settings, std::stop_token stop,
                  const std::function<void(const Estimate&)>& progress) {
  return with_game(game, [&]<int B>(auto rules) {
    PYLOS_CHECK(in_domain<B>(p));
    return Estimator<B, decltype(rules)>(rules, settings, stop).run(p, progress);
  });
}

}  // namespace pylos::search
