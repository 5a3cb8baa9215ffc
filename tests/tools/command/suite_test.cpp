// data/suite.txt: all kinds of positions are in it, and its easy ones are what the search finds.
// The values come from databases (its first lines say which), so the search is a second witness.
#include "tools/command/suite.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/errors.hpp"
#include "engine/legal_moves.hpp"
#include "solver/search/search.hpp"

namespace pylos::tools {
namespace {

std::vector<SuiteEntry> suite() {
  std::ifstream in(PYLOS_SOURCE_DIR "/data/suite.txt");
  return read_suite(in);
}

TEST(SuiteTest, HoldsAllNumbersOfSpheresAndSeveralGames) {
  std::array<int, kMaxCells + 1> by_spheres{};
  std::map<std::string, int> by_rules;
  for (const SuiteEntry& e : suite()) {
    ++by_spheres[static_cast<std::size_t>(e.start.position.occupied().size())];
    ++by_rules[to_text(e.game.rules)];
    EXPECT_TRUE(e.value.decided());
    EXPECT_FALSE(e.best.empty()) << to_text(e);
  }
  for (std::size_t n = 4; n <= 24; ++n) EXPECT_GE(by_spheres[n], 8) << n << " spheres";
  EXPECT_GE(by_rules.size(), 5U);
  EXPECT_GE(suite().size(), 200U);
}

TEST(SuiteTest, WrittenLinesReadBack) {
  for (const SuiteEntry& e : suite()) {
    std::istringstream line(to_text(e));
    const std::vector<SuiteEntry> read = read_suite(line);
    ASSERT_EQ(read.size(), 1U);
    EXPECT_EQ(read[0].start, e.start);
    EXPECT_EQ(read[0].game, e.game);
    EXPECT_EQ(read[0].value, e.value);
    EXPECT_EQ(read[0].best, e.best);
  }
}

TEST(SuiteTest, TheSearchFindsTheValuesAndBestMovesOfEasyOnes) {
  for (const SuiteEntry& e : suite()) {
    if (e.start.position.occupied().size() < 20) continue;
    search::Searcher searcher(e.game, {.table_bytes = std::size_t{16} << 20});
    EXPECT_EQ(searcher.search(e.start.position).value, e.value) << to_text(e);
    // A best move leads to the other side's value, a ply less; every other move to a better one.
    const int left = *e.value.plies - 1;
    const Value after = e.value.outcome == Outcome::win ? Value::loss(left) : Value::win(left);
    for (const Move m : legal_moves(e.start.position, e.game)) {
      const search::Result result = searcher.search(apply(e.start.position, m), {.plies = left});
      const bool is_best = std::find(e.best.begin(), e.best.end(), m) != e.best.end();
      EXPECT_EQ(result.value == after, is_best) << to_text(e) << ": " << to_text(m, 4);
    }
  }
}

TEST(SuiteTest, BadLinesAreNamed) {
  const auto complaint = [](const std::string& text) -> std::string {
    std::istringstream in(text);
    try {
      read_suite(in);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  const std::string position = "................ l; standard; ";
  EXPECT_EQ(complaint(position + "loss; 40; 1a1\n"), "");
  EXPECT_EQ(complaint("# nothing\n"), "holds no position");
  EXPECT_EQ(complaint("\n" + position + "loss; 40\n").substr(0, 7), "line 2:");
  EXPECT_NE(complaint(position + "loss; 39; 1a1\n"), "");
  EXPECT_NE(complaint(position + "loss; 40; 2a1\n"), "");
}

}  // namespace
}  // namespace pylos::tools
