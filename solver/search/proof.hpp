// What is proved about the position that a search is about, and what to ask next.
//
// With distances one interval of the scale says it all. Without, there are two, with draws for the
// one side and for the other (question.hpp): of the four questions, a draw needs a yes to "won with
// draws for the mover" and to "lost with draws for the opponent".
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/check.hpp"
#include "solver/search/question.hpp"
#include "solver/search/score.hpp"
#include "solver/search/search.hpp"

namespace pylos::search {

class Proof {
 public:
  /// Something to ask, always the nearest distance that is not excluded yet.
  struct Step {
    Question question;
    bool asks_win = true;  // else whether the mover loses
    std::size_t account = 0;
    /// Whether a draw is as good for a yes as what is asked.
    bool or_draw() const {
      return question.draws == (asks_win ? DrawsFor::mover : DrawsFor::opponent);
    }
  };

  /// With a claim only what could prove that is asked.
  Proof(bool with_distances, std::optional<Outcome> claim) : claim_(claim) {
    if (with_distances) {
      accounts_[0].draws = DrawsFor::nobody;
      used_ = 1;
    }
  }

  /// Takes in what known(DrawsFor) says without a search.
  template <class Known>
  void begin(Known&& known) {
    for (std::size_t i = 0; i < used_; ++i) narrow(i, known(accounts_[i].draws));
  }

  /// Of the questions that are open, not further than `longest` plies, the one whose last answer
  /// cost the least; nothing if there is none.
  std::optional<Step> next(int longest) const {
    std::optional<Step> best;
    std::uint64_t least = 0;
    for (std::size_t i = 0; i < used_ && !done(); ++i) {
      const Account& a = accounts_[i];
      if (settled(a)) continue;
      for (const bool asks_win : {true, false}) {
        const Score nearest = asks_win ? a.bounds.high : a.bounds.low;
        if (!(asks_win ? nearest.is_win() : nearest.is_loss())) continue;
        if (nearest.plies() > longest || (best && a.cost[asks_win] >= least)) continue;
        const Step step{{asks_win ? nearest : just_above(nearest), a.draws}, asks_win, i};
        if (!can_prove_claim(step)) continue;
        least = a.cost[asks_win];
        best = step;
      }
    }
    return best;
  }

  /// The answer to a question: a score as WorkerBase::ask gives it, and what it cost.
  void answer(const Step& step, Score score, std::uint64_t cost) {
    accounts_[step.account].cost[step.asks_win] = cost;
    narrow(step.account,
           score >= step.question.wanted ? Bounds{score, kBest} : Bounds{kLostNow, score});
  }

  /// Whether the value is known, or can be known no better.
  bool done() const {
    return with_distances() ? accounts_[0].bounds.exact() : at_least() == at_most();
  }

  /// `unknown` until done; a win or a loss whose distance is not known has no plies.
  Value value() const {
    if (!done()) return {};
    const Outcome outcome = at_least();
    if (outcome == Outcome::draw) return Value::draw();
    const Score score = accounts_[0].bounds.low;
    if (!with_distances() || score.plies() > kMaxPlies + 1) return {outcome, std::nullopt};
    return {outcome, score.plies()};
  }

  Proved proved() const {
    Proved proved;
    proved.at_least = at_least();
    proved.at_most = at_most();
    // What is excluded is one step nearer than what is not.
    const Score high = std::max(for_opponent().high, win_in(kMaxPlies + 3));
    const Score low = std::min(for_mover().low, loss_in(kMaxPlies + 2));
    proved.no_win_within = high.plies() - 2;
    proved.no_loss_within = std::max(-1, low.plies() - 2);
    return proved;
  }

 private:
  struct Account {
    DrawsFor draws;
    Bounds bounds;
    std::array<std::uint64_t, 2> cost{};  // of the last answers about losses and about wins, nodes
  };

  bool with_distances() const { return used_ == 1; }
  bool settled(const Account& a) const {
    return with_distances() ? a.bounds.exact() : a.bounds.low.is_win() || a.bounds.high.is_loss();
  }
  bool can_prove_claim(const Step& step) const {
    if (!claim_) return true;
    if (step.or_draw()) return *claim_ == Outcome::draw;
    if (with_distances() && *claim_ == Outcome::draw) return true;
    return *claim_ == (step.asks_win ? Outcome::win : Outcome::loss);
  }

  const Bounds& for_mover() const { return accounts_[0].bounds; }
  const Bounds& for_opponent() const { return accounts_[used_ - 1].bounds; }

  // Neither win nor loss is a draw: what comes from drawn leaves with distances.
  Outcome at_least() const {
    if (for_opponent().low.is_win()) return Outcome::win;
    return for_mover().low.is_loss() ? Outcome::loss : Outcome::draw;
  }
  Outcome at_most() const {
    if (for_mover().high.is_loss()) return Outcome::loss;
    return for_opponent().high.is_win() ? Outcome::win : Outcome::draw;
  }

  void narrow(std::size_t account, Bounds proved) {
    accounts_[account].bounds.narrow(proved);
    // A mover that wins with draws for the opponent does so with draws for itself.
    accounts_[0].bounds.narrow({accounts_[used_ - 1].bounds.low, kBest});
    accounts_[used_ - 1].bounds.narrow({kLostNow, accounts_[0].bounds.high});
    for (const Account& a : accounts_) PYLOS_CHECK(a.bounds.low <= a.bounds.high);
  }

  std::array<Account, 2> accounts_{{{DrawsFor::mover, {}, {}}, {DrawsFor::opponent, {}, {}}}};
  std::size_t used_ = 2;
  std::optional<Outcome> claim_;
};

}  // namespace pylos::search
