// Exact search of any position: "win in n" or "loss in n" proved forwards by alpha-beta, with no
// database or with the positions of one as leaves.
//
// Iterative deepening on two questions, "can the mover win within d plies" and "does the mover lose
// within d plies". Neither depends on the moves that led to a position, so answers are kept in a
// table although the game has cycles. A draw is never proved by searching alone: it ends in
// `unknown` with the bounds that were proved. Leaves of which only the outcome is known prove the
// outcome, draws too, but no distance (question.hpp). The value does not depend on the number of
// threads nor on the table's size; with one thread the node counts do not vary either, unless a
// time limit strikes.
//
// Nothing here is shared with the retrograde solver, so that each can witness for the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/game.hpp"
#include "engine/moves.hpp"
#include "engine/position.hpp"
#include "engine/value.hpp"

namespace pylos::search {

/// Positions whose values are known otherwise, for instance from a database; they become leaves.
/// Called from several threads at once.
class LeafOracle {
 public:
  virtual ~LeafOracle() = default;
  /// A cheap test whether asking is of any use, by spheres on the board (0 to 30).
  virtual bool may_know(int spheres) const = 0;
  /// Whether it knows how many plies a win or loss takes. If not, a search proves outcomes only.
  virtual bool has_distances() const = 0;
  /// The exact value of `p`, which may be any image of a position; nothing if it is not known. The
  /// plies are of no meaning if there are no distances.
  virtual std::optional<Value> value(Position p) const = 0;
};

struct Settings {
  /// Bytes of the transposition table; the greatest power of two not above is used, 2048 at least.
  std::size_t table_bytes = std::size_t{256} << 20;
  /// Threads that search, 1 or more.
  int threads = 1;
  /// May be null; must outlive the searcher.
  const LeafOracle* oracle = nullptr;
};

struct Limits {
  /// Longest distance asked for, in plies, 0 to kMaxPlies (122). Without distances: how deep to
  /// look, the plies after a leaf being the fewest that its reserves allow.
  int plies = 122;
  /// Wall time; when it is over the search ends with what was proved by then.
  double seconds = std::numeric_limits<double>::infinity();
  /// What the position is said to be: `win`, `loss` or `draw`. Only what could prove that is asked,
  /// so that a false claim ends in `unknown`, or in what was proved on the way.
  std::optional<Outcome> claim = {};
};

/// What is proved about a position, whether or not it has an exact value yet.
struct Proved {
  /// The outcome is not worse and not better for the mover than these, which are `loss`, `draw` or
  /// `win`.
  Outcome at_least = Outcome::loss;
  Outcome at_most = Outcome::win;
  /// The mover does not win within so many plies; -1 if nothing is proved.
  int no_win_within = -1;
  /// The mover does not lose within so many plies; -1 if nothing is proved.
  int no_loss_within = -1;
  constexpr bool operator==(const Proved&) const = default;
};

/// What a search took.
struct Effort {
  /// Positions that a question was asked about: roots and every generated successor, whether the
  /// answer came at a glance, from the table, from the oracle or from searching further.
  std::uint64_t nodes = 0;
  /// Positions among them whose moves were generated.
  std::uint64_t interior = 0;
  std::uint64_t table_asked = 0;
  /// Times the table had the position, whether or not it decided.
  std::uint64_t table_found = 0;
  std::uint64_t oracle_found = 0;

  Effort& operator+=(const Effort& other);
};

/// One answered question of the iterative deepening.
struct Progress {
  /// "Does the mover win within `plies`?" or, if false, "does it lose within `plies`?"
  bool asks_win = true;
  /// A draw is as good; without distances only.
  bool or_draw = false;
  int plies = 0;
  bool answer = false;
  Proved proved;
  /// All so far, in this search.
  Effort effort;
  double seconds = 0;
};

struct Result {
  /// A win or a loss has no plies if the distances of the leaves are not known.
  Value value;
  /// For a proved value too: one ply less than the distance, at least.
  Proved proved;
  /// Best play from the position as far as it was found, the winner hurrying, the loser delaying;
  /// empty unless the value is a win or a loss with its distance.
  std::vector<Move> line;
  Effort effort;
  /// Share of the table in use, 0 to 1.
  double table_fill = 0;
  double seconds = 0;
  /// A stop request or the time limit ended it.
  bool stopped = false;
};

/// Searches positions of one game; the table is kept from one search to the next.
class Searcher {
 public:
  /// Throws InputError for a base side that does not exist, std::bad_alloc for a table that does
  /// not fit.
  Searcher(Game game, const Settings& settings);
  ~Searcher();
  Searcher(Searcher&&) noexcept;
  Searcher& operator=(Searcher&&) noexcept;

  /// Proves the value of `p`, which must be in the domain (PYLOS_CHECK). `progress` may be empty;
  /// it is called on the calling thread after every question that needed a search.
  Result search(Position p, const Limits& limits = {}, std::stop_token stop = {},
                const std::function<void(const Progress&)>& progress = {});

  /// Forgets everything: the next search is as from a new searcher.
  void clear();

  /// Bytes of the table in fact.
  std::size_t table_bytes() const;

 private:
  class Core;
  std::unique_ptr<Core> core_;
};

}  // namespace pylos::search
