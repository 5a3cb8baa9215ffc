// `pylos search` with leaves that have no distances, as users run it, on base 3.

#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/tools/command/run.hpp"
#include "tests/temporary_folder.hpp"

namespace pylos::cli {
namespace {

using Json = nlohmann::json;

class OutcomeLeaves : public testing::Test {
 protected:
  // The positions with so many spheres or more, win, loss and draw alone.
  std::string slice(const std::string& rules, int spheres) const {
    const std::string whole = folder_.file(rules);
    const std::string part = folder_.file(rules + std::to_string(spheres));
    run({"solve", "--rules", rules, "--base", "3", "--metric", "wdl", "--out", whole});
    const Ran ran = run({"slice", whole, "--min-spheres", std::to_string(spheres), "--out", part});
    EXPECT_EQ(ran.status, 0) << ran.err;
    return part;
  }

 private:
  const twin::TemporaryFolder folder_;
};

TEST_F(OutcomeLeaves, ProveADraw) {
  const std::string file = slice("advanced", 5);
  const Ran text = run({"search", "......... l", "--db", file});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_EQ(text.out.substr(0, text.out.find('\n')),
            "draw; the plies are not known, for the leaves have no distances");
  EXPECT_NE(text.err.find("win or draw: yes"), std::string::npos) << text.err;
  EXPECT_NE(text.err.find("loss or draw: yes"), std::string::npos) << text.err;
  const Json json = Json::parse(run({"search", "......... l", "--db", file, "--json"}).out);
  EXPECT_EQ(json["value"], "draw");
  EXPECT_EQ(json["plies"], nullptr);
  EXPECT_EQ(json["winner"], nullptr);
  EXPECT_EQ(json["leaves"], "wdl");
  EXPECT_EQ(json["at_least"], "draw");
  EXPECT_EQ(json["at_most"], "draw");
}

TEST_F(OutcomeLeaves, ProveAWinButNoDistance) {
  const std::string file = slice("standard", 9);
  const Ran text = run({"search", "......... l", "--db", file});
  EXPECT_EQ(text.out.substr(0, text.out.find('\n')),
            "light wins; the plies are not known, for the leaves have no distances");
  const Json json = Json::parse(run({"search", "......... l", "--db", file, "--json"}).out);
  EXPECT_EQ(json["value"], "win");
  EXPECT_EQ(json["plies"], nullptr);
  EXPECT_EQ(json["winner"], "light");
  EXPECT_LT(json["no_win_within"], 15);
  EXPECT_EQ(json["line"], Json::array());
  // A root in the file is answered from there.
  const Json root = Json::parse(run({"search", "LDLDLDLDL/D... l", "--db", file, "--json"}).out);
  const Json known = Json::parse(run({"search", "LDLDLDLDL/D... l", "--base", "3", "--json"}).out);
  EXPECT_EQ(root["value"], known["value"]);
  EXPECT_EQ(root["plies"], nullptr);
  EXPECT_EQ(known["leaves"], nullptr);
}

TEST_F(OutcomeLeaves, AClaimAsksForNothingElse) {
  const std::string file = slice("standard", 9);
  const Ran ran = run({"search", "......... l", "--db", file, "--claim", "win"});
  EXPECT_EQ(ran.out.substr(0, ran.out.find(';')), "light wins");
  EXPECT_EQ(ran.err.find("draw"), std::string::npos) << ran.err;
  EXPECT_EQ(ran.err.find("loss"), std::string::npos) << ran.err;
  const Ran wrong = run({"search", "......... l", "--db", file, "--claim", "loss"});
  EXPECT_EQ(wrong.out.substr(0, wrong.out.find(' ')), "unknown");
  EXPECT_EQ(run({"search", "......... l", "--base", "3", "--claim", "all"}).status, 2);
}

TEST_F(OutcomeLeaves, ALimitLeavesTheOutcomeUnknown) {
  const std::string file = slice("advanced", 8);
  const Json json =
      Json::parse(run({"search", "......... l", "--db", file, "--depth", "20", "--json"}).out);
  EXPECT_EQ(json["value"], "unknown");
  EXPECT_EQ(json["at_least"], "loss");
  EXPECT_EQ(json["at_most"], "win");
  EXPECT_EQ(json["no_win_within"], 19);
  EXPECT_EQ(json["no_loss_within"], 20);
}

}  // namespace
}  // namespace pylos::cli
