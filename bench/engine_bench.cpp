// Move generation and canonical form. Each case checks the answer it times against a known number.
#include <cstdint>
#include <random>
#include <vector>

#include <benchmark/benchmark.h>

#include "engine/moves.hpp"
#include "engine/perft.hpp"
#include "engine/symmetry.hpp"

namespace pylos {
namespace {

// Positions of random games under standard rules, the same in every run.
std::vector<Position> game_positions(std::size_t count) {
  std::mt19937_64 random(2026);
  std::vector<Position> positions;
  Position p;
  while (positions.size() < count) {
    std::vector<Move> moves;
    for_each_move<4>(p, kStandard, [&](Move move) { moves.push_back(move); });
    if (moves.empty()) {
      p = Position{};
      continue;
    }
    p = apply(p, moves[random() % moves.size()]);
    positions.push_back(p);
  }
  return positions;
}

template <RuleSet R>
void moves_of_positions(benchmark::State& state) {
  const std::vector<Position> positions = game_positions(4096);
  std::uint64_t moves = 0;
  for (auto _ : state) {
    moves = 0;
    for (const Position p : positions) {
      for_each_move<4>(p, FixedRules<R>{}, [&](Move move) {
        benchmark::DoNotOptimize(move);
        ++moves;
      });
    }
  }
  std::uint64_t expected = 0;
  for (const Position p : positions) expected += perft(p, {R, 4}, 1);
  if (moves != expected) state.SkipWithError("wrong number of moves");
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(moves));
}
BENCHMARK(moves_of_positions<kChildren>);
BENCHMARK(moves_of_positions<kStandard>);
BENCHMARK(moves_of_positions<kAdvanced>);

void perft_of_empty_board(benchmark::State& state) {
  for (auto _ : state) {
    if (perft(Position{}, {kStandard, 4}, 6) != 5'786'496) state.SkipWithError("wrong perft");
  }
  state.SetItemsProcessed(state.iterations() * 5'786'496);
}
BENCHMARK(perft_of_empty_board)->Unit(benchmark::kMillisecond);

void canonical_form(benchmark::State& state) {
  const std::vector<Position> positions = game_positions(4096);
  for (auto _ : state) {
    for (const Position p : positions) benchmark::DoNotOptimize(canonical<4>(p));
  }
  for (const Position p : positions) {
    for (const Symmetry g : kAllSymmetries) {
      if (canonical<4>(image<4>(g, p)) != canonical<4>(p)) state.SkipWithError("not canonical");
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions.size()));
}
BENCHMARK(canonical_form);

}  // namespace
}  // namespace pylos
