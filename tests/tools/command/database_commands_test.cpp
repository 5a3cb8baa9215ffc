// The commands that work on a database file, as users run them, on base 3.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/rules.hpp"
#include "solver/database/writer.hpp"
#include "solver/table/storage.hpp"
#include "solver/retrograde/solve.hpp"
#include "tests/spoilt_game.hpp"
#include "tests/tools/command/run.hpp"
#include "tests/temporary_folder.hpp"

namespace pylos::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class DatabaseCommands : public testing::Test {
 protected:
  DatabaseCommands() {
    file_ = folder_ + "/standard.pylos";
    const Ran solved = run({"solve", "--base", "3", "--out", file_});
    EXPECT_EQ(solved.status, 0) << solved.err;
  }

  const twin::TemporaryFolder temporary_;
  const std::string folder_ = temporary_.path().string();
  std::string file_;
};

TEST_F(DatabaseCommands, ProbeTellsValueAndMoves) {
  const Ran text = run({"probe", file_, "......... l"});
  EXPECT_EQ(text.status, 0);
  EXPECT_EQ(text.out.substr(0, text.out.find('\n')), "......... l  light wins in 15 plies");
  const Ran json = run({"probe", file_, "......... l", "......... d", "--json"});
  std::istringstream lines(json.out);
  std::string line;
  int count = 0;
  while (std::getline(lines, line)) {
    const Json document = Json::parse(line);
    EXPECT_EQ(document["rules"], "standard");
    EXPECT_EQ(document["base"], 3);
    EXPECT_EQ(document["value"], "win");
    EXPECT_EQ(document["plies"], 15);
    EXPECT_EQ(document["winner"], count == 0 ? "light" : "dark");
    ASSERT_EQ(document["moves"].size(), 9U);
    EXPECT_EQ(document["moves"][0]["move"], "1b2");
    EXPECT_EQ(document["moves"][0]["value"], "loss");
    EXPECT_EQ(document["moves"][0]["plies"], 14);
    ++count;
  }
  EXPECT_EQ(count, 2);
  EXPECT_EQ(run({"probe", file_, "nonsense"}).status, 2);
}

// Answers of many threads come in the order of the lines, up to the first that is no position.
TEST_F(DatabaseCommands, ProbeAnswersAPipeInOrder) {
  const std::string input = folder_ + "/lines";
  {
    std::ofstream lines(input);
    for (std::size_t number = 0; number < 19'683; ++number) {  // 3^9: more than two batches
      std::string line;
      for (std::size_t cell = 0, rest = number; cell < 9; ++cell, rest /= 3)
        line += ".LD"[rest % 3];
      const auto spheres = [&](char c) { return std::count(line.begin(), line.end(), c); };
      if (spheres('L') > 7 || spheres('D') > 7) continue;  // more than there are
      lines << line << (number % 2 == 0 ? " l\n" : " d\n");
      if (number % 1000 == 0) lines << '\n';
    }
  }
  const std::string command = std::string(PYLOS_EXECUTABLE) + " probe " + file_ + " --values";
  const auto ran = [&](const std::string& rest) {
    const std::string output = folder_ + "/answers";
    const int status = std::system((command + rest + " > " + output + " 2>&1").c_str());
    std::ostringstream all;
    all << std::ifstream(output).rdbuf();
    return std::pair(WEXITSTATUS(status), all.str());
  };
  const auto [one_status, one] = ran(" --threads 1 < " + input);
  const auto [many_status, many] = ran(" --threads 4 < " + input);
  EXPECT_EQ(one_status, 0);
  EXPECT_EQ(many_status, 0);
  EXPECT_EQ(one, many);
  std::istringstream answers(many);
  std::ifstream questions(input);
  std::string answer;
  std::string question;
  int count = 0;
  while (std::getline(questions, question)) {
    if (question.empty()) continue;
    ASSERT_TRUE(std::getline(answers, answer));
    ASSERT_EQ(answer.substr(0, question.size() + 2), question + "  ");
    ++count;
  }
  EXPECT_GT(count, 19'600);
  // The answers so far, then the complaint.
  const std::string half = folder_ + "/half";
  std::ofstream(half) << "......... l\nL........ d\n\nnonsense\n......... d\n";
  const auto [status, partly] = ran(" < " + half);
  EXPECT_EQ(status, 2);
  EXPECT_EQ(partly.find("......... l  light wins in 15 plies\nL........ d  "), 0U) << partly;
  EXPECT_NE(partly.find("line 4"), std::string::npos) << partly;
  EXPECT_EQ(partly.find("......... d"), std::string::npos);
}

TEST_F(DatabaseCommands, ProbeReadsNoPositionsFromTheFileItself) {
  const Ran ran = run({"probe", file_}, {.out_file = "", .closed = {0}});
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(ran.err, "pylos probe: standard input cannot be read\n");
}

TEST_F(DatabaseCommands, CheckAndVerifyFindAFileGood) {
  const Ran check = run({"check", file_, "--json"});
  EXPECT_EQ(check.status, 0);
  EXPECT_EQ(Json::parse(check.out)["counts"]["total"], 105053);
  EXPECT_EQ(Json::parse(check.out)["metric"], "distance");
  const Ran verify = run({"verify", file_, "--json"});
  EXPECT_EQ(verify.status, 0);
  EXPECT_EQ(Json::parse(verify.out)["mismatches"], 0);
  std::uint64_t canonical = 0;
  const table::ShapeTable table(3);
  for (const table::Shape& shape : table.shapes()) {
    for (std::uint32_t colouring = 0; colouring < 1U << shape.spheres; ++colouring) {
      const int movers = std::popcount(colouring);
      canonical += movers <= 7 && shape.spheres - movers <= 7;
    }
  }
  EXPECT_EQ(Json::parse(verify.out)["positions"], canonical);
  const Ran sample = run({"verify", file_, "--sample", "1000"});
  EXPECT_EQ(sample.status, 0);
  EXPECT_NE(sample.out.find("1,000 positions"), std::string::npos);
}

// A file whose checksums are right and one of whose values is not.
TEST_F(DatabaseCommands, VerifyNamesAWrongValue) {
  twin::SpoiltGame spoilt({kStandard, 3});
  const Solution& solution = spoilt.solution;
  table::SolutionStorage& storage = spoilt.storage;
  storage.distances.reserve(31);
  table::Bundle empty_board{};
  empty_board[0] = 1;
  storage.distances.record(0, 0, empty_board, 16);  // 15 plies become 31
  const std::string wrong = folder_ + "/wrong.pylos";
  database::WriteOptions writing;
  writing.path = wrong;
  database::write_database(solution, writing);
  EXPECT_EQ(run({"check", wrong}).status, 0);
  const Ran text = run({"verify", wrong});
  EXPECT_EQ(text.status, 1);
  EXPECT_NE(text.out.find("......... l"), std::string::npos) << text.out;
  const Ran json = run({"verify", wrong, "--json"});
  EXPECT_EQ(json.status, 1);
  const Json document = Json::parse(json.out);
  EXPECT_GE(document["mismatches"], 1);
  const Json& first = document["first_mismatches"][0];
  EXPECT_EQ(first["position"], "......... l");
  EXPECT_EQ(first["stored"]["value"], "win");
  EXPECT_EQ(first["stored"]["plies"], 31);
  EXPECT_EQ(first["expected"]["value"], "win");
  EXPECT_EQ(first["expected"]["plies"], 15);
}

TEST_F(DatabaseCommands, ADamagedFileEndsWithStatusThree) {
  std::fstream file(file_, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(600);
  file.put('\x55');
  file.close();
  for (const char* command : {"check", "verify"}) {
    const Ran ran = run({command, file_});
    EXPECT_EQ(ran.status, 3) << command;
    EXPECT_EQ(ran.out, "");
    EXPECT_NE(ran.err.find(file_), std::string::npos);
  }
  EXPECT_EQ(run({"probe", folder_ + "/none", "......... l"}).status, 3);
}

TEST_F(DatabaseCommands, SolveReplacesNothing) {
  const Ran again = run({"solve", "--base", "3", "--out", file_});
  EXPECT_EQ(again.status, 4);
  EXPECT_NE(again.err.find("exists already"), std::string::npos);
  EXPECT_EQ(again.out, "");
  EXPECT_EQ(run({"solve", "--base", "3", "--out", folder_ + "/no/where"}).status, 4);
  EXPECT_EQ(run({"solve", "--base", "3", "--rules", "all", "--out", folder_ + "/x"}).status, 2);
  EXPECT_EQ(run({"solve", "--base", "3", "--metric", "wdl"}).status, 2);
  EXPECT_EQ(run({"solve", "--base", "3", "--resume"}).status, 2);
}

TEST_F(DatabaseCommands, WdlTellsNoDistance) {
  const std::string wdl = folder_ + "/advanced.pylos";
  const std::string pattern = folder_ + "/{rules}.pylos";
  ASSERT_EQ(run({"solve", "--base", "3", "--rules", "advanced,children", "--metric", "wdl", "--out",
                 pattern})
                .status,
            0);
  EXPECT_TRUE(fs::exists(folder_ + "/children.pylos"));
  EXPECT_EQ(run({"verify", wdl}).status, 0);
  const Ran probe =
      run({"probe", folder_ + "/children.pylos", "......... l", "--json", "--values"});
  EXPECT_EQ(Json::parse(probe.out)["value"], "loss");
  EXPECT_EQ(Json::parse(probe.out)["plies"], nullptr);
}

TEST_F(DatabaseCommands, ASliceKnowsTheLastPart) {
  const std::string slice = folder_ + "/end.pylos";
  ASSERT_EQ(run({"slice", file_, "--min-spheres", "9", "--out", slice}).status, 0);
  EXPECT_LT(fs::file_size(slice), fs::file_size(file_));
  EXPECT_EQ(run({"check", slice}).status, 0);
  EXPECT_EQ(run({"verify", slice}).status, 0);
  EXPECT_EQ(Json::parse(run({"probe", slice, "......... l", "--json"}).out)["value"], "unknown");
  const std::string late = "LDLDLDLDL l";
  EXPECT_EQ(run({"probe", slice, late, "--values"}).out,
            run({"probe", file_, late, "--values"}).out);
  EXPECT_EQ(run({"slice", file_, "--min-spheres", "15", "--out", slice + "2"}).status, 2);
}

TEST_F(DatabaseCommands, WhatNeedsAllDistancesSaysWhatIsMissing) {
  const std::string wdl = folder_ + "/wdl.pylos";
  const std::string slice = folder_ + "/slice.pylos";
  ASSERT_EQ(run({"solve", "--base", "3", "--metric", "wdl", "--out", wdl}).status, 0);
  ASSERT_EQ(run({"slice", file_, "--min-spheres", "9", "--out", slice}).status, 0);
  const std::string needs = "; this needs all positions with their distances\n";
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
           {"line"}, {"suite"}, {"stats"}, {"puzzles"}, {"book", "--plies", "2"}}) {
    const auto refused = [&](const std::string& file) {
      std::vector<std::string> arguments = command;
      arguments.insert(arguments.begin() + 1, file);
      const Ran ran = run(arguments);
      EXPECT_EQ(ran.status, 2) << command.front();
      return ran.err;
    };
    const std::string who = "pylos " + command.front() + ": file '";
    EXPECT_EQ(refused(wdl), who + wdl + "': has win, loss and draw alone" + needs);
    EXPECT_EQ(refused(slice), who + slice + "': has positions from 9 spheres up alone" + needs);
  }
}

TEST_F(DatabaseCommands, ACheckpointGoesWhenTheWorkIsDone) {
  const std::string kept = folder_ + "/kept";
  fs::create_directory(kept);
  const std::string out = folder_ + "/again.pylos";
  ASSERT_EQ(run({"solve", "--base", "3", "--checkpoint", kept, "--resume", "--out", out}).status,
            0);
  EXPECT_TRUE(fs::is_empty(kept));
  const auto bytes = [](const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  };
  EXPECT_EQ(bytes(out), bytes(file_));
  EXPECT_EQ(run({"solve", "--base", "3", "--checkpoint", folder_ + "/none"}).status, 4);
}

TEST_F(DatabaseCommands, SeveralGamesGoOnWithTheUnfinishedOnes) {
  const std::string kept = folder_ + "/kept";
  fs::create_directory(kept);
  const std::string left_behind = kept + "/standard-base3.checkpoint";
  std::ofstream(left_behind) << "of a run that was killed when its file was whole";
  const auto time = fs::last_write_time(file_);
  const std::vector<std::string> command = {"solve",
                                            "--base",
                                            "3",
                                            "--rules",
                                            "children,standard,advanced",
                                            "--out",
                                            folder_ + "/{rules}.pylos",
                                            "--checkpoint",
                                            kept};
  const auto with = [&](std::initializer_list<const char*> options) {
    std::vector<std::string> arguments = command;
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run(arguments);
  };
  EXPECT_EQ(with({}).status, 4);
  EXPECT_EQ(with({"--resume", "--metric", "wdl"}).status, 4);  // of another kind

  const Ran ran = with({"--resume", "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_NE(ran.err.find("'" + file_ + "' is whole, standard, base 3 is not solved again"),
            std::string::npos)
      << ran.err;
  const Json games = Json::parse(ran.out)["games"];
  ASSERT_EQ(games.size(), 2U);
  EXPECT_EQ(games[0]["rules"], "children");
  EXPECT_EQ(games[1]["rules"], "advanced");
  EXPECT_EQ(fs::last_write_time(file_), time);
  EXPECT_FALSE(fs::exists(left_behind));

  const Ran nothing_left = with({"--resume"});
  EXPECT_EQ(nothing_left.status, 0) << nothing_left.err;

  // A file of another game, and one that is damaged.
  const std::string advanced = folder_ + "/advanced.pylos";
  fs::copy_file(file_, advanced, fs::copy_options::overwrite_existing);
  EXPECT_EQ(with({"--resume"}).status, 4);
  std::fstream(file_, std::ios::in | std::ios::out).seekp(5000).put('x');
  EXPECT_EQ(with({"--resume"}).status, 3);
}

TEST_F(DatabaseCommands, SuiteSaysWhatProbeSays) {
  const std::vector<std::string> command = {"suite",         file_, "--count",       "3",
                                            "--min-spheres", "3",   "--max-spheres", "10"};
  const Ran suite = run(command);
  ASSERT_EQ(suite.status, 0) << suite.err;
  EXPECT_EQ(run(command).out, suite.out);
  std::istringstream lines(suite.out);
  std::string line;
  int count = 0;
  while (std::getline(lines, line)) {
    if (line.front() == '#') continue;
    ++count;
    const std::string position = line.substr(0, line.find(';'));
    const Json known = Json::parse(run({"probe", file_, position, "--json"}).out);
    std::string expected = position + "; standard; " + known["value"].get<std::string>() + "; " +
                           std::to_string(known["plies"].get<int>()) + ";";
    for (const Json& move : known["moves"]) {
      const Json& best = known["moves"][0];
      if (move["value"] == best["value"] && move["plies"] == best["plies"]) {
        expected += " " + move["move"].get<std::string>();
      }
    }
    EXPECT_EQ(line, expected);
  }
  EXPECT_EQ(count, 8 * 2 * 3);
  std::vector<std::string> as_json = command;
  as_json.push_back("--json");
  std::istringstream documents(run(as_json).out);
  count = 0;
  while (std::getline(documents, line)) {
    const Json json = Json::parse(line);
    const std::string known =
        json["position"].get<std::string>() + "; standard; " + json["value"].get<std::string>() +
        "; " + std::to_string(json["plies"].get<int>()) + "; " + json["best"][0].get<std::string>();
    EXPECT_NE(suite.out.find(known), std::string::npos) << known;
    ++count;
  }
  EXPECT_EQ(count, 8 * 2 * 3);
  EXPECT_EQ(run({"suite", file_, "--min-spheres", "5", "--max-spheres", "4"}).status, 2);
  const std::string slice = folder_ + "/slice.pylos";
  run({"slice", file_, "--min-spheres", "7", "--out", slice});
  EXPECT_EQ(run({"suite", slice}).status, 2);
}

TEST_F(DatabaseCommands, SearchTakesASliceAsLeaves) {
  const std::string slice = folder_ + "/slice.pylos";
  run({"slice", file_, "--min-spheres", "7", "--out", slice});
  const Ran ran = run({"search", "......... l", "--db", slice, "--json"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.err.substr(0, ran.err.find(',')), "leaves: positions with 7 spheres");
  const Json json = Json::parse(ran.out);
  EXPECT_EQ(json["value"], "win");
  EXPECT_EQ(json["plies"], 15);
  EXPECT_GT(json["database_found"], 0);
  // A root beyond the decoded level is looked up in the file.
  const Json root = Json::parse(run({"search", "LDLDLDL../LD.. l", "--db", slice, "--json"}).out);
  const Json known = Json::parse(run({"probe", file_, "LDLDLDL../LD.. l", "--json"}).out);
  EXPECT_EQ(root["value"], known["value"]);
  EXPECT_EQ(root["plies"], known["plies"]);
}

}  // namespace
}  // namespace pylos::cli
