// The commands that tell of whole games, as users type them: their JSON against the naive reference, their
// texts, their statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/cli_run.hpp"
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
    const auto reached = std::count_if(distances.begin(), distances.end(), [](int d) { return d >= 0; });
    EXPECT_EQ(game["base"], 3);
    EXPECT_EQ(game["positions"], reached);
    EXPECT_EQ(game["domain"], distances.size());
    EXPECT_DOUBLE_EQ(game["share"], static_cast<double>(reached) / static_cast<double>(distances.size()));
    std::uint64_t sum = 0;
    for (const Json& row : game["histogram"]) {
      EXPECT_EQ(row["positions"], std::count(distances.begin(), distances.end(), row["plies"].get<int>()));
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
      for (const Json& count : row["histogram"]) of_level += count["positions"].get<std::uint64_t>();
      EXPECT_EQ(row["positions"], of_level);
    }
  }
}

TEST(CliReachable, TextIsForPeople) {
  const Ran ran = run({"reachable", "--base", "2", "--rules", "children,standard"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_EQ(ran.out.find("children, base 2: "), 0U) << ran.out;
  for (const char* part : {"\nstandard, base 2: ", " of 99 positions can arise (", "\nfarthest: 5 plies (",
                           "\nspheres  reachable", "\nplies  positions\n"}) {
    EXPECT_NE(ran.out.find(part), std::string::npos) << part << "\n" << ran.out;
  }
}

TEST(CliReachable, RefusesWhatCannotBe) {
  EXPECT_EQ(run({"reachable", "--base", "5"}).status, 2);
  EXPECT_EQ(run({"reachable", "--rules", "standard,standard"}).status, 2);
  EXPECT_EQ(run({"reachable", "--rules", "\x1b[31m"}).err.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace pylos
