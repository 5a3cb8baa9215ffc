// The retrograde solver: one chunk of the kernel, and whole solutions of the small board.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <random>
#include <vector>

#include "solver/retrograde/kernel.hpp"
#include "solver/numbering/shapes.hpp"
#include "solver/retrograde/solve.hpp"

namespace pylos {
namespace {

using table::Action;
using table::Bundle;
using table::bundle_count;
using table::Shape;
using table::ShapeId;
using table::ShapeTable;
using table::Word;
using table::kChunkLines;
using table::kLanes;
using table::kBundleColourings;
using retrograde::Chunk;
using table::BundleList;
using retrograde::Plan;
using retrograde::run_chunk;
using retrograde::Step;

// One round's work on one chunk: all actions of a full-looking shape, 64 bundles of 512 colourings each.
void one_chunk(benchmark::State& state) {
  const ShapeTable table(4);
  std::mt19937 random(1);
  const ShapeId id = table.tier_begin(22) + 7;
  const Shape& shape = table[id];
  const table::ShapeMoves moves(table);
  const auto actions = moves.actions(id);
  std::vector<std::vector<Word>> sets;
  const std::vector<std::uint8_t> filled(bundle_count(shape.spheres + 1), 1);
  Plan plan;
  for (const Action& action : actions) {
    const Shape& child = table[action.to_shape.shape];
    std::vector<Word>& words = sets.emplace_back(bundle_count(child.spheres) * kLanes);
    for (Word& w : words) w = static_cast<Word>(random());
    words.resize(words.size() + kLanes);  // may be read, Memory::kReadPast
    Step step;
    step.plain = {words.data(), filled.data()};
    plan.append(table, shape, action, step);
  }
  Chunk chunk;
  for (auto _ : state) {
    chunk.live = BundleList{};
    for (std::uint32_t i = 0; i < kChunkLines; ++i) {
      chunk.live.add_if(i, true);
      chunk.wanted[i] = ~Bundle{};
      chunk.reached[i] = Bundle{};
    }
    run_chunk(plan, 5, chunk);
    benchmark::DoNotOptimize(chunk);
  }
  // One colouring of the chunk, looked up plainly.
  const std::uint32_t index = 5 * kChunkLines * kBundleColourings + 12'345;
  bool expected = false;
  for (std::size_t k = 0; k < actions.size(); ++k) {
    const Action& action = actions[k];
    CellSet mover;
    for (int i = 0; i < shape.spheres; ++i) {
      if (index >> i & 1) mover |= shape.slots[static_cast<std::size_t>(i)];
    }
    if (action.is_raise() && !mover.contains(action.from)) continue;
    if (action.is_raise()) mover -= action.from;
    CellSet in_child;
    for (const Cell c : mover | action.to) in_child |= table.image(action.to_shape.by, c);
    const std::uint32_t at = table.colouring(table[action.to_shape.shape].cells, in_child);
    expected = expected || (sets[k][at / 32] >> at % 32 & 1) != 0;
  }
  const std::uint32_t within = 12'345;
  const bool found = (chunk.reached[within / 512][within / 32 % 16] >> within % 32 & 1) != 0;
  if (found != expected) state.SkipWithError("wrong answer");
  state.SetItemsProcessed(state.iterations() * kChunkLines * kBundleColourings *
                          static_cast<std::int64_t>(actions.size()));
}
BENCHMARK(one_chunk);

void solve_base_3(benchmark::State& state) {
  SolveOptions options;
  options.game = {kAllRuleSets[static_cast<std::size_t>(state.range(0))], 3};
  state.SetLabel(to_text(options.game.rules));
  for (auto _ : state) {
    const Solution solution = solve(options);
    if (solution.statistics().all().total() != 105'053) state.SkipWithError("wrong total");
  }
}
BENCHMARK(solve_base_3)->DenseRange(0, 9)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace pylos
