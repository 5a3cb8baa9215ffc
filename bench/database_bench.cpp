// Probes of a database: cold (no segment kept), warm (the segment is kept), all moves of a
// position, and the reading of positions in a pipe's order. Base 3 unless the environment variable
// PYLOS_DATABASE names a file, for instance of base 4; then positions are drawn at random from
// those with 14 to 24 spheres, where nearly all of the file is.

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "engine/game.hpp"
#include "engine/rules.hpp"
#include "solver/reader/database.hpp"
#include "solver/database/writer.hpp"
#include "solver/retrograde/solve.hpp"

namespace pylos::database {
namespace {

// Standard rules on base 3, in a folder that goes with the program.
class SmallDatabase {
 public:
  SmallDatabase() {
    std::string folder = (std::filesystem::temp_directory_path() / "pylos_bench_XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr) std::abort();
    folder_ = folder;
    SolveOptions solving;
    solving.game = {kStandard, 3};
    WriteOptions writing;
    writing.path = path();
    write_database(solve(solving), writing);
  }
  SmallDatabase(const SmallDatabase&) = delete;
  SmallDatabase& operator=(const SmallDatabase&) = delete;
  ~SmallDatabase() { std::filesystem::remove_all(folder_); }
  std::string path() const { return folder_ + "/standard3.pylos"; }

 private:
  std::string folder_;
};

std::string path_of_database() {
  if (const char* path = std::getenv("PYLOS_DATABASE")) return path;
  static const SmallDatabase made;
  return made.path();
}

std::vector<Position> some_positions(const Database& database, std::size_t count) {
  std::mt19937_64 random(1);
  std::vector<Position> result;
  const table::ShapeTable& table = database.layout().table();
  const int least = database.game().base == 4 ? 14 : 4;
  const int most = database.game().base == 4 ? 24 : table.cells();
  with_base(database.game().base, [&]<int B>() {
    while (result.size() < count) {
      const int n = least + static_cast<int>(random() % static_cast<unsigned>(most - least + 1));
      const table::ShapeId shapes = table.tier_end(n) - table.tier_begin(n);
      const CellSet cells =
          table[table.tier_begin(n) + static_cast<table::ShapeId>(random() % shapes)].cells;
      const CellSet mover = CellSet(static_cast<std::uint32_t>(random())) & cells;
      const Position p(mover, cells - mover);
      if (in_domain<B>(p)) result.push_back(p);
    }
  });
  return result;
}

void probe_cold(benchmark::State& state) {
  OpenOptions options;
  options.cache_bytes = 0;
  const Database database(path_of_database(), options);
  const std::vector<Position> positions = some_positions(database, 4096);
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(database.value(positions[i++ % positions.size()]));
}
BENCHMARK(probe_cold)->Unit(benchmark::kMicrosecond);

void probe_warm(benchmark::State& state) {
  const Database database(path_of_database());
  const std::vector<Position> positions = some_positions(database, 4096);
  for (const Position p : positions) database.value(p);
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(database.value(positions[i++ % positions.size()]));
}
BENCHMARK(probe_warm)->Unit(benchmark::kMicrosecond)->Threads(1)->Threads(2);

void probe_moves(benchmark::State& state) {
  const Database database(path_of_database());
  const std::vector<Position> positions = some_positions(database, 4096);
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(database.moves(positions[i++ % positions.size()]).size());
  }
}
BENCHMARK(probe_moves)->Unit(benchmark::kMicrosecond);

void open_database(benchmark::State& state) {
  const std::string path = path_of_database();
  for (auto _ : state) benchmark::DoNotOptimize(Database(path).header().entries);
}
BENCHMARK(open_database)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace pylos::database
