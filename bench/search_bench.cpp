// The forward search: nodes a second in the middle game, and the operations of its table. Each case
// checks the answer it times.
#include <array>
#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>

#include "engine/symmetry.hpp"
#include "engine/text.hpp"
#include "solver/search/search.hpp"
#include "solver/search/table.hpp"

namespace pylos::search {
namespace {

struct Question {
  std::string_view position;
  Value value;
};

// Middle-game positions of standard rules from data/suite.txt, one or two seconds together.
constexpr std::array kQuestions = {
    Question{"LDLDDLLL.DLDLL.D/..D...... d", Value::win(21)},
    Question{"L.L..DLL.LLDD.DL/....DD... d", Value::win(23)},
    Question{"..LLLL..DDLDL.LD/...D....D l", Value::win(23)},
    Question{"LD.D.LLDLDLL...D/....D.... l", Value::loss(24)},
};

// Nodes are positions asked (Effort::nodes); argument: threads. Wall time, for work is shared.
void search_middle_game(benchmark::State& state) {
  const int threads = static_cast<int>(state.range(0));
  Searcher searcher({kStandard, 4}, {.table_bytes = std::size_t{256} << 20, .threads = threads});
  std::uint64_t nodes = 0;
  std::uint64_t interior = 0;
  for (auto _ : state) {
    for (const Question& q : kQuestions) {
      state.PauseTiming();
      searcher.clear();
      state.ResumeTiming();
      const Result result = searcher.search(position_from_text(q.position, 4).position);
      if (result.value != q.value) state.SkipWithError("wrong value");
      nodes += result.effort.nodes;
      interior += result.effort.interior;
    }
  }
  using benchmark::Counter;
  state.counters["nodes"] = Counter(static_cast<double>(nodes), Counter::kIsRate);
  state.counters["interior"] = Counter(static_cast<double>(interior), Counter::kIsRate);
}
BENCHMARK(search_middle_game)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

// Canonical positions; whether they are supported matters to no table.
std::vector<Position> table_positions() {
  std::mt19937_64 random(2026);
  std::vector<Position> positions;
  while (positions.size() < std::size_t{1} << 16) {
    const auto own = static_cast<std::uint32_t>(random()) & Board<4>::kAll.bits();
    const auto other = static_cast<std::uint32_t>(random()) & Board<4>::kAll.bits() & ~own;
    positions.push_back(canonical<4>(Position(CellSet(own), CellSet(other))));
  }
  return positions;
}

// Argument: megabytes of the table.
Table table_of(const benchmark::State& state) {
  return Table(static_cast<std::size_t>(state.range(0)) << 20);
}

void table_add(benchmark::State& state) {
  const std::vector<Position> positions = table_positions();
  Table table = table_of(state);
  for (auto _ : state) {
    for (const Position p : positions) table.add(table.spot(p), {loss_in(4), kBest}, 7, 100);
  }
  Known known;
  if (!table.find(table.spot(positions.back()), known) || known.move != 7) {
    state.SkipWithError("an entry is missing");
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions.size()));
}
BENCHMARK(table_add)->Arg(16)->Arg(1024);

void table_find(benchmark::State& state) {
  const std::vector<Position> positions = table_positions();
  Table table = table_of(state);
  for (const Position p : positions) table.add(table.spot(p), {loss_in(4), kBest}, 7, 100);
  for (auto _ : state) {
    std::size_t found = 0;
    for (const Position p : positions) {
      Known known;
      found += table.find(table.spot(p), known) ? 1U : 0U;
    }
    if (found != positions.size()) state.SkipWithError("an entry is missing");
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions.size()));
}
BENCHMARK(table_find)->Arg(16)->Arg(1024);

}  // namespace
}  // namespace pylos::search
