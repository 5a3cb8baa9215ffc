// The forward search with leaves of which only win, loss or draw is known, against the naive
// reference: base 2 and 3 under all ten rule sets.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "engine/game.hpp"
#include "engine/legal_moves.hpp"
#include "engine/moves.hpp"
#include "engine/rules.hpp"
#include "solver/search/search.hpp"
#include "solver/search/table.hpp"
#include "tests/solver/search/reference.hpp"

namespace pylos::search {
namespace {

INSTANTIATE_TEST_SUITE_P(Search, EveryGame, testing::ValuesIn(kAllRuleSets), rules_name);

// What can be forced of every position, by play that reaches a leaf or the end: plain iteration
// until nothing changes.
class Forced {
 public:
  Forced(Game game, int least) : all_(solved(game)), spheres_(least) {
    std::unordered_map<std::uint64_t, std::size_t> number;
    for (std::size_t i = 0; i < all_.size(); ++i) number[all_[i].position.bits()] = i;
    for (const Solved& s : all_) {
      successors_.emplace_back();
      for (const Move m : legal_moves(s.position, game)) {
        successors_.back().push_back(number.at(apply(s.position, m).bits()));
      }
    }
    for (const Outcome draws : {Outcome::win, Outcome::loss}) {
      results_[draws == Outcome::win].assign(all_.size(), Outcome::unknown);
    }
    while (improve(true) || improve(false)) {
    }
  }

  /// The outcome is forced not to be worse for the mover than this.
  Outcome at_least(std::size_t i) const {
    if (results_[false][i] == Outcome::win) return Outcome::win;
    return results_[true][i] == Outcome::win ? Outcome::draw : Outcome::loss;
  }
  Outcome at_most(std::size_t i) const {
    if (results_[true][i] == Outcome::loss) return Outcome::loss;
    return results_[false][i] == Outcome::loss ? Outcome::draw : Outcome::win;
  }

 private:
  // One pass over the positions where drawn leaves are won by the mover, or lost.
  bool improve(bool draws_win) {
    bool changed = false;
    std::vector<Outcome>& results = results_[draws_win];
    const std::vector<Outcome>& after = results_[!draws_win];
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (results[i] != Outcome::unknown) continue;
      if (all_[i].position.occupied().size() >= spheres_) {
        const Outcome known = all_[i].value.outcome;
        results[i] = known != Outcome::draw ? known : draws_win ? Outcome::win : Outcome::loss;
      } else {
        const auto leads_to = [&](Outcome outcome) {
          return [&, outcome](std::size_t s) { return after[s] == outcome; };
        };
        const std::vector<std::size_t>& next = successors_[i];
        if (std::any_of(next.begin(), next.end(), leads_to(Outcome::loss))) {
          results[i] = Outcome::win;
        } else if (std::all_of(next.begin(), next.end(), leads_to(Outcome::win))) {
          results[i] = Outcome::loss;
        }
      }
      changed |= results[i] != Outcome::unknown;
    }
    return changed;
  }

  const std::vector<Solved>& all_;
  int spheres_;
  std::vector<std::vector<std::size_t>> successors_;
  std::vector<Outcome> results_[2];  // with draws lost by the mover, and won
};

int rank(Outcome outcome) {
  return outcome == Outcome::loss ? 0 : outcome == Outcome::draw ? 1 : 2;
}

// Nothing but the truth, whenever a search ends.
void expect_true(const Result& result, Value truth, const std::string& what) {
  EXPECT_LE(rank(result.proved.at_least), rank(truth.outcome)) << what;
  EXPECT_GE(rank(result.proved.at_most), rank(truth.outcome)) << what;
  EXPECT_EQ(result.value.outcome == Outcome::unknown,
            result.proved.at_least != result.proved.at_most)
      << what;
  if (result.value.outcome != Outcome::unknown) {
    EXPECT_EQ(result.value.outcome, truth.outcome) << what;
    EXPECT_EQ(result.value.plies, std::nullopt) << what;
  }
  if (truth.outcome == Outcome::win) {
    EXPECT_LT(result.proved.no_win_within, truth.plies) << what;
  }
  if (truth.outcome == Outcome::loss) {
    EXPECT_LT(result.proved.no_loss_within, truth.plies) << what;
  }
  EXPECT_TRUE(result.line.empty()) << what;
}

// All that can be forced is proved, and nothing else.
TEST_P(EveryGame, OutcomesThatCanBeForcedAreProved) {
  std::mt19937_64 random(19);
  const std::vector<std::pair<int, std::vector<int>>> cases{{2, {0, 3, 5}},
                                                            {3, {3, 6, 8, 10, 12, 14}}};
  for (const auto& [base, leasts] : cases) {
    const std::vector<Solved>& all = solved(game(base));
    for (const int least : leasts) {
      const Forced forced(game(base), least);
      const ReferenceOracle oracle(game(base), least, false);
      for (const int threads : {1, 2}) {
        for (const std::size_t bytes : {Table::kLeastBytes, std::size_t{4} << 20}) {
          Searcher searcher(game(base),
                            {.table_bytes = bytes, .threads = threads, .oracle = &oracle});
          for (int count = 0; count < 150; ++count) {
            const std::size_t i = random() % all.size();
            // Without a table to speak of, early positions take too long.
            const bool small = bytes == Table::kLeastBytes;
            if (small && all[i].position.occupied().size() < least - 4) continue;
            const bool decided = forced.at_least(i) == forced.at_most(i);
            const Result result =
                searcher.search(all[i].position, {.plies = decided || !small ? kMaxPlies : 20});
            const std::string what =
                name(game(base), all[i]) + ", leaves from " + std::to_string(least);
            expect_true(result, all[i].value, what);
            if (decided || !small) {
              EXPECT_EQ(result.proved.at_least, forced.at_least(i)) << what;
              EXPECT_EQ(result.proved.at_most, forced.at_most(i)) << what;
            }
            for (const Outcome claim : {Outcome::win, Outcome::loss, Outcome::draw}) {
              const Result claimed =
                  searcher.search(all[i].position, {.plies = 20, .claim = claim});
              expect_true(claimed, all[i].value, what);
              if (decided && result.proved.at_least == claim) {
                const Result proved =
                    searcher.search(all[i].position, {.plies = kMaxPlies, .claim = claim});
                EXPECT_EQ(proved.value.outcome, claim) << what;
              }
            }
            if (HasFailure()) return;
          }
        }
      }
    }
  }
}

TEST_P(EveryGame, ShortLimitsNeverTellAWrongOutcome) {
  std::mt19937_64 random(23);
  const std::vector<Solved>& all = solved(game(3));
  const ReferenceOracle oracle(game(3), 9, false);
  for (int count = 0; count < 2000; ++count) {
    const Solved& s = all[random() % all.size()];
    Searcher searcher(game(3), {.table_bytes = 1 << 16, .oracle = &oracle});
    expect_true(searcher.search(s.position, {.plies = static_cast<int>(random() % 20)}), s.value,
                name(game(3), s));
    if (HasFailure()) return;
  }
}

TEST(SearchOutcomeTest, DrawnLeavesProveADraw) {
  const Game game{kAdvanced, 3};
  const ReferenceOracle oracle(game, 5, false);
  Searcher searcher(game, {.table_bytes = 1 << 20, .oracle = &oracle});
  std::vector<Progress> steps;
  const Result result =
      searcher.search(Position{}, {}, {}, [&](const Progress& p) { steps.push_back(p); });
  EXPECT_EQ(result.value, Value::draw());
  EXPECT_GT(result.effort.oracle_found, 0U);
  const auto proves = [&](bool asks_win) {
    return std::count_if(steps.begin(), steps.end(), [&](const Progress& p) {
      return p.answer && p.or_draw && p.asks_win == asks_win;
    });
  };
  EXPECT_EQ(proves(true), 1);
  EXPECT_EQ(proves(false), 1);
}

}  // namespace
}  // namespace pylos::search
