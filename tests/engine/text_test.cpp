// Positions, moves and rule sets as text: round trips, every fault named, and text that means harm.

#include "engine/text.hpp"

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/board.hpp"
#include "engine/errors.hpp"
#include "engine/game.hpp"
#include "engine/quote.hpp"
#include "tests/engine/twin.hpp"

namespace pylos {
namespace {

using namespace std::string_literals;

// The faults of a text, or nothing if it is read.
std::vector<std::string> faults_of(const std::string& text, int base = 4) {
  try {
    const ColouredPosition p = position_from_text(text, base);
    with_base(base, [&]<int B>() { EXPECT_TRUE(in_domain<B>(p.position)) << quoted(text); });
    return {};
  } catch (const InputError& e) {
    EXPECT_FALSE(e.faults().empty());
    return e.faults();
  }
}

// True if some fault holds `part`.
bool named(const std::vector<std::string>& faults, const std::string& part) {
  return std::any_of(faults.begin(), faults.end(), [&](const std::string& fault) {
    return fault.find(part) != std::string::npos;
  });
}

void expect_faults(const std::string& text, int base, const std::vector<std::string>& parts) {
  const std::vector<std::string> faults = faults_of(text, base);
  std::string all;
  for (const std::string& fault : faults) all += fault + "\n";
  EXPECT_EQ(faults.size(), parts.size()) << all;
  for (const std::string& part : parts) {
    EXPECT_TRUE(named(faults, part)) << part << " is not named in\n" << all;
  }
}

bool is_one_printable_line(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

// ---- positions ----

class TextOfBase : public testing::TestWithParam<int> {};

TEST_P(TextOfBase, WrittenPositionsAreReadBackAndAreTheShortest) {
  const int base = GetParam();
  std::mt19937_64 random(11);
  std::set<std::string> texts;
  for (int i = 0; i < 2000; ++i) {
    const ColouredPosition p = twin::position_of(twin::random_position(base, random));
    const std::string text = to_text(p, base);
    texts.insert(text);
    ASSERT_EQ(position_from_text(text, base), p) << text;

    std::string underscored = text;
    underscored[underscored.size() - 2] = '_';
    EXPECT_EQ(position_from_text(underscored, base), p) << text;

    // Empty levels may be written; they are left out in the written form.
    std::string board = text.substr(0, text.size() - 2);
    const auto levels = static_cast<int>(std::count(board.begin(), board.end(), '/')) + 1;
    if (levels > 1) {
      EXPECT_NE(board.find_first_of("LD", board.rfind('/')), std::string::npos) << text;
    }
    for (int level = levels + 1; level <= base; ++level) {
      const int side = base - level + 1;
      board += "/" + std::string(static_cast<std::size_t>(side * side), '.');
      const std::string longer = board + text.substr(text.size() - 2);
      EXPECT_EQ(position_from_text(longer, base), p) << longer;
      EXPECT_EQ(to_text(position_from_text(longer, base), base), text);
    }
  }
  EXPECT_GT(texts.size(), base == 2 ? 50U : 1000U);
}

// Whatever is done to a text: it is read as a position of the domain whose written form is read the
// same, or refused with a printable line.
TEST_P(TextOfBase, SpoiltTextIsReadRightOrRefused) {
  const int base = GetParam();
  std::mt19937_64 random(12);
  const std::string alphabet = "LD./ _ldLD.x0\n\t\xc3\xa4"s + '\0';
  int read = 0;
  int refused = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text = to_text(twin::position_of(twin::random_position(base, random)), base);
    for (auto changes = 1 + random() % 3; changes > 0; --changes) {
      const std::size_t at = random() % text.size();
      const char c = alphabet[random() % alphabet.size()];
      switch (random() % 3) {
        case 0:
          text[at] = c;
          break;
        case 1:
          text.insert(at, 1, c);
          break;
        default:
          if (text.size() > 1) text.erase(at, 1);
      }
    }
    try {
      const ColouredPosition p = position_from_text(text, base);
      with_base(base, [&]<int B>() { ASSERT_TRUE(in_domain<B>(p.position)) << quoted(text); });
      ASSERT_EQ(position_from_text(to_text(p, base), base), p) << quoted(text);
      ++read;
    } catch (const InputError& e) {
      ASSERT_TRUE(is_one_printable_line(e.what())) << e.what();
      ++refused;
    }
  }
  EXPECT_GT(read, 500);
  EXPECT_GT(refused, 5000);
}

INSTANTIATE_TEST_SUITE_P(Bases, TextOfBase, testing::Values(2, 3, 4),
                         [](const auto& tested) { return "Base" + std::to_string(tested.param); });

TEST(PositionText, TheFormOfTheInterface) {
  EXPECT_EQ(to_text(ColouredPosition{}, 4), "................ l");
  EXPECT_EQ(to_text(ColouredPosition{}, 3), "......... l");
  EXPECT_EQ(to_text(ColouredPosition{}, 2), ".... l");
  const ColouredPosition p = position_from_text("LD..D........... d", 4);
  EXPECT_EQ(p.to_move, Colour::dark);
  EXPECT_EQ(p.of(Colour::light), CellSet(0b1));
  EXPECT_EQ(p.of(Colour::dark), CellSet(0b10010));
  EXPECT_EQ(p.position, Position(CellSet(0b10010), CellSet(0b1)));
  EXPECT_EQ(to_text(position_from_text("LDLD/D_l", 2), 2), "LDLD/D l");
}

TEST(PositionText, EveryFaultIsNamedAtOnce) {
  expect_faults("LDx............. l", 4, {"'x' in column 3"});
  expect_faults("LD............. l", 4, {"level 1 has 15 cells, not 16"});
  expect_faults("LD...............  l", 4, {"level 1 has 17 cells", "' l' in column 19"});
  expect_faults("LD..............", 4, {"no side to move"});
  expect_faults("LD.............. x", 4, {"'x' in column 18"});
  expect_faults("LD.............. L", 4, {"'L' in column 18"});
  expect_faults("LD.............. ", 4, {"'' in column 18"});
  expect_faults("LD.............. ll", 4, {"'ll' in column 18"});
  expect_faults("LD.............. l ", 4, {"'l ' in column 18"});
  expect_faults("................/L........ l", 4, {"2a1 without support"});
  expect_faults("LDLD............/........./D... l", 4, {"3a1 without support"});
  expect_faults("LLLLLLLLLLLLLLLL d", 4, {"16 light spheres, a side has 15"});
  expect_faults("LDLD/L/L l", 2, {"more than 2 levels"});
  // All at once: characters, cells, support, side to move, and the number of spheres.
  expect_faults("LLLLLLLLLLLLLLLL/?.......L/L.. m", 4,
                {"'?' in column 18", "level 3 has 3 cells, not 4", "3a1 without support",
                 "18 light spheres", "'m' in column 32"});
  // The text itself leads the first fault.
  EXPECT_EQ(faults_of("LDx............. l")[0].find("position 'LDx............. l': "), 0U);
}

TEST(PositionText, LowerCaseAndOtherBasesAreRefused) {
  EXPECT_FALSE(faults_of("ld.............. l").empty());
  EXPECT_FALSE(faults_of("................ l", 3).empty());
  EXPECT_FALSE(faults_of("......... l", 4).empty());
  for (const int base : {-1, 0, 1, 5, 30, 1 << 30}) {
    EXPECT_THROW(position_from_text("................ l", base), InputError) << base;
    EXPECT_THROW(to_text(ColouredPosition{}, base), InputError) << base;
    EXPECT_THROW(drawing(ColouredPosition{}, base), InputError) << base;
  }
}

TEST(PositionText, HostileTextIsRefusedInOneShortPrintableLine) {
  const std::string huge(1 << 20, 'L');
  std::string levels;
  for (int i = 0; i < 100000; ++i) levels += '/';
  const std::vector<std::string> hostile = {
      "",
      " ",
      "_",
      " l",
      "/",
      "/// l",
      "\n",
      "................ l\n",
      "................\tl",
      "................\0l"s,
      "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0 l"s,
      "................ l\0"s,
      "L\xc3\xa4............. l",
      "\xff\xfe\xfd............. l",
      "\xe2\x97\x8f............... l",
      "\x1b[31mLD........... l",
      huge,
      huge + " l",
      "................ " + huge,
      levels,
      levels + " l",
      std::string(1 << 20, ' '),
      std::string(1 << 20, '\xff') + " l",
      "--help",
  };
  for (const std::string& text : hostile) {
    for (const int base : {2, 3, 4}) {
      try {
        position_from_text(text, base);
        ADD_FAILURE() << "read: " << quoted(text);
      } catch (const InputError& e) {
        const std::string message = e.what();
        EXPECT_TRUE(is_one_printable_line(message)) << message;
        EXPECT_LT(message.size(), 2000U) << quoted(text);
      }
    }
  }
}

TEST(PositionText, DrawingShowsEveryCellOnce) {
  std::mt19937_64 random(13);
  for (const int base : {2, 3, 4}) {
    for (int i = 0; i < 100; ++i) {
      const ColouredPosition p = twin::position_of(twin::random_position(base, random));
      const std::string text = drawing(p, base);
      const auto count = [&](char c) {
        return static_cast<int>(std::count(text.begin(), text.end(), c));
      };
      EXPECT_EQ(count('L'), p.of(Colour::light).size());
      EXPECT_EQ(count('D'), p.of(Colour::dark).size());
      with_base(base, [&]<int B>() {
        EXPECT_EQ(count('+'), Board<B>::playable(p.position.occupied()).size());
        EXPECT_EQ(count('L') + count('D') + count('+') + count('.'), Board<B>::kCells);
      });
      EXPECT_EQ(text.back(), '\n');
    }
  }
  const std::string small = drawing(position_from_text("LD.. l", 2), 2);
  EXPECT_EQ(small, "level 1\n  2 + +\n  1 L D\n    a b\n\nlevel 2\n  1 .\n    a\n");
}

// ---- cells and moves ----

TEST(MoveText, CellsAreLevelColumnRow) {
  EXPECT_EQ(to_text(Cell(0), 4), "1a1");
  EXPECT_EQ(to_text(Cell(1), 4), "1b1");
  EXPECT_EQ(to_text(Cell(4), 4), "1a2");
  EXPECT_EQ(to_text(Cell(15), 4), "1d4");
  EXPECT_EQ(to_text(Cell(16), 4), "2a1");
  EXPECT_EQ(to_text(Cell(24), 4), "2c3");
  EXPECT_EQ(to_text(Cell(28), 4), "3b2");
  EXPECT_EQ(to_text(Cell(29), 4), "4a1");
  EXPECT_EQ(to_text(Cell(13), 3), "3a1");
  // 2a1 rests on 1a1, 1b1, 1a2, 1b2.
  EXPECT_EQ(Board<4>::supports_of(Cell(16)), CellSet(Cell(0)) | Cell(1) | Cell(4) | Cell(5));
}

TEST(MoveText, PlacesRaisesAndRecoveries) {
  const Game game{kStandard, 4};
  const Position square = position_from_text("LL..L...DDD..... l", 4).position;
  EXPECT_EQ(to_text(move_from_text("1b2x1a1x1b2", square, game), 4), "1b2x1a1x1b2");
  EXPECT_EQ(move_from_text("1d4", square, game), (Move{Cell(15), Cell(15), CellSet{}}));
  EXPECT_EQ(move_from_text("1b2x1b2", square, game), (Move{Cell(5), Cell(5), Cell(5)}));
  const Position raise = position_from_text("DLD.LDL......... d", 4).position;
  EXPECT_FALSE(move_from_text("1c1-2a1", raise, game).recovered.size());
  EXPECT_EQ(move_from_text("1c1-2a1", raise, game), (Move{Cell(16), Cell(2), CellSet{}}));
  for (const std::string& text : std::vector<std::string>{
           "",        "1b2",     "1b2x1b2x1b2", "1b2x1d4",
           "1d4x1a1", "1a1",     "2a1",         "1e1",         "9z9",
           "1a1-1d4", "1B2x1b2", " 1d4",        "1d4 ",        "1d4\n",
           "1d4\0"s,  "1d4x",    "-",           "x",           std::string(1 << 20, 'x'),
           "\xc3\xa4"}) {
    EXPECT_THROW(move_from_text(text, square, game), InputError) << quoted(text);
  }
  EXPECT_EQ(move_from_text("1b2x1b2x1a1", square, game), move_from_text("1b2x1a1x1b2", square, game))
      << "recovered spheres may come in any order";
  EXPECT_THROW(move_from_text("1a1-2a1", raise, game), InputError) << "it rests on 1a1";
}

// ---- rule sets ----

TEST(RulesText, TenRuleSetsAreReadBack) {
  std::set<std::string> texts;
  for (const RuleSet rules : kAllRuleSets) {
    EXPECT_EQ(rule_set_from_text(to_text(rules)), rules) << to_text(rules);
    texts.insert(to_text(rules));
  }
  EXPECT_EQ(texts, (std::set<std::string>{"children", "children+mayraise", "standard",
                                          "standard+min0", "standard+mayraise",
                                          "standard+min0+mayraise", "advanced", "advanced+min0",
                                          "advanced+mayraise", "advanced+min0+mayraise"}));
}

TEST(RulesText, OptionsInAnyOrderAndMature) {
  EXPECT_EQ(rule_set_from_text("standard+mayraise+min0"),
            (RuleSet{RecoversOn::square, 0, EmptyReserve::may_raise}));
  EXPECT_EQ(rule_set_from_text("mature"), kAdvanced);
  EXPECT_EQ(to_text(rule_set_from_text("mature+mayraise+min0")), "advanced+min0+mayraise");
  EXPECT_EQ(rule_set_from_text("children").recover_min, 1);
}

TEST(RulesText, WhatIsNoRuleSetIsRefusedByName) {
  struct Bad {
    std::string text;
    std::string named;
  };
  for (const Bad& bad : std::vector<Bad>{
           {"", "''"},
           {"Standard", "'Standard'"},
           {"standard ", "'standard '"},
           {" standard", "' standard'"},
           {"std", "'std'"},
           {"standard+", "unknown option ''"},
           {"+min0", "'+min0'"},
           {"standard++min0", "unknown option ''"},
           {"standard+min1", "unknown option 'min1'"},
           {"standard+MIN0", "unknown option 'MIN0'"},
           {"standard+min0+min0", "'min0' twice"},
           {"standard+mayraise+min0+mayraise", "'mayraise' twice"},
           {"children+min0", "min0"},
           {"children+mayraise+min0", "min0"},
           {"standard,advanced", "'standard,advanced'"},
           {"all", "'all'"},
           {"standard\0"s, "'standard\\x00'"},
           {"st\xc3\xa4ndard", "'st\\xc3\\xa4ndard'"},
           {std::string(1 << 20, '+'), "'++++"},
           {"standard" + std::string(1 << 20, 'd'), "standardd"},
       }) {
    try {
      rule_set_from_text(bad.text);
      ADD_FAILURE() << "read: " << quoted(bad.text);
    } catch (const InputError& e) {
      const std::string message = e.what();
      EXPECT_NE(message.find(bad.named), std::string::npos) << message;
      EXPECT_TRUE(is_one_printable_line(message)) << message;
      EXPECT_LT(message.size(), 300U);
    }
  }
}

TEST(GameText, BaseSidesThatDoNotExistAreRefused) {
  for (const int base : {-4, 0, 1, 5, 100}) {
    EXPECT_THROW(with_game(Game{kStandard, base}, []<int B>(auto) { return B; }),
                 InputError);
  }
  for (const int base : {2, 3, 4}) {
    for (const RuleSet rules : kAllRuleSets) {
      EXPECT_TRUE(with_game(Game{rules, base},
                            [&]<int B>(auto given) { return B == base && RuleSet(given) == rules; }));
    }
  }
}

}  // namespace
}  // namespace pylos
