#include "tools/command/bench_command.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/errors.hpp"
#include "engine/quote.hpp"
#include "solver/search/search.hpp"
#include "tools/command/format.hpp"
#include "tools/command/json.hpp"
#include "tools/command/options.hpp"
#include "tools/command/peak_memory.hpp"
#include "tools/command/suite.hpp"

namespace pylos::tools {
namespace {

struct BenchPosition {
  std::string_view rules;
  std::string_view position;
  int plies = 0;  // the longest distance asked for
};

// From the opening to the late middle game, all kinds of rules. Changing the list, a depth or the
// table's size changes the signature.
constexpr std::array kBenchPositions = {
    BenchPosition{"children", "................ l", 31},
    BenchPosition{"standard", "................ l", 31},
    BenchPosition{"advanced+min0", "................ l", 31},
    BenchPosition{"children", "LLD..LDLDLD..DDL/.......L. d", 122},
    BenchPosition{"children+mayraise", "L...LDDD.DLL.LLL/.....D.LD l", 122},
    BenchPosition{"standard", "LDDLDDDDL.L..DLD/.LL...... l", 122},
    BenchPosition{"standard", "DDDD.LDD.LLL...D/.LD.DD.../.D.. d", 122},
    BenchPosition{"standard+min0", "DLLLDDDDD.LDL.L./.LD..L... d", 122},
    BenchPosition{"standard+mayraise", "LDDDDDD.LLLD.L../LL.DD.... d", 122},
    BenchPosition{"advanced", "D.DDD.DD.LDLLDDL/..D..D.LL l", 24},
    BenchPosition{"advanced+min0", "DLDDLLLDD.LDL.DD/DD......D d", 24},
    BenchPosition{"advanced+min0+mayraise", "DLLDLDDLDLD.DD.L/..LD..L.. d", 24},
};
constexpr std::size_t kBenchTableBytes = std::size_t{16} << 20;

constexpr int kSuiteSecondsUnlessGiven = 60;
constexpr int kSuiteTableMegabytesUnlessGiven = 256;
constexpr int kMostTableMegabytes = 1 << 20;

OptionParser parser() {
  return OptionParser(
             "bench",
             "Searches fixed positions to fixed depths on one thread. The node total is a "
             "signature: it changes exactly when the search behaves differently. With "
             "--suite it searches positions of known value instead, and ends with status 1 "
             "if a proved value differs.",
             "pylos bench --suite data/suite.txt --time 10")
      .option("suite", "FILE", "position; rules; value; plies; best moves: one a line")
      .option("min-spheres", "K", "with --suite: only positions with so many spheres or more")
      .option("time", "S",
              "with --suite: seconds for each position, " +
                  std::to_string(kSuiteSecondsUnlessGiven) + " unless given")
      .option("tt-mb", "M",
              "with --suite: megabytes (2^20) of the transposition table, " +
                  std::to_string(kSuiteTableMegabytesUnlessGiven) + " unless given")
      .threads()
      .json();
}

double rate(std::uint64_t nodes, double seconds) {
  return seconds > 0 ? static_cast<double>(nodes) / seconds : 0;
}

template <class T>
T median(std::vector<T> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::string short_text(Value value) {
  std::string text(to_text(value.outcome));
  if (value.plies) text += " in " + std::to_string(*value.plies);
  return text;
}

ExitStatus run_signature(bool as_json, Context& context) {
  Table table({{"rules", Align::left},
               {"position", Align::left},
               {"value", Align::left},
               {"nodes"},
               {"seconds"}});
  Json positions = Json::array();
  std::uint64_t nodes = 0;
  std::uint64_t interior = 0;
  double seconds = 0;
  for (const BenchPosition& b : kBenchPositions) {
    const Game game{rule_set_from_text(b.rules), 4};
    search::Searcher searcher(game, {.table_bytes = kBenchTableBytes, .threads = 1});
    const search::Result result = searcher.search(position_from_text(b.position, 4).position,
                                                  {.plies = b.plies}, context.stop);
    if (result.stopped) return ExitStatus::interrupted;
    nodes += result.effort.nodes;
    interior += result.effort.interior;
    seconds += result.seconds;
    table.add({std::string(b.rules), std::string(b.position), short_text(result.value),
               with_thousands(result.effort.nodes), seconds_text(result.seconds)});
    Json one = {{"rules", b.rules}, {"position", b.position}};
    add_value(one, result.value);
    one["nodes"] = result.effort.nodes;
    one["seconds"] = result.seconds;
    positions.push_back(std::move(one));
  }
  if (as_json) {
    write(context.out, Json{{"positions", std::move(positions)},
                            {"nodes", nodes},
                            {"interior_nodes", interior},
                            {"nodes_per_second", rate(nodes, seconds)},
                            {"seconds", seconds},
                            {"threads", 1},
                            {"peak_memory_bytes", peak_memory_bytes()}});
    return ExitStatus::done;
  }
  context.out << table.text() << with_thousands(interior) << " interior nodes, "
              << seconds_text(seconds) << " seconds, "
              << with_thousands(static_cast<std::uint64_t>(rate(nodes, seconds)))
              << " nodes a second\nBench: " << nodes << '\n';
  return ExitStatus::done;
}

// What the suite's positions of so many spheres took.
struct Bucket {
  std::uint64_t positions = 0;
  std::uint64_t solved = 0;
  std::vector<double> seconds;
  std::vector<std::uint64_t> nodes;
};

ExitStatus bench_suite(const std::string& path, const Options& options, Context& context) {
  std::ifstream in(path);
  if (!in) throw InputError("suite " + pylos::quoted(path) + ": cannot be read");
  std::vector<SuiteEntry> suite = read_suite(in);
  const auto least = static_cast<int>(options.number("min-spheres", 0, kMaxCells, 0));
  std::erase_if(suite,
                [&](const SuiteEntry& e) { return e.start.position.occupied().size() < least; });
  if (suite.empty()) throw InputError("suite " + pylos::quoted(path) + ": no position is left");
  const auto limit =
      static_cast<double>(options.number("time", 1, 1'000'000, kSuiteSecondsUnlessGiven));
  const search::Settings settings{
      .table_bytes = static_cast<std::size_t>(options.number("tt-mb", 1, kMostTableMegabytes,
                                                             kSuiteTableMegabytesUnlessGiven))
                     << 20,
      .threads = options.threads()};

  std::map<std::pair<std::string, int>, Bucket> buckets;
  std::uint64_t solved = 0;
  std::uint64_t wrong = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::vector<std::pair<Game, search::Searcher>> searchers;
  for (const SuiteEntry& entry : suite) {
    auto found = std::find_if(searchers.begin(), searchers.end(),
                              [&](const auto& s) { return s.first == entry.game; });
    if (found == searchers.end()) {
      searchers.clear();  // one table at a time
      found =
          searchers.insert(searchers.end(), {entry.game, search::Searcher(entry.game, settings)});
    }
    found->second.clear();
    const search::Result result =
        found->second.search(entry.start.position, {.seconds = limit}, context.stop);
    if (context.stop.stop_requested()) return ExitStatus::interrupted;
    const std::string rules = to_text(entry.game.rules);
    Bucket& bucket = buckets[{rules, entry.start.position.occupied().size()}];
    ++bucket.positions;
    bucket.seconds.push_back(result.seconds);
    bucket.nodes.push_back(result.effort.nodes);
    nodes += result.effort.nodes;
    seconds += result.seconds;
    if (result.value.outcome == Outcome::unknown) continue;
    ++solved;
    ++bucket.solved;
    if (result.value != entry.value ||
        (!result.line.empty() && std::find(entry.best.begin(), entry.best.end(),
                                           result.line.front()) == entry.best.end())) {
      ++wrong;
      context.err << rules << " " << to_text(entry.start, 4) << ": proved "
                  << short_text(result.value) << ", the suite says " << short_text(entry.value)
                  << '\n';
    }
  }

  if (options.json()) {
    Json json{{"positions", suite.size()},
              {"solved", solved},
              {"wrong", wrong},
              {"nodes", nodes},
              {"nodes_per_second", rate(nodes, seconds)},
              {"seconds", seconds},
              {"threads", settings.threads},
              {"groups", Json::array()},
              {"peak_memory_bytes", peak_memory_bytes()}};
    for (const auto& [key, b] : buckets) {
      json["groups"].push_back(
          {{"rules", key.first},
           {"spheres", key.second},
           {"positions", b.positions},
           {"solved", b.solved},
           {"median_seconds", median(b.seconds)},
           {"longest_seconds", *std::max_element(b.seconds.begin(), b.seconds.end())},
           {"median_nodes", median(b.nodes)}});
    }
    write(context.out, json);
  } else {
    Table table({{"rules", Align::left},
                 {"spheres"},
                 {"positions"},
                 {"solved"},
                 {"median seconds"},
                 {"longest"},
                 {"median nodes"}});
    for (const auto& [key, b] : buckets) {
      table.add({key.first, std::to_string(key.second), std::to_string(b.positions),
                 std::to_string(b.solved), seconds_text(median(b.seconds)),
                 seconds_text(*std::max_element(b.seconds.begin(), b.seconds.end())),
                 with_thousands(median(b.nodes))});
    }
    context.out << table.text() << solved << " of " << suite.size() << " solved, " << wrong
                << " wrong, " << with_thousands(nodes) << " nodes, " << seconds_text(seconds)
                << " seconds, " << with_thousands(static_cast<std::uint64_t>(rate(nodes, seconds)))
                << " nodes a second\n";
  }
  return wrong == 0 ? ExitStatus::done : ExitStatus::no;
}

}  // namespace

ExitStatus run_bench(Arguments arguments, Context& context) {
  const auto options = parser().parse(arguments, context.out);
  if (!options) return ExitStatus::done;
  if (const auto path = options->text("suite")) return bench_suite(*path, *options, context);
  for (const char* name : {"min-spheres", "time", "tt-mb", "threads"}) {
    if (options->has(name)) throw InputError(std::string("--") + name + " needs --suite");
  }
  return run_signature(options->json(), context);
}

}  // namespace pylos::tools
