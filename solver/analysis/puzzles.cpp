#include "solver/analysis/puzzles.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include "engine/check.hpp"
#include "engine/legal_moves.hpp"
#include "engine/position_hash.hpp"
#include "engine/symmetry.hpp"
#include "solver/analysis/place.hpp"
#include "solver/analysis/winning_moves.hpp"
#include "solver/work/threads.hpp"
#include "solver/table/storage.hpp"

namespace pylos::analysis {

using table::any;
using table::byte_of;
using table::domain_positions;
using table::Bundle;
using table::ShapeId;
using table::ShapeTable;

namespace {

constexpr int kPointsForReserve = 10;
constexpr int kPointsForLosing = 10;
constexpr int kMostPointsForMoves = 30;

// The candidates with the least hashes, at most so many.
class Draw {
 public:
  void add(std::uint64_t hash, Place place, std::size_t most) {
    ++seen_;
    if (chosen_.size() == most) {
      if (hash >= chosen_.front().first) return;
      std::pop_heap(chosen_.begin(), chosen_.end());
      chosen_.pop_back();
    }
    chosen_.emplace_back(hash, place);
    std::push_heap(chosen_.begin(), chosen_.end());
  }

  void add(const Draw& other, std::size_t most) {
    const std::uint64_t seen = seen_ + other.seen_;
    for (const auto& [hash, place] : other.chosen_) add(hash, place, most);
    seen_ = seen;
  }

  std::uint64_t seen() const { return seen_; }
  std::vector<Place> places() const {
    std::vector<Place> places;
    for (const auto& [hash, place] : chosen_) places.push_back(place);
    std::sort(places.begin(), places.end());
    return places;
  }

 private:
  std::vector<std::pair<std::uint64_t, Place>> chosen_;  // a heap, the greatest hash first
  std::uint64_t seen_ = 0;
};

Draw draw_candidates(const Solution& solution, const Reachable& reachable,
                     const PuzzleOptions& options) {
  const table::SolutionStorage& storage = table::storage_of(solution);
  tbb::enumerable_thread_specific<Draw> draws;
  WinningMoves winning(storage);
  const std::uint64_t salt = splitmix64(options.seed);
  const auto visit_bundle = [&](ShapeId id, std::uint32_t bundle, const Bundle& one_winning) {
    const Bundle which = one_winning & reachable.bundle(id, bundle);
    if (!any(which)) return;
    const BundleValues values = winning.outcomes().values(id, bundle);
    Draw& draw = draws.local();
    for (std::size_t w = 0; w < values.size(); ++w) {
      for (std::uint64_t rest = byte_of(which, w); rest != 0; rest &= rest - 1) {
        const int bit = std::countr_zero(rest);
        if (static_cast<int>(values[w] >> 8 * bit & 255) < options.least_plies) continue;
        const Place place =
            place_of(id, bundle, static_cast<std::uint32_t>(w) * 8 + static_cast<std::uint32_t>(bit));
        draw.add(splitmix64(place ^ salt), place, options.candidates);
      }
    }
  };
  std::uint64_t done = 0;
  winning.run(
      [&](ShapeId id) -> WinningMoves::ChunkVisit {
        return [&, id](std::uint32_t first, std::uint32_t bundles, const WinningBundles& found) {
          for (std::uint32_t i = 0; i < bundles; ++i)
            visit_bundle(id, first + i, found.once[i] & ~found.twice[i]);
        };
      },
      [&](int tier) {
        done += domain_positions(storage.table, storage.masks[static_cast<std::size_t>(tier)]);
        if (options.progress) options.progress(done, storage.positions());
      },
      options.stop);
  Draw all;
  for (const Draw& draw : draws) all.add(draw, options.candidates);
  return all;
}

bool better(const Puzzle& a, const Puzzle& b) {
  return std::pair(-a.score(), a.position) < std::pair(-b.score(), b.position);
}

Puzzles rank(const Solution& solution, const Draw& draw, std::size_t count) {
  const ShapeTable& table = table::storage_of(solution).table;
  const std::vector<Place> places = draw.places();
  tbb::enumerable_thread_specific<std::map<ShapeId, Puzzle>> best;  // by shape
  const auto offer = [](std::map<ShapeId, Puzzle>& to, ShapeId id, const Puzzle& puzzle) {
    const auto [at, is_new] = to.emplace(id, puzzle);
    if (!is_new && better(puzzle, at->second)) at->second = puzzle;
  };
  tbb::parallel_for(std::size_t{0}, places.size(), [&](std::size_t i) {
    const Position p = with_base(
        table.base(), [&]<int B>() { return canonical<B>(position_at(table, places[i])); });
    const std::optional<Puzzle> puzzle = puzzle_at(solution, p);
    PYLOS_CHECK(puzzle.has_value());
    offer(best.local(), static_cast<ShapeId>(places[i] >> 32), *puzzle);
  });
  std::map<ShapeId, Puzzle> all;
  for (const auto& part : best) {
    for (const auto& [id, puzzle] : part) offer(all, id, puzzle);
  }
  Puzzles result;
  result.candidates = draw.seen();
  result.drawn = places.size();
  for (const auto& [id, puzzle] : all) result.puzzles.push_back(puzzle);
  std::sort(result.puzzles.begin(), result.puzzles.end(), better);
  if (result.puzzles.size() > count) result.puzzles.resize(count);
  return result;
}

}  // namespace

int Puzzle::score() const {
  return *value.plies + kPointsForReserve * gives_up + (natural_moves_lose ? kPointsForLosing : 0) +
         std::min(legal_moves, kMostPointsForMoves);
}

std::optional<Puzzle> puzzle_at(const Solution& solution, Position p) {
  Puzzle puzzle;
  puzzle.position = p;
  puzzle.value = solution.value(p);
  int winning = 0;
  int fewest = kMaxCells;  // own spheres on the board after the moves that keep most reserve
  bool all_lose = true;    // those moves
  for (const Move move : legal_moves(p, solution.game())) {
    const Position next = apply(p, move);
    const Outcome outcome = solution.value(next).outcome;
    ++puzzle.legal_moves;
    if (outcome == Outcome::loss) {
      ++winning;
      puzzle.winning_move = move;
    }
    const int own = next.opponent().size();
    if (own < fewest) all_lose = true;
    if (own <= fewest) all_lose = all_lose && outcome == Outcome::win;
    fewest = std::min(fewest, own);
  }
  if (winning != 1) return std::nullopt;
  puzzle.gives_up = apply(p, puzzle.winning_move).opponent().size() - fewest;
  puzzle.natural_moves_lose = all_lose;
  return puzzle;
}

Puzzles find_puzzles(const Solution& solution, const Reachable& reachable,
                     const PuzzleOptions& options) {
  PYLOS_CHECK(solution.game() == reachable.game());
  tbb::task_arena arena = arena_of(options.threads);
  Puzzles result;
  arena.execute([&] {
    result = rank(solution, draw_candidates(solution, reachable, options), options.count);
  });
  return result;
}

}  // namespace pylos::analysis
