// pylos line and pylos book as users run them, on base 3.
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/tools/command/run.hpp"
#include "tests/temporary_folder.hpp"

namespace pylos::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class BookCommands : public testing::Test {
 protected:
  BookCommands() { file_ = make("standard"); }

  std::string make(const std::string& rules) {
    const std::string file = folder_ + "/" + rules + ".pylos";
    EXPECT_EQ(run({"solve", "--base", "3", "--rules", rules, "--out", file}).status, 0);
    return file;
  }

  const twin::TemporaryFolder temporary_;
  const std::string folder_ = temporary_.path().string();
  std::string file_;
};

// 15 plies and the distances of every rule set: tests/data, solved_base3.csv.
TEST_F(BookCommands, LineToTheEnd) {
  const Ran text = run({"line", file_});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_EQ(text.out.substr(0, text.out.find('\n')),
            "standard, base 3, ......... l: light wins in 15 plies");
  EXPECT_NE(text.out.find("light has won"), std::string::npos);
  const Json json = Json::parse(run({"line", file_, "--json", "--all-best", "2"}).out);
  ASSERT_EQ(json["line"].size(), 15U);
  EXPECT_EQ(json["end"], "over");
  for (std::size_t i = 0; i < 15; ++i) {
    EXPECT_EQ(json["line"][i]["plies"], 15 - i);
    EXPECT_EQ(json["line"][i]["value"], i % 2 == 0 ? "win" : "loss");
    EXPECT_LE(json["line"][i]["best"].size(), 2U);
    EXPECT_GE(json["line"][i]["best_count"], json["line"][i]["best"].size());
    EXPECT_EQ(json["line"][i]["best"][0], json["line"][i]["move"]);
  }
  const Ran boards = run({"line", file_, "--boards", "--plies", "1", "....L...D l"});
  EXPECT_EQ(boards.status, 0);
  EXPECT_NE(boards.out.find("as far as asked"), std::string::npos);
  const Json draw = Json::parse(run({"line", make("advanced"), "--json"}).out);
  EXPECT_EQ(draw["end"], "repetition");
  EXPECT_EQ(draw["plies"], nullptr);
}

TEST_F(BookCommands, BookAndAnswers) {
  const std::string out = folder_ + "/a.book";
  const Ran made =
      run({"book", file_, "--plies", "4", "--kind", "winning", "--out", out, "--json"});
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_EQ(Json::parse(made.out)["side"], "light");
  const Ran csv = run({"book", file_, "--plies", "4", "--kind", "winning"});
  EXPECT_NE(csv.out.find("\n0,......... l,win,15,1b2\n"), std::string::npos) << csv.out;
  EXPECT_EQ(run({"book", "--read", out, "......... l"}).out,
            "......... l  light wins in 15 plies  1b2\n");
  fs::remove(file_);  // answers need no database
  const Ran answers = run({"book", "--read", out, "--json", "......... l", "LLDD..... d"});
  std::istringstream lines(answers.out);
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_EQ(Json::parse(line)["moves"][0]["move"], "1b2");
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_EQ(Json::parse(line)["value"], "unknown");
  EXPECT_EQ(answers.status, 0);
}

TEST_F(BookCommands, JsonLinesBeginWithTheBook) {
  std::istringstream lines(run({"book", file_, "--plies", "2", "--json"}).out);
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  const Json heading = Json::parse(line);
  std::size_t entries = 0;
  while (std::getline(lines, line)) {
    EXPECT_TRUE(Json::parse(line).contains("moves"));
    ++entries;
  }
  EXPECT_EQ(heading["entries"], entries);
  EXPECT_EQ(heading["kind"], "full");
}

TEST_F(BookCommands, BadInput) {
  EXPECT_EQ(run({"line", folder_ + "/none"}).status, 3);
  EXPECT_EQ(run({"line", file_, "nonsense"}).status, 2);
  EXPECT_EQ(run({"line", file_, "......... l", "......... l"}).status, 2);
  EXPECT_EQ(run({"line", file_, "--plies", "-1"}).status, 2);
  EXPECT_EQ(run({"book", file_}).status, 2);
  EXPECT_EQ(run({"book", "--plies", "2"}).status, 2);
  EXPECT_EQ(run({"book", file_, "--plies", "99"}).status, 2);
  EXPECT_EQ(run({"book", file_, "--plies", "2", "--kind", "best"}).status, 2);
  EXPECT_EQ(run({"book", file_, "--plies", "2", "--side", "red"}).status, 2);
  EXPECT_EQ(run({"book", file_, "--plies", "2", "--format", "binary"}).status, 2);
  EXPECT_EQ(run({"book", file_, "--plies", "2", "--kind", "winning", "--side", "dark"}).status, 1);
  EXPECT_EQ(run({"book", make("advanced"), "--plies", "2", "--kind", "winning"}).status, 1);
  EXPECT_EQ(run({"book", "--read", file_, "......... l"}).status, 3);
  EXPECT_EQ(run({"book", "--read", folder_ + "/none"}).status, 3);
  EXPECT_EQ(run({"book", file_, "--plies", "2", "--out", file_}).status, 4);  // the name is taken
  EXPECT_EQ(run({"book", file_, "--plies", "2", "--out", folder_ + "/no/where"}).status, 4);
}

}  // namespace
}  // namespace pylos::cli
