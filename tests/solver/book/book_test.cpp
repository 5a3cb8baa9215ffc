// Lines and books against the values of the naive reference, and book files that are damaged.
#include "solver/book/book.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "engine/errors.hpp"
#include "engine/legal_moves.hpp"
#include "engine/symmetry.hpp"
#include "solver/book/book_file.hpp"
#include "solver/book/perfect_play.hpp"
#include "solver/work/errors.hpp"
#include "solver/database/slice.hpp"
#include "solver/database/writer.hpp"
#include "tests/reference_games.hpp"
#include "tests/solved_games.hpp"
#include "tests/temporary_folder.hpp"

namespace pylos::book {
namespace {

// A database of a small game in a folder of its own, and every value by value iteration.
class Book3 : public testing::TestWithParam<Game> {
 protected:
  Book3() : game_(GetParam()) {
    database::WriteOptions write;
    write.path = folder_.file("game.pylos");
    database::write_database(twin::solved(game_), write);
    database_.emplace(write.path);
    const reference::Solution expected = reference::solve_domain(twin::reference_rules(game_));
    for (std::size_t i = 0; i < expected.graph.positions.size(); ++i) {
      values_[twin::position_of(expected.graph.positions[i]).position] =
          twin::value_of(expected.values[i]);
    }
  }

  Value value(Position p) const { return values_.at(p); }

  // As they should be: every legal move whose successor is as good as the best.
  std::vector<Move> best(Position p) const {
    const std::vector<Move> moves = legal_moves(p, game_);
    int least = 1 << 30;
    for (const Move& m : moves) least = std::min(least, badness_of_move(value(pylos::apply(p, m))));
    std::vector<Move> result;
    for (const Move& m : moves) {
      if (badness_of_move(value(pylos::apply(p, m))) == least) result.push_back(m);
    }
    return result;
  }

  Position canonical_of(Position p) const {
    return with_base(game_.base, [&]<int B>() { return canonical<B>(p); });
  }

  static std::vector<Move> moves(const std::vector<database::MoveValue>& list) {
    std::vector<Move> result;
    for (const auto& m : list) result.push_back(m.move);
    return result;
  }

  Book make(Kind kind, int plies, std::optional<Colour> side = std::nullopt) const {
    BookOptions options;
    options.kind = kind;
    options.plies = plies;
    options.side = side;
    return make_book(*database_, options);
  }

  // Plays the book against every move of the other side; returns the positions it was asked for.
  std::set<Position> play_all(const Book& book) const {
    std::set<Position> asked;
    std::set<Position> level{Position{}};
    for (int ply = 0; ply < book.plies; ++ply) {
      const bool own = (ply % 2 == 0) == (book.side == Colour::light);
      std::set<Position> next;
      for (const Position p : level) {
        const std::vector<Move> legal = legal_moves(p, game_);
        if (!own) {
          for (const Move& m : legal) next.insert(pylos::apply(p, m));
          continue;
        }
        asked.insert(canonical_of(p));
        const auto answer = find(book, p);
        EXPECT_TRUE(answer) << ply;
        if (!answer) continue;
        EXPECT_EQ(answer->value, value(p));
        EXPECT_EQ(answer->best.empty(), legal.empty());
        if (answer->best.empty()) continue;
        EXPECT_EQ(answer->best.size(), 1U);
        const std::vector<Move> good = best(p);
        EXPECT_NE(std::find(good.begin(), good.end(), answer->best.front()), good.end());
        next.insert(pylos::apply(p, answer->best.front()));
      }
      level = std::move(next);
    }
    return asked;
  }

  Game game_;
  const twin::TemporaryFolder folder_;
  std::optional<database::Database> database_;
  std::map<Position, Value> values_;
};
INSTANTIATE_TEST_SUITE_P(All, Book3, testing::ValuesIn(twin::small_games()), twin::game_name);

TEST_P(Book3, ALineIsPerfectPlay) {
  const PerfectLine line = perfect_line(*database_, Position{}, 300);
  Position p;
  std::set<std::pair<Position, std::size_t>> seen;
  for (std::size_t i = 0; i < line.plies.size(); ++i) {
    const LinePly& ply = line.plies[i];
    ASSERT_EQ(ply.position, p);
    EXPECT_EQ(ply.value, value(p));
    EXPECT_EQ(moves(ply.best), best(p));
    EXPECT_TRUE(seen.emplace(p, i % 2).second);
    p = pylos::apply(p, ply.best.front().move);
  }
  EXPECT_EQ(line.last, p);
  EXPECT_EQ(line.last_value, value(p));
  const Value start = value(Position{});
  if (start.decided()) {
    EXPECT_EQ(line.end, LineEnd::over);
    EXPECT_EQ(static_cast<int>(line.plies.size()), start.plies);
    EXPECT_TRUE(legal_moves(p, game_).empty());
  } else {
    EXPECT_EQ(line.end, LineEnd::repetition);
    EXPECT_EQ(seen.count({p, line.plies.size() % 2}), 1U);
  }
  const PerfectLine cut = perfect_line(*database_, Position{}, 2);
  EXPECT_EQ(cut.end, LineEnd::limit);
  EXPECT_EQ(cut.plies.size(), 2U);
}

TEST_P(Book3, AFullBookHoldsEveryPositionWithinItsPlies) {
  constexpr int kPlies = 3;
  const Book book = make(Kind::full, kPlies);
  std::map<std::pair<Position, int>, int> expected;  // by position and parity: the ply
  std::set<Position> level{Position{}};
  for (int ply = 0; ply <= kPlies; ++ply) {
    std::set<Position> next;
    for (const Position p : level) {
      expected.try_emplace({canonical_of(p), ply % 2}, ply);
      for (const Move& m : legal_moves(p, game_)) next.insert(pylos::apply(p, m));
    }
    level = std::move(next);
  }
  ASSERT_EQ(book.entries.size(), expected.size());
  for (const BookEntry& e : book.entries) {
    const auto found = expected.find({e.start.position, e.start.to_move == Colour::light ? 0 : 1});
    ASSERT_NE(found, expected.end());
    EXPECT_EQ(e.ply, found->second);
    EXPECT_EQ(e.value, value(e.start.position));
    EXPECT_EQ(e.best, best(e.start.position));
  }
  const Book dark = make(Kind::full, kPlies, Colour::dark);
  std::vector<BookEntry> only_dark;
  std::copy_if(book.entries.begin(), book.entries.end(), std::back_inserter(only_dark),
               [](const BookEntry& e) { return e.start.to_move == Colour::dark; });
  EXPECT_EQ(dark.entries, only_dark);
}

TEST_P(Book3, AnswersInThePositionsOwnOrientation) {
  const Book book = make(Kind::full, 3);
  for (const BookEntry& e : book.entries) {
    with_base(game_.base, [&]<int B>() {
      for (const Symmetry g : kAllSymmetries) {
        const Position turned = image<B>(g, e.start.position);
        const auto answer = find(book, turned);
        ASSERT_TRUE(answer);
        EXPECT_EQ(answer->value, e.value);
        std::vector<Move> good = best(turned);
        EXPECT_TRUE(std::is_permutation(answer->best.begin(), answer->best.end(), good.begin(),
                                        good.end()));
      }
    });
  }
}

TEST_P(Book3, OneSidedBooksAnswerEverything) {
  constexpr int kPlies = 5;
  const Value start = value(Position{});
  if (start.decided()) {
    const Colour winner = start.outcome == Outcome::win ? Colour::light : Colour::dark;
    for (const Kind kind : {Kind::winning, Kind::resist}) {
      const Book book = make(kind, kPlies);
      EXPECT_EQ(book.side, kind == Kind::winning ? winner : other(winner));
      EXPECT_THROW(make(kind, kPlies, other(*book.side)), NoSuchBook);
      const std::set<Position> asked = play_all(book);
      EXPECT_EQ(asked.size(), book.entries.size());  // and nothing that cannot come up
      for (const BookEntry& e : book.entries) {
        EXPECT_TRUE(kind == Kind::resist || e.value.outcome == Outcome::win);
      }
    }
  } else {
    EXPECT_THROW(make(Kind::winning, kPlies), NoSuchBook);
    EXPECT_THROW(make(Kind::resist, kPlies), NoSuchBook);
    for (const Colour side : {Colour::light, Colour::dark}) {
      const Book book = make(Kind::resist, kPlies, side);
      EXPECT_EQ(play_all(book).size(), book.entries.size());
      for (const BookEntry& e : book.entries) EXPECT_NE(e.value.outcome, Outcome::loss);
    }
  }
}

TEST_P(Book3, ABookSurvivesItsFile) {
  const Book book = make(Kind::full, 2, Colour::dark);
  const std::string path = folder_.file("a.book");
  write_book(book, path);
  EXPECT_EQ(read_book(path), book);
  EXPECT_EQ(book.database_checksum, database_->header().body_checksum);
  EXPECT_THROW(write_book(book, path), DiskError);  // the name is taken
}

using BookFile = Book3;
INSTANTIATE_TEST_SUITE_P(Standard, BookFile, testing::Values(Game{kStandard, 3}), twin::game_name);

TEST_P(BookFile, DamageIsFound) {
  const std::string path = folder_.file("a.book");
  write_book(make(Kind::winning, 4), path);
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  const std::string good = text.str();
  const auto refused = [&](const std::string& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
    try {
      read_book(path);
    } catch (const BadFile& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string bad = good;
      bad[i] = static_cast<char>(bad[i] ^ 1 << bit);
      EXPECT_NE(refused(bad), "") << "byte " << i;
    }
  }
  for (std::size_t size = 0; size < good.size(); ++size)
    EXPECT_NE(refused(good.substr(0, size)), "") << size;
  EXPECT_NE(refused(good + "x"), "");
  std::string newer = good;
  newer[8] = 2;
  EXPECT_NE(refused(newer).find("version 2"), std::string::npos);
  EXPECT_EQ(refused(good), "");
  EXPECT_THROW(read_book(folder_.file("game.pylos")), BadFile);
}

TEST_P(BookFile, PerfectPlayNeedsDistancesOfAllPositions) {
  database::write_slice(*database_, 5, folder_.file("slice.pylos"), "test");
  const database::Database slice(folder_.file("slice.pylos"));
  EXPECT_THROW(make_book(slice, {}), InputError);
  database::WriteOptions write;
  write.path = folder_.file("wdl.pylos");
  write.metric = database::Metric::wdl;
  database::write_database(twin::solved(game_), write);
  const database::Database wdl(write.path);
  EXPECT_THROW(make_book(wdl, {}), InputError);
}

}  // namespace
}  // namespace pylos::book
