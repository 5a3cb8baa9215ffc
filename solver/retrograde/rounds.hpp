// The rounds of the retrograde solver: ply by ply, tier by tier, shape by shape.
//
// A round for distance d is a loss round (d even: undecided, and no move to a position that is not won) or
// a win round (d odd: undecided, and a move to a position lost in exactly d-1). Both ask the kernel the same
// question, "which colourings have a move into the set X", with X the undecided positions, or the just lost.
// (In a loss round a position not won is an undecided one: whoever has a move to a lost position was won in
// the win round before.) What a loss round finds stays among the undecided until the next win round, so that
// no loss round writes what it reads.
//
// Recoveries are factored, so that no pair of recovered spheres is ever listed. For each shape T, with the
// mover's spheres after an action as the index:
//   one_more[T]  = X[T] or, for some free sphere r of the mover, X[T - r];
//   recovered[T] = for some free sphere r of the mover, one_more[T - r]    (clause 4: one or two spheres).
// An action that completes a formation leads into X when recovered[T] holds (or, with recover_min 0, X[T]
// itself). Both sets live for two tiers only: tiers are visited from the fullest board down.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "solver/retrograde/kernel.hpp"
#include "solver/table/storage.hpp"

namespace pylos::retrograde {

using table::Action;
using table::Bundle;
using table::BundleSet;
using table::Recovery;
using table::Shape;
using table::ShapeId;
using table::ShapeTable;
using table::Word;

class Rounds {
 public:
  /// Works on `storage`, whose arrays must be new.
  explicit Rounds(table::SolutionStorage& storage);

  /// Bytes of the working arrays beside the storage's.
  static std::uint64_t working_bytes(const ShapeTable& table, int top_tier);

  /// Decides every position, calling `after_round(plies, positions decided in it)` after each round.
  /// Runs on the threads of the current arena. Throws Stopped.
  ///
  /// `done` of 0 or more goes on after that round, whose state visit_state() has put back; the result does
  /// not depend on it.
  void run(const std::function<void(int, std::uint64_t)>& after_round, const std::stop_token& stop,
           int done = -1);

  /// Calls f(void*, bytes) for every part of the state that the rounds after `plies` depend on, in a fixed
  /// order: to be saved after that round, or to be put back. Flags that only save time are left out.
  template <class F>
  void visit_state(int plies, F&& f) {
    storage_.distances.reserve(plies);
    auto& by_distance = storage_.statistics.by_distance;
    by_distance.resize(std::max<std::size_t>({2, by_distance.size(), static_cast<std::size_t>(plies) + 1}));
    const auto array = [&](auto& elements) {
      f(static_cast<void*>(elements.data()), elements.size() * sizeof elements[0]);
    };
    array(storage_.statistics.by_spheres);
    array(by_distance);
    array(just_won_);
    array(just_lost_in_);
    array(undecided_);
    array(undecided_bundles_);
    array(just_lost_bundles_);
    for (auto* tiers : {&storage_.undecided, &just_lost_}) {
      for (Memory& m : *tiers) f(m.as<void>(), m.bytes());
    }
    storage_.distances.visit_state(f);
  }

 private:
  enum class Kind { loss, win };

  void start();
  void renew_sparse_arrays();
  bool has_full_boards_with_reserve() const { return table_.cells() % 2 == 1; }
  void decide_by_count();
  void count_draws();
  std::uint64_t round(int plies);

  void find_work(Kind kind, int plies);
  void find_needed_bundles();
  void make_one_more(int tier, Kind kind);
  void make_recovered(int tier);
  void decide(int tier, Kind kind, int plies);
  std::uint64_t decide_shape(ShapeId id, Kind kind, int plies);
  void remove_just_lost(ShapeId id);
  Bundle take_undecided(ShapeId id, std::uint32_t bundle, const Bundle& decided);

  Plan action_plan(ShapeId id, Kind kind) const;
  template <class Flags>
  auto flags(Flags& bundles, ShapeId id) const {
    return bundles.data() + table_[id].first_bundle;
  }
  bool can_complete(const Shape& shape, const Action& action) const;

  template <class F>
  void for_each_shape(int tier, const std::vector<std::uint8_t>& chosen, F&& f) const;
  bool stored(ShapeId id) const { return table_[id].spheres <= storage_.top_tier; }
  BundleSet set(ShapeId id, Kind kind) const {
    return kind == Kind::loss ? BundleSet{storage_.undecided_words(id), flags(undecided_bundles_, id)}
                              : BundleSet{just_lost_words(id), flags(just_lost_bundles_, id)};
  }
  Word* just_lost_words(ShapeId id) const { return storage_.words(just_lost_, id); }
  Word* one_more_words(ShapeId id) const { return one_more_.as<Word>() + table_[id].first_word; }
  Word* recovered_words(ShapeId id) const {
    const Shape& shape = table_[id];
    return recovered_[static_cast<std::size_t>(shape.spheres % 2)].as<Word>() + shape.first_word;
  }

  table::SolutionStorage& storage_;
  const ShapeTable& table_;
  const table::ShapeMoves moves_;
  const RuleSet rules_;
  std::stop_token stop_;

  /// Positions lost in the last loss round, indexed by the opponent's spheres.
  std::vector<Memory> just_lost_;
  Memory one_more_;                  // one tier
  std::array<Memory, 2> recovered_;  // two tiers, by parity

  // By shape.
  std::vector<std::uint8_t> just_won_;     // some position was won in the last win round
  std::vector<std::uint8_t> just_lost_in_; // some position was lost in the last loss round
  std::vector<std::uint8_t> active_;       // to be looked at in this round
  std::vector<std::uint8_t> need_one_more_;
  std::vector<std::uint8_t> need_recovered_;
  std::vector<std::uint8_t> used_;         // some bundle's recoveries are still asked for
  std::vector<std::uint64_t> undecided_;   // colourings left
  std::vector<std::uint64_t> decided_;     // colourings decided in this round

  // By bundle of all shapes: 1 if it holds anything, else 0, and its words are not to be read. (To some systems even
  // the first read of a page is a use.) Of the last two only where they were made in this round.
  std::vector<std::uint8_t> undecided_bundles_;
  std::vector<std::uint8_t> just_lost_bundles_;
  std::vector<std::uint8_t> one_more_bundles_;
  std::vector<std::uint8_t> recovered_bundles_;

  // By bundle of all shapes: some undecided position may still ask for the recoveries found there. Bundles only
  // ever drop out, so flags of an earlier round are good, if not the best.
  std::vector<std::uint8_t> ask_one_more_;
  std::vector<std::uint8_t> ask_recovered_;

  /// In round 1: the colourings with a place that leaves the other side without a reserve on a tier that is
  /// not stored, by the number of bits of the bundle's number.
  std::vector<Bundle> unstored_;
  bool first_win_round_ = false;
};

}  // namespace pylos::retrograde
