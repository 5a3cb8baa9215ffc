// The commands that tell of whole games, as users type them: their JSON against the naive
// reference, their texts, their statuses.
#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/tools/command/run.hpp"
#include "tests/reference_games.hpp"

namespace pylos {
namespace {

using cli::Ran;
using cli::run;
using Json = nlohmann::json;

Json json_answer(std::vector<std::string> arguments) {
  arguments.push_back("--json");
  const Ran ran = run(arguments);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  return Json::parse(ran.out);
}

TEST(CliReachable, TellsWhatTheReferenceFinds) {
  const Json all = json_answer({"reachable", "--rules", "all", "--base", "3"});
  ASSERT_EQ(all["games"].size(), 10U);
  for (const Json& game : all["games"]) {
    SCOPED_TRACE(game["rules"].get<std::string>());
    const Game which{rule_set_from_text(game["rules"].get<std::string>()), 3};
    const reference::Graph graph = reference::domain_graph(twin::reference_rules(which));
    const std::vector<int> distances = twin::distances_from_empty_board(graph);
    const auto reached =
        std::count_if(distances.begin(), distances.end(), [](int d) { return d >= 0; });
    EXPECT_EQ(game["base"], 3);
    EXPECT_EQ(game["positions"], reached);
    EXPECT_EQ(game["domain"], distances.size());
    EXPECT_DOUBLE_EQ(game["share"],
                     static_cast<double>(reached) / static_cast<double>(distances.size()));
    std::uint64_t sum = 0;
    for (const Json& row : game["histogram"]) {
      EXPECT_EQ(row["positions"],
                std::count(distances.begin(), distances.end(), row["plies"].get<int>()));
      sum += row["positions"].get<std::uint64_t>();
    }
    EXPECT_EQ(sum, static_cast<std::uint64_t>(reached));
    const int longest = *std::max_element(distances.begin(), distances.end());
    EXPECT_EQ(game["longest"]["plies"], longest);
    const ColouredPosition witness =
        position_from_text(game["longest"]["position"].get<std::string>(), 3);
    EXPECT_EQ(distances[twin::index_of(graph, witness.position)], longest);
    EXPECT_EQ(witness.to_move, longest % 2 == 0 ? Colour::light : Colour::dark);
    ASSERT_EQ(game["by_spheres"].size(), 15U);
    for (const Json& row : game["by_spheres"]) {
      std::uint64_t of_level = 0;
      for (const Json& count : row["histogram"])
        of_level += count["positions"].get<std::uint64_t>();
      EXPECT_EQ(row["positions"], of_level);
    }
  }
}

TEST(CliReachable, TextIsForPeople) {
  const Ran ran = run({"reachable", "--base", "2", "--rules", "children,standard"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_EQ(ran.out.find("children, base 2: "), 0U) << ran.out;
  for (const char* part :
       {"\nstandard, base 2: ", " of 99 positions can arise (", "\nfarthest: 5 plies (",
        "\nspheres  reachable", "\nplies  positions\n"}) {
    EXPECT_NE(ran.out.find(part), std::string::npos) << part << "\n" << ran.out;
  }
}

TEST(CliReachable, RefusesWhatCannotBe) {
  EXPECT_EQ(run({"reachable", "--base", "5"}).status, 2);
  EXPECT_EQ(run({"reachable", "--rules", "standard,standard"}).status, 2);
  EXPECT_EQ(run({"reachable", "--rules", "\x1b[31m"}).err.find('\x1b'), std::string::npos);
}

TEST(CliReachable, AnInterruptStopsItAndSaysHowToGoOn) {
  const auto interrupt = [](pid_t child) {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    kill(child, SIGINT);
  };
  const Ran ran =
      run({"reachable"}, {.out_file = "", .closed_pipe = false, .meanwhile = interrupt});
  EXPECT_EQ(ran.status, 130);
  EXPECT_EQ(ran.out, "");
  EXPECT_NE(ran.err.find("run it again"), std::string::npos) << ran.err;
}

// Databases of base 3, and one of base 2, made once.
class CliAnalysis : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ =
        std::filesystem::temp_directory_path() / ("pylos_analysis_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
    const std::string name = (folder_ / "{rules}.pdb").string();
    ASSERT_EQ(run({"solve", "--base", "3", "--rules", "all", "--out", name}).status, 0);
    ASSERT_EQ(run({"solve", "--base", "2", "--out", file("base2")}).status, 0);
    ASSERT_EQ(run({"solve", "--base", "3", "--metric", "wdl", "--out", file("wdl")}).status, 0);
    ASSERT_EQ(run({"slice", file("standard"), "--min-spheres", "8", "--out", file("slice")}).status,
              0);
  }
  static void TearDownTestSuite() { std::filesystem::remove_all(folder_); }

  static std::string file(const std::string& name) { return (folder_ / (name + ".pdb")).string(); }

  // What all commands that load a whole file refuse alike.
  static void expect_refusals(const std::vector<std::string>& before,
                              const std::vector<std::string>& after) {
    const auto with = [&](const std::string& path) {
      std::vector<std::string> all = before;
      all.push_back(path);
      all.insert(all.end(), after.begin(), after.end());
      return run(all);
    };
    EXPECT_EQ(with(file("none")).status, 3);
    EXPECT_EQ(with(folder_.string()).status, 3);
    EXPECT_EQ(with(file("wdl")).status, 2);
    EXPECT_EQ(with(file("slice")).status, 2);
    std::filesystem::copy_file(file("advanced"), file("torn"),
                               std::filesystem::copy_options::overwrite_existing);
    std::filesystem::resize_file(file("torn"), 5000);
    EXPECT_EQ(with(file("torn")).status, 3);
    EXPECT_EQ(with("\x1b[31m").err.find('\x1b'), std::string::npos);
  }

  static std::filesystem::path folder_;
};
std::filesystem::path CliAnalysis::folder_;

Json histogram_of(const std::vector<reference::Value>& values) {
  Json histogram = Json::array();
  const reference::Counts counts = reference::count(values);
  for (std::size_t plies = 0; plies < counts.by_plies.size(); ++plies) {
    histogram.push_back({{"plies", plies}, {"positions", counts.by_plies[plies]}});
  }
  return histogram;
}

TEST_F(CliAnalysis, StatsTellsWhatValueIterationFinds) {
  for (const RuleSet rules : kAllRuleSets) {
    SCOPED_TRACE(to_text(rules));
    const Json found = json_answer({"stats", file(to_text(rules))});
    const reference::Solution expected = reference::solve_domain(twin::reference_rules({rules, 3}));
    const std::vector<int> distances = twin::distances_from_empty_board(expected.graph);
    std::vector<reference::Value> reachable;
    std::uint64_t zugzwang = 0;
    for (std::size_t i = 0; i < distances.size(); ++i) {
      if (distances[i] >= 0) reachable.push_back(expected.values[i]);
      const Position p = twin::position_of(expected.graph.positions[i]).position;
      const auto lost = [&](std::size_t at) {
        return expected.values[at].outcome == reference::Outcome::kLoss;
      };
      const bool full_board = p.occupied().size() == 14;
      zugzwang +=
          !full_board && lost(i) && lost(twin::index_of(expected.graph, p.turned())) ? 1U : 0U;
    }
    EXPECT_EQ(found["rules"], to_text(rules));
    EXPECT_EQ(found["base"], 3);
    EXPECT_EQ(found["all"]["histogram"], histogram_of(expected.values));
    EXPECT_EQ(found["reachable"]["histogram"], histogram_of(reachable));
    EXPECT_EQ(found["all"]["zugzwang"]["full"], zugzwang);
    EXPECT_EQ(found["all"]["turned"]["loss"]["loss"], zugzwang);
    for (const char* population : {"all", "reachable"}) {
      const Json& p = found[population];
      std::uint64_t positions = 0;
      for (const Json& row : p["by_spheres"])
        positions += row["counts"]["total"].get<std::uint64_t>();
      EXPECT_EQ(p["counts"]["total"], positions);
      // Every example is a position; the longest ones have the value that is told of them.
      for (const char* name : {"longest_win", "longest_loss"}) {
        const Position example =
            position_from_text(p[name]["position"].get<std::string>(), 3).position;
        const reference::Value value = expected.values[twin::index_of(expected.graph, example)];
        EXPECT_EQ(value.plies, p[name]["plies"].get<int>());
      }
      for (const Json& example : p["examples"]) {
        if (!example.is_null()) position_from_text(example.get<std::string>(), 3);
      }
    }
  }
}

TEST_F(CliAnalysis, StatsTextIsForPeople) {
  const Ran ran = run({"stats", file("advanced")});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out.find("advanced, base 3\n"), 0U);
  for (const char* part : {"full zugzwang: whoever moves loses", "105,053", "with the turn passed:",
                           "example that can arise", "loaded and counted in "}) {
    EXPECT_NE(ran.out.find(part), std::string::npos) << part << "\n" << ran.out;
  }
}

TEST_F(CliAnalysis, StatsRefusesWhatCannotBe) { expect_refusals({"stats"}, {}); }

TEST_F(CliAnalysis, CompareTellsWhatValueIterationFinds) {
  const Json found =
      json_answer({"compare", file("advanced+min0"), file("advanced"), "--examples", "100"});
  EXPECT_EQ(found["first"], "advanced+min0");
  EXPECT_EQ(found["second"], "advanced");
  const Game first_game{rule_set_from_text("advanced+min0"), 3};
  const reference::Solution first = reference::solve_domain(twin::reference_rules(first_game));
  const reference::Solution second = reference::solve_domain(twin::reference_rules({kAdvanced, 3}));
  std::map<std::pair<int, int>, std::uint64_t> outcomes;
  for (std::size_t i = 0; i < first.values.size(); ++i) {
    const auto other = second.value_of(first.graph.positions[i]).outcome;
    ++outcomes[{static_cast<int>(first.values[i].outcome), static_cast<int>(other)}];
  }
  constexpr std::array kNames{"draw", "win", "loss"};  // in the reference's order
  for (int a = 0; a < 3; ++a) {
    for (int b = 0; b < 3; ++b) {
      EXPECT_EQ(found["all"]["outcomes"][kNames[static_cast<std::size_t>(a)]]
                     [kNames[static_cast<std::size_t>(b)]],
                (outcomes[{a, b}]));
    }
  }
  EXPECT_EQ(found["earliest"].size(), 6U);  // every kind of change occurs
  for (const Json& kind : found["earliest"]) {
    ASSERT_FALSE(kind["examples"].empty());
    for (const Json& example : kind["examples"]) {
      const ColouredPosition p = position_from_text(example["position"].get<std::string>(), 3);
      const Value one = twin::value_of(first.values[twin::index_of(first.graph, p.position)]);
      const Value two = twin::value_of(second.values[twin::index_of(second.graph, p.position)]);
      EXPECT_NE(one.outcome, two.outcome);
      EXPECT_EQ(kind["first"], to_text(one.outcome));
      EXPECT_EQ(kind["second"], to_text(two.outcome));
      EXPECT_EQ(example["first"]["value"], to_text(one.outcome));
      EXPECT_EQ(example["second"]["value"], to_text(two.outcome));
      for (const Json& move : example["best_under_first_only"]) {  // a legal move
        move_from_text(move.get<std::string>(), p.position, first_game);
      }
    }
  }
  const Ran text = run({"compare", file("advanced+min0"), file("advanced")});
  EXPECT_NE(text.out.find("earliest, by plies from the empty board under advanced+min0:"),
            std::string::npos)
      << text.out;
  const Ran same = run({"compare", file("standard"), file("standard")});
  EXPECT_EQ(same.status, 0);
  EXPECT_NE(same.out.find("no position that can arise has another outcome"), std::string::npos);
}

TEST_F(CliAnalysis, CompareRefusesWhatCannotBe) {
  expect_refusals({"compare"}, {file("advanced")});
  expect_refusals({"compare", file("advanced")}, {});
  const Ran ran = run({"compare", file("advanced"), file("base2")});
  EXPECT_EQ(ran.status, 2);
  EXPECT_NE(ran.err.find("base side 2"), std::string::npos) << ran.err;
  EXPECT_EQ(run({"compare", file("advanced")}).status, 2);
}

TEST_F(CliAnalysis, PuzzlesHaveOneWinningMove) {
  const std::string suite = (folder_ / "suite.txt").string();
  const Json found = json_answer(
      {"puzzles", file("advanced"), "--count", "12", "--min-plies", "5", "--seed", "3"});
  ASSERT_EQ(found["puzzles"].size(), 12U);
  const reference::Solution expected =
      reference::solve_domain(twin::reference_rules({kAdvanced, 3}));
  int last = 1000;
  for (const Json& puzzle : found["puzzles"]) {
    const ColouredPosition p = position_from_text(puzzle["position"].get<std::string>(), 3);
    const std::size_t at = twin::index_of(expected.graph, p.position);
    EXPECT_EQ(twin::value_of(expected.values[at]), Value::win(puzzle["plies"].get<int>()));
    EXPECT_GE(puzzle["plies"], 5);
    EXPECT_LE(puzzle["score"], last);
    last = puzzle["score"].get<int>();
    const Move move = move_from_text(puzzle["move"].get<std::string>(), p.position, {kAdvanced, 3});
    const std::size_t next = twin::index_of(expected.graph, apply(p.position, move));
    int winning = 0;
    for (const int successor : expected.graph.successors[at]) {
      const auto lost = expected.values[static_cast<std::size_t>(successor)].outcome;
      winning += lost == reference::Outcome::kLoss ? 1 : 0;
    }
    EXPECT_EQ(winning, 1);
    EXPECT_EQ(expected.values[next].outcome, reference::Outcome::kLoss);
  }
  const Ran to_file = run({"puzzles", file("advanced"), "--count", "12", "--min-plies", "5",
                           "--seed", "3", "--out", suite});
  EXPECT_EQ(to_file.status, 0);
  EXPECT_EQ(to_file.out, "");
  const Ran to_screen =
      run({"puzzles", file("advanced"), "--count", "12", "--min-plies", "5", "--seed", "3"});
  std::ostringstream written;
  written << std::ifstream(suite).rdbuf();
  EXPECT_EQ(written.str(), to_screen.out);
}

TEST_F(CliAnalysis, PuzzlesAreASuite) {
  // On base 4 the text is what bench reads; here its form alone is looked at.
  const Ran ran = run({"puzzles", file("standard"), "--count", "3", "--min-plies", "5"});
  std::istringstream lines(ran.out);
  int entries = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.front() == '#') continue;
    ++entries;
    EXPECT_EQ(std::count(line.begin(), line.end(), ';'), 4) << line;
    EXPECT_NE(line.find("; standard; win; "), std::string::npos) << line;
  }
  EXPECT_EQ(entries, 3);
}

TEST_F(CliAnalysis, PuzzlesWriteAWholeNewFile) {
  const std::vector<std::string> command{"puzzles", file("standard"), "--count",
                                         "3",       "--min-plies",    "5"};
  const std::string out = (folder_ / "puzzles.txt").string();
  const auto files = [&] {
    return std::distance(std::filesystem::directory_iterator(folder_),
                         std::filesystem::directory_iterator());
  };
  const auto before = files();
  const auto to_file = [&] {
    std::vector<std::string> all = command;
    all.insert(all.end(), {"--out", out});
    return run(all);
  };
  const Ran ran = to_file();
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(files(), before + 1);
  std::ostringstream written;
  written << std::ifstream(out).rdbuf();
  EXPECT_EQ(written.str(), run(command).out);
  std::ofstream(out) << "mine";
  EXPECT_EQ(to_file().status, 4);
  EXPECT_EQ(std::filesystem::file_size(out), 4U);
  EXPECT_EQ(files(), before + 1);
}

TEST_F(CliAnalysis, PuzzlesRefuseWhatCannotBe) {
  expect_refusals({"puzzles"}, {});
  for (const char* option : {"--count", "--min-plies", "--candidates"}) {
    for (const char* bad : {"0", "-1", "x", "99999999999999999999"}) {
      EXPECT_EQ(run({"puzzles", file("advanced"), option, bad}).status, 2) << option << bad;
    }
  }
  EXPECT_EQ(run({"puzzles", file("advanced"), "--out", (folder_ / "no/where").string()}).status, 4);
  EXPECT_EQ(run({"puzzles", file("advanced"), "--out", ""}).status, 2);
}

}  // namespace
}  // namespace pylos
