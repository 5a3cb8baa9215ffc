// The built command `pylos`: what it prints, what it refuses and how it ends.

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/quote.hpp"
#include "engine/rules.hpp"
#include "tests/tools/command/run.hpp"

namespace pylos {
namespace {

using cli::Ran;
using cli::run;
using Json = nlohmann::json;
using namespace std::string_literals;

std::string joined(const std::vector<std::string>& arguments) {
  std::string text = "pylos";
  for (const std::string& a : arguments) text += " " + pylos::quoted(a);
  return text;
}

// Runs a command that must succeed in silence but for its answer.
std::string answer(const std::vector<std::string>& arguments) {
  const Ran ran = run(arguments);
  EXPECT_EQ(ran.status, 0) << joined(arguments) << "\n" << ran.err;
  EXPECT_EQ(ran.err, "") << joined(arguments);
  return ran.out;
}

Json json_answer(std::vector<std::string> arguments) {
  arguments.emplace_back("--json");
  return Json::parse(answer(arguments));
}

// One printable line that names the fault, nothing on standard output.
void expect_refused(const std::vector<std::string>& arguments, int status,
                    const std::string& named) {
  SCOPED_TRACE(joined(arguments));
  const Ran ran = run(arguments);
  EXPECT_EQ(ran.status, status) << ran.err;
  EXPECT_EQ(ran.out, "");
  ASSERT_FALSE(ran.err.empty());
  EXPECT_EQ(ran.err.find('\n'), ran.err.size() - 1) << ran.err;
  EXPECT_EQ(ran.err.find("pylos"), 0U) << ran.err;
  EXPECT_NE(ran.err.find(named), std::string::npos) << ran.err << "does not name " << named;
  EXPECT_TRUE(std::all_of(ran.err.begin(), ran.err.end() - 1, [](char c) {
    return c >= ' ' && c <= '~';
  })) << pylos::quoted(ran.err);
}

std::vector<std::vector<std::string>> read_rows(const std::string& name, char separator) {
  std::ifstream file(std::string(PYLOS_TEST_DATA_DIR) + "/" + name);
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::vector<std::string> row;
    std::istringstream cells(line + separator);
    for (std::string cell; std::getline(cells, cell, separator);) row.push_back(cell);
    rows.push_back(row);
  }
  EXPECT_FALSE(rows.empty()) << name;
  return rows;
}

// The commands that the help lists.
std::vector<std::string> commands() {
  std::vector<std::string> names;
  std::istringstream help(answer({"--help"}));
  for (std::string line; std::getline(help, line);) {
    if (line.size() > 3 && line.substr(0, 2) == "  " && line[2] >= 'a' && line[2] <= 'z') {
      names.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
  }
  return names;
}

// ---- help, version, arguments ----

TEST(CliHelp, ListsTheCommandsAndVersion) {
  const std::vector<std::string> names = commands();
  for (const std::string name : {"solve", "moves", "show", "perft", "reachable"}) {
    EXPECT_EQ(std::count(names.begin(), names.end(), name), 1) << name;
  }
  EXPECT_EQ(answer({"-h"}), answer({"--help"}));
  EXPECT_EQ(answer({"--version"}).find("pylos "), 0U);
}

TEST(CliHelp, EveryCommandExplainsItself) {
  for (const std::string& name : commands()) {
    SCOPED_TRACE(name);
    const std::string help = answer({name, "--help"});
    EXPECT_NE(help.find("usage: pylos " + name), std::string::npos);
    EXPECT_NE(help.find("\nexample: pylos " + name), std::string::npos);
    EXPECT_NE(help.find("--json"), std::string::npos);
    EXPECT_NE(help.find("--threads"), std::string::npos);
    EXPECT_EQ(answer({name, "--nonsense", "--help"}), help);
  }
}

TEST(CliHelp, ExamplesWork) {
  for (const std::string name : {"moves", "show", "perft", "solve", "reachable"}) {
    const std::string help = answer({name, "--help"});
    const std::string mark = "\nexample: pylos ";
    const std::size_t start = help.find(mark);
    ASSERT_NE(start, std::string::npos);
    std::string rest = help.substr(start + mark.size());
    rest.pop_back();
    const std::string line =
        std::string("'") + PYLOS_EXECUTABLE + "' " + rest + " > /dev/null 2> /dev/null";
    EXPECT_EQ(std::system(line.c_str()), 0) << line;
  }
}

TEST(CliArguments, UnknownCommandsAreRefused) {
  EXPECT_EQ(run({}).out, run({"--help"}).out);
  EXPECT_EQ(run({"help"}).out, run({"--help"}).out);
  EXPECT_EQ(run({"help", "perft"}).out, run({"perft", "--help"}).out);
  expect_refused({"help", "prft"}, 2, "unknown command 'prft'; there are ");
  expect_refused({""}, 2, "unknown command ''");
  expect_refused({"prft"}, 2, "unknown command 'prft'; there are ");
  expect_refused({"Perft"}, 2, "perft");
  expect_refused({"per"}, 2, "unknown command 'per'");
  expect_refused({"--json"}, 2, "unknown command '--json'");
  expect_refused({"\x1b[31m\n\xc3\xa4"}, 2, "'\\x1b[31m\\x0a\\xc3\\xa4'");
  expect_refused({std::string(100000, 'x')}, 2, "unknown command 'xxxx");
}

TEST(CliArguments, EveryCommandRefusesWhatItDoesNotKnow) {
  const std::string position = "................ l";
  for (const std::string& name : commands()) {
    const std::string help = answer({name, "--help"});
    // What stands without a dash is given, so that the option is the only fault.
    std::vector<std::string> begin{name};
    std::istringstream usage(help.substr(0, help.find(" [")));
    for (std::string word; usage >> word;) {
      if (word[0] >= 'A' && word[0] <= 'Z') {
        begin.push_back(word == "POSITION" ? position : "no_such_file");
      }
    }
    const bool wants_position = begin == std::vector<std::string>{name, position};
    const auto with = [&](const std::vector<std::string>& more) {
      std::vector<std::string> all = begin;
      all.insert(all.end(), more.begin(), more.end());
      return all;
    };
    expect_refused(with({"--nonsense"}), 2, "unknown option '--nonsense'");
    expect_refused(with({"--jso"}), 2, "unknown option '--jso'");
    expect_refused(with({"--\x1b[31m"}), 2, "\\x1b");
    expect_refused(with({"--json", "--json"}), 2, "--json is given twice");
    expect_refused(with({"--json=yes"}), 2, "'--json' takes no value");
    if (help.find("...] [OPTION...]") == std::string::npos) {  // takes no more than it names
      expect_refused(with({"stray"}), 2, "unexpected argument 'stray'");
      expect_refused(with({"-x"}), 2, "unexpected argument '-x'");
    }
    for (const std::string bad :
         {"0", "-1", "+1", "3x", "x", "1.5", "0x2", " 2", "1025", "99999999999999999999"}) {
      expect_refused(with({"--threads", bad}), 2, "--threads " + pylos::quoted(bad));
    }
    expect_refused(with({"--threads"}), 2, "'--threads' needs a value");
    expect_refused(with({"--threads="}), 2, "'--threads' needs a value");
    if (help.find("--base") != std::string::npos) {
      for (const std::string bad : {"5", "1", "0", "-4", "4x", "44444444444444444444"}) {
        expect_refused(with({"--base", bad}), 2, "--base " + pylos::quoted(bad));
      }
    }
    if (help.find("--rules") != std::string::npos) {
      expect_refused(with({"--rules", "chess"}), 2, "unknown rule set 'chess'");
      expect_refused(with({"--rules", "children+min0"}), 2, "min0");
      expect_refused(with({"--rules", "standard+min0+min0"}), 2, "twice");
      expect_refused(with({"--rules="}), 2, "'--rules' needs a value");
    }
    if (!wants_position) continue;
    expect_refused({name}, 2, "POSITION is missing");
    expect_refused({name, "................", "l"}, 2, "put it in quotes");
    expect_refused({name, "LDx............. l"}, 2, "'x' in column 3");
    expect_refused({name, ""}, 2, "position ''");
    expect_refused({name, "................/L........ l"}, 2, "2a1 without support");
    expect_refused({name, position, "--base", "3"}, 2, "level 1 has 16 cells, not 9");
  }
}

// ---- moves, show, perft ----

std::string text_of_key(const std::string& key_text, const std::string& turn) {
  const std::uint64_t key = std::stoull(key_text, nullptr, 16);
  std::string text;
  for (int c = 0; c < 30; ++c) {
    if (c == 16 || c == 25 || c == 29) text += '/';
    text += ".LD"[(key >> (2 * c)) & 3];
  }
  return text + (turn == "L" ? " l" : " d");
}

TEST(CliMoves, CountsOfIndependentPrograms) {
  const auto rows = read_rows("positions_standard.txt", ' ');
  for (std::size_t i = 0; i < rows.size(); i += 91) {
    const auto& row = rows[i];
    const std::string position = text_of_key(row[0], row[1]);
    SCOPED_TRACE(position);
    const Json json = json_answer({"moves", position, "--rules", "standard+mayraise"});
    EXPECT_EQ(json.at("rules"), "standard+mayraise");
    EXPECT_EQ(json.at("base"), 4);
    EXPECT_EQ(json.at("count"), std::stoull(row[6]));
    ASSERT_EQ(json.at("moves").size(), std::stoull(row[6]));
    std::set<std::string> after;
    std::set<std::string> moves;
    for (const Json& move : json.at("moves")) {
      moves.insert(move.at("move").get<std::string>());
      after.insert(move.at("position").get<std::string>());
    }
    EXPECT_EQ(moves.size(), std::stoull(row[6]));
    EXPECT_EQ(after.size(), std::stoull(row[10]));
    // The written form is read again, and is the position that was asked for.
    EXPECT_EQ(json_answer({"show", json.at("position")}).at("position"), json.at("position"));
  }
}

TEST(CliMoves, TextListsTheMovesAndTheirNumber) {
  const std::string text = answer({"moves", "LLL.LDDD........ l", "--rules", "standard"});
  EXPECT_NE(text.find("\n1d1  "), std::string::npos) << text;
  EXPECT_NE(text.find(" moves\n"), std::string::npos) << text;
  const std::string over = answer({"moves", "LDLD/L d", "--base", "2"});
  EXPECT_NE(over.find("dark has lost"), std::string::npos) << over;
  EXPECT_EQ(json_answer({"moves", "LDLD/L_d", "--base=2"}).at("moves"), Json::array());
}

TEST(CliShow, TellsReservesAndTheEnd) {
  const Json start = json_answer({"show", "................_l"});
  EXPECT_EQ(start.at("position"), "................ l");
  EXPECT_EQ(start.at("to_move"), "light");
  EXPECT_EQ(start.at("reserves").at("light"), 15);
  EXPECT_EQ(start.at("over"), false);
  EXPECT_EQ(start.at("winner"), nullptr);
  // Light has nothing left to place, but something to raise.
  const std::string empty_reserve = "LDLDLDLDLDLDLDLD/LLLLLLLDD l";
  const Json lost = json_answer({"show", empty_reserve});
  EXPECT_EQ(lost.at("reserves"), (Json{{"light", 0}, {"dark", 5}}));
  EXPECT_EQ(lost.at("over"), true);
  EXPECT_EQ(lost.at("winner"), "dark");
  EXPECT_EQ(json_answer({"show", empty_reserve, "--rules=standard+mayraise"}).at("over"), false);
  const std::string text = answer({"show", empty_reserve});
  EXPECT_NE(text.find("light 0, dark 5"), std::string::npos) << text;
  EXPECT_NE(text.find("dark has won"), std::string::npos) << text;
  EXPECT_NE(text.find("level 4\n"), std::string::npos) << text;
}

TEST(CliPerft, CountsOfIndependentPrograms) {
  constexpr int kPlies = 6;
  const Json json = json_answer({"perft", "--plies", std::to_string(kPlies), "--threads", "2"});
  for (const std::string name : {"rules", "base", "position", "nodes", "seconds", "threads",
                                 "peak_memory_bytes", "levels"}) {
    EXPECT_TRUE(json.contains(name)) << name;
  }
  ASSERT_EQ(json.at("levels").size(), static_cast<std::size_t>(kPlies));
  int compared = 0;
  for (const auto& row : read_rows("perft.csv", ',')) {
    const int ply = std::stoi(row[2]);
    if (row[0] != "standard" || row[1] != "1" || ply > kPlies) continue;
    const Json& level = json.at("levels").at(static_cast<std::size_t>(ply - 1));
    EXPECT_EQ(level.at("ply"), ply);
    EXPECT_EQ(level.at("sequences"), std::stoull(row[3]));
    EXPECT_EQ(level.at("distinct"), std::stoull(row[4]));
    EXPECT_EQ(level.at("classes"), std::stoull(row[5]));
    EXPECT_EQ(level.at("checksum"), row[6]);
    ++compared;
  }
  EXPECT_EQ(compared, kPlies);
  EXPECT_EQ(json.at("nodes"), 5'786'496);
  EXPECT_NE(answer({"perft", "--plies=6"}).find("  5,786,496    161,924   20,353  "),
            std::string::npos);
}

TEST(CliPerft, DivideAddsUp) {
  const Json json = json_answer({"perft", "--plies", "5", "--divide", "--rules", "advanced"});
  std::uint64_t sum = 0;
  for (const Json& row : json.at("divide")) sum += row.at("sequences").get<std::uint64_t>();
  EXPECT_EQ(json.at("divide").size(), 16U);
  EXPECT_EQ(sum, 524'376U);
  EXPECT_EQ(json.at("nodes"), sum);
  const std::string text =
      answer({"perft", "--plies", "1", "--divide", "--position", "LDLD d", "--base", "2"});
  EXPECT_NE(text.find("2a1           1\n"), std::string::npos) << text;
}

TEST(CliPerft, BadNumbersOfPlies) {
  for (const std::string bad : {"0", "13", "-1", "3x", "", "99999999999999999999"}) {
    expect_refused({"perft", "--plies", bad}, 2, "--plies");
  }
  expect_refused({"perft", "--position", "nonsense"}, 2, "no side to move");
}

// ---- solve ----

TEST(CliSolve, VerdictsOfIndependentProgramsOnBase3) {
  const Json json = json_answer({"solve", "--rules", "all", "--base", "3", "--verify"});
  ASSERT_EQ(json.at("games").size(), kAllRuleSets.size());
  for (const std::string name : {"seconds", "threads", "peak_memory_bytes"}) {
    EXPECT_TRUE(json.contains(name)) << name;
  }
  int compared = 0;
  for (const auto& row : read_rows("solved_base3.csv", ',')) {
    const std::string rules =
        row[0] + (row[1] == "0" ? "+min0" : "") + (row[2] == "may_raise" ? "+mayraise" : "");
    SCOPED_TRACE(rules);
    for (const Json& game : json.at("games")) {
      if (game.at("rules") != rules) continue;
      ++compared;
      EXPECT_EQ(game.at("value"), row[7]);
      EXPECT_EQ(game.at("plies"),
                row.size() > 8 && !row[8].empty() ? Json(std::stoi(row[8])) : Json(nullptr));
    }
  }
  EXPECT_EQ(compared, 10);
  for (const Json& game : json.at("games")) {
    SCOPED_TRACE(game.at("rules"));
    EXPECT_EQ(game.at("base"), 3);
    EXPECT_EQ(game.at("position"), "......... l");
    EXPECT_EQ(game.at("winner"), game.at("value") == "win"    ? Json("light")
                                 : game.at("value") == "loss" ? Json("dark")
                                                              : Json(nullptr));
    const Json& counts = game.at("counts");
    EXPECT_EQ(counts.at("total"), 105'053);
    Json sum{{"win", 0}, {"loss", 0}, {"draw", 0}, {"total", 0}};
    for (const Json& row : game.at("by_spheres")) {
      for (const std::string name : {"win", "loss", "draw", "total"}) {
        sum[name] = sum[name].get<std::uint64_t>() + row.at(name).get<std::uint64_t>();
      }
    }
    EXPECT_EQ(sum, counts);
    std::uint64_t wins = 0;
    std::uint64_t losses = 0;
    for (const Json& row : game.at("histogram")) {
      (row.at("plies").get<int>() % 2 == 0 ? losses : wins) +=
          row.at("positions").get<std::uint64_t>();
    }
    EXPECT_EQ(wins, counts.at("win"));
    EXPECT_EQ(losses, counts.at("loss"));
    EXPECT_EQ(game.at("verification").at("mismatches"), 0);
    EXPECT_GT(game.at("verification").at("positions"), 13'000);
    EXPECT_GT(game.at("verification").at("moves"), 0);
    for (const std::string name : {"checksum", "seconds", "threads", "peak_memory_bytes"}) {
      EXPECT_TRUE(game.contains(name)) << name;
    }
  }
}

// The value of the position is that of the best move, one ply further; a winner hurries and a loser
// delays.
TEST(CliSolve, BestMovesComeFirst) {
  for (const std::string rules : {"children", "standard", "advanced"}) {
    const Json game = json_answer({"solve", "--rules", rules, "--base", "3"});
    SCOPED_TRACE(game.dump(2));
    const Json& moves = game.at("moves");
    ASSERT_EQ(moves.size(), 9U);
    const Json& best = moves.at(0);
    if (game.at("value") == "win") {
      EXPECT_EQ(best.at("value"), "loss");
      EXPECT_EQ(best.at("plies").get<int>() + 1, game.at("plies").get<int>());
    } else if (game.at("value") == "loss") {
      EXPECT_EQ(best.at("value"), "win");
      EXPECT_EQ(best.at("plies").get<int>() + 1, game.at("plies").get<int>());
    } else {
      EXPECT_EQ(best.at("value"), "draw");
      EXPECT_EQ(best.at("plies"), nullptr);
    }
    std::set<std::string> classes;
    for (const Json& move : moves) {
      classes.insert(move.at("like").get<std::string>());
      EXPECT_EQ(move.at("position").get<std::string>().back(), 'd');
    }
    EXPECT_EQ(classes.size(), 3U) << "corner, edge and centre";
  }
}

TEST(CliSolve, CountsOfTheWholeDomainOfBase3) {
  struct Known {
    std::string rules;
    int win, loss, draw, longest;
  };
  for (const Known& k :
       {Known{"children", 46'487, 58'566, 0, 16}, Known{"standard", 55'926, 49'127, 0, 17},
        Known{"mature", 58'377, 39'562, 7'114, 23}}) {
    const Json game = json_answer({"solve", "--rules", k.rules, "--base", "3"});
    EXPECT_EQ(game.at("counts"),
              (Json{{"win", k.win}, {"loss", k.loss}, {"draw", k.draw}, {"total", 105'053}}));
    EXPECT_EQ(game.at("longest"), k.longest);
  }
}

TEST(CliSolve, TextForPeople) {
  const std::string one = answer({"solve", "--base", "3", "--verify=500"});
  EXPECT_EQ(one.find("standard, base 3: light wins in 15 plies\n"), 0U) << one;
  EXPECT_NE(one.find("verified: 500 positions"), std::string::npos) << one;
  EXPECT_NE(one.find("no mismatch"), std::string::npos) << one;
  EXPECT_NE(one.find("    all  55,926  49,127     0    105,053\n"), std::string::npos) << one;
  const std::string two = answer({"solve", "--base", "3", "--rules", "children,advanced"});
  EXPECT_NE(two.find("\nchildren  "), std::string::npos) << two;
  EXPECT_NE(two.find("dark wins in 16 plies"), std::string::npos) << two;
  EXPECT_NE(two.find("\nadvanced  "), std::string::npos) << two;
  EXPECT_NE(two.find("draw  "), std::string::npos) << two;
}

TEST(CliSolve, SameAnswerForAnyNumberOfThreads) {
  Json first;
  for (const std::string threads : {"1", "2", "7"}) {
    Json game = json_answer({"solve", "--base", "3", "--rules=advanced", "--threads", threads});
    EXPECT_EQ(game.at("threads"), std::stoi(threads));
    ASSERT_EQ(game.at("rounds").size(), game.at("histogram").size() + 1);  // the last finds nothing
    for (const char* varies :
         {"threads", "seconds", "rounds", "full_round_seconds", "peak_memory_bytes"}) {
      EXPECT_EQ(game.erase(varies), 1U) << varies;
    }
    if (first.is_null()) first = game;
    EXPECT_EQ(game, first);
  }
}

TEST(CliSolve, MethodsAgreeAndAreNamed) {
  const Json rounds = json_answer({"solve", "--base", "3", "--rules=children", "--method=rounds"});
  const Json induction = json_answer({"solve", "--base", "3", "--rules=children"});
  EXPECT_EQ(rounds.at("method"), "rounds");
  EXPECT_EQ(induction.at("method"), "induction");
  EXPECT_EQ(induction.at("levels").size(), 13U);
  EXPECT_EQ(induction.at("levels").front().at("spheres"), 12);
  for (const char* same : {"plies", "moves", "counts", "by_spheres", "histogram", "checksum"}) {
    EXPECT_EQ(rounds.at(same), induction.at(same)) << same;
  }
}

TEST(CliSolve, BadInput) {
  const auto refused = [](std::vector<std::string> more, int status, const std::string& named) {
    more.insert(more.begin(), {"solve", "--base", "3"});
    expect_refused(more, status, named);
  };
  refused({"--rules", "all,standard"}, 2, "'all'");
  refused({"--method", "guess"}, 2, "--method 'guess': there are rounds and induction");
  refused({"--rules", "children,standard", "--method", "induction"}, 2, "as in standard");
  refused({"--rules", "standard,"}, 2, "unknown rule set ''");
  refused({"--rules", ",standard"}, 2, "unknown rule set ''");
  refused({"--rules", "advanced,mature"}, 2, "advanced twice");
  refused({"--verify=0"}, 2, "--verify '0'");
  refused({"--verify="}, 2, "'--verify' needs a value");
  refused({"--verify", "--verify"}, 2, "--verify is given twice");
  refused({"--verify", "--verify=3"}, 2, "--verify is given twice");
  refused({"--verify=1x"}, 2, "--verify '1x'");
  refused({"--verify=99999999999999999999"}, 2, "--verify");
  refused({"--verify", "5"}, 2, "unexpected argument '5'");
  for (const std::string bad :
       {"0", "x", "-1", "3Q", "1.5G", "G", "99999999999999999999", "99999999999T", "3GB2"}) {
    refused({"--memory", bad}, 2, "--memory " + pylos::quoted(bad));
  }
  refused({"--memory", "4K"}, 4, "memory");
  refused({"--memory", "4K", "--rules", "all", "--json"}, 4, "memory");
  expect_refused({"solve", "--memory", "100MB"}, 4, "100 MiB");
}

// ---- how it ends ----

TEST(CliEnd, OutputThatCannotBeWrittenIsAnError) {
  struct stat full {};
  if (stat("/dev/full", &full) != 0) GTEST_SKIP() << "no /dev/full here";
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"--help"},
                                             {"--version"},
                                             {"perft", "--plies", "2"},
                                             {"perft", "--plies", "2", "--json"},
                                             {"perft", "--help"},
                                             {"show", "................ l"},
                                             {"moves", "................ l", "--json"},
                                             {"solve", "--base", "2"},
                                             {"solve", "--base", "2", "--rules", "all"},
                                             {"solve", "--base", "2", "--json"}}) {
    const Ran ran = run(arguments, {.out_file = "/dev/full", .closed_pipe = false});
    EXPECT_EQ(ran.status, 4) << joined(arguments);
    EXPECT_NE(ran.err.find("cannot write to standard output"), std::string::npos) << ran.err;
  }
}

TEST(CliEnd, AClosedPipeIsNoError) {
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"show", "................ l"}, {"solve", "--base", "2", "--rules", "all"}}) {
    const Ran ran = run(arguments, {.out_file = "", .closed_pipe = true});
    EXPECT_EQ(ran.status, 0) << joined(arguments);
    EXPECT_EQ(ran.err.find("cannot write"), std::string::npos) << ran.err;
  }
}

TEST(CliEnd, AClosedStandardOutputIsAnError) {
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"--version"}, {"show", "................ l"}, {"solve", "--base", "2", "--json"}}) {
    const Ran ran = run(arguments, {.out_file = "", .closed = {0, 1}});
    EXPECT_EQ(ran.status, 4) << joined(arguments);
    EXPECT_NE(ran.err.find("cannot write to standard output"), std::string::npos) << ran.err;
  }
  EXPECT_EQ(run({"show", "................ l"}, {.out_file = "", .closed = {0, 2}}).status, 0);
}

// Else files of the program would be its standard streams.
TEST(CliEnd, NoStandardDescriptorIsFree) {
  std::string links;
  const auto look = [&](pid_t child) {
    const std::string folder = "/proc/" + std::to_string(child) + "/fd/";
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    for (const char* descriptor : {"0", "1", "2"}) {
      std::error_code none;
      links += std::filesystem::read_symlink(folder + descriptor, none).string() + ' ';
    }
    kill(child, SIGTERM);
  };
  const Ran ran =
      run({"perft", "--plies", "12"}, {.out_file = "", .closed = {0, 1, 2}, .meanwhile = look});
  EXPECT_EQ(ran.status, 130);
  EXPECT_EQ(links, "/dev/null /dev/null /dev/null ");
}

TEST(CliEnd, RefusedThreadsAreAnErrorIfAskedFor) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can be a user without other processes";
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "the sanitizer has a thread of its own";
#endif
  const std::vector<std::string> solve{"solve", "--base", "3", "--json"};
  const auto with_threads = [&](const char* threads, rlim_t most) {
    std::vector<std::string> arguments = solve;
    if (*threads != '\0') arguments.insert(arguments.end(), {"--threads", threads});
    return run(arguments, {.out_file = "", .most_threads = most});
  };
  // One thread waits for signals, the rest is for the work.
  const Ran none = with_threads("1", 1);
  if (none.status >= 126) GTEST_SKIP() << "another user may not run the program";
  EXPECT_EQ(none.status, 4);
  EXPECT_NE(none.err.find("the system starts no thread"), std::string::npos) << none.err;
  const Ran many = with_threads("4", 3);
  EXPECT_EQ(many.status, 4);
  EXPECT_EQ(many.err, "pylos solve: --threads 4: the system starts only 2\n");
  const Ran one = with_threads("1", 2);
  EXPECT_EQ(one.status, 0) << one.err;
  // More than asked for may be wanted for a moment, and refused at any place.
  for (int i = 0; i < 5; ++i) {
    const Ran at_limit = with_threads("2", 3);
    EXPECT_TRUE(at_limit.status == 0 || at_limit.status == 4) << at_limit.status << at_limit.err;
  }
  const Ran left_open = with_threads("", 2);
  EXPECT_EQ(left_open.status, 0) << left_open.err;
  EXPECT_EQ(Json::parse(left_open.out)["threads"], 1);
}

TEST(CliEnd, AnInterruptEndsWhatHasNothingToLose) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const auto begin = std::chrono::steady_clock::now();
    const auto interrupt = [&](pid_t child) {
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      kill(child, signal);
    };
    const Ran ran = run({"perft", "--plies", "12"},
                        {.out_file = "", .closed_pipe = false, .meanwhile = interrupt});
    EXPECT_EQ(ran.status, 130);
    EXPECT_EQ(ran.out, "");
    EXPECT_NE(ran.err.find("interrupted"), std::string::npos) << ran.err;
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
  }
}

}  // namespace
}  // namespace pylos
