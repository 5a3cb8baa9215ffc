// The database file on base 2 and 3: every position against the solution it was written from, every
// game, both metrics, both ways of reading; and every kind of damage is noticed.

#include "solver/reader/database.hpp"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

#include "engine/errors.hpp"
#include "engine/game.hpp"
#include "engine/rules.hpp"
#include "engine/symmetry.hpp"
#include "solver/database/decoded_tier.hpp"
#include "solver/work/errors.hpp"
#include "solver/database/load.hpp"
#include "solver/work/output_file.hpp"
#include "solver/database/slice.hpp"
#include "solver/database/verify.hpp"
#include "solver/database/writer.hpp"
#include "solver/table/storage.hpp"
#include "solver/retrograde/solve.hpp"
#include "solver/verify/verify.hpp"
#include "solver/work/checksum.hpp"
#include "tests/spoilt_game.hpp"
#include "tests/temporary_folder.hpp"

namespace pylos::database {
namespace {

namespace fs = std::filesystem;

using Folder = twin::TemporaryFolder;

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

Solution solved(Game game) {
  SolveOptions options;
  options.game = game;
  return solve(options);
}

std::string written(const Solution& solution, Metric metric, const std::string& path,
                    int threads = 0) {
  WriteOptions options;
  options.path = path;
  options.metric = metric;
  options.threads = threads;
  write_database(solution, options);
  return read_file(path);
}

// Every position of the domain, not only the canonical ones.
template <class F>
void for_each_position(int base, F&& f) {
  with_base(base, [&]<int B>() {
    for (std::uint32_t occupied = 0; occupied <= Board<B>::kAll.bits(); ++occupied) {
      if (!Board<B>::is_supported(CellSet(occupied))) continue;
      for (std::uint32_t mover = occupied;; mover = (mover - 1) & occupied) {
        const Position p(CellSet(mover), CellSet(occupied & ~mover));
        if (in_domain<B>(p)) f(p);
        if (mover == 0) break;
      }
    }
  });
}

std::string complaint(const std::string& path, const OpenOptions& options = {}) {
  try {
    const Database database(path, options);
    database.check();
  } catch (const BadFile& e) {
    return e.what();
  }
  return "";
}

class EveryGame : public testing::TestWithParam<RuleSet> {};

INSTANTIATE_TEST_SUITE_P(Database, EveryGame, testing::ValuesIn(kAllRuleSets),
                         [](const auto& instance) {
                           std::string text = to_text(instance.param);
                           std::replace(text.begin(), text.end(), '+', '_');
                           return text;
                         });

TEST_P(EveryGame, EveryPositionIsThere) {
  const Folder folder;
  for (const int base : {2, 3}) {
    const Game game{GetParam(), base};
    const Solution solution = solved(game);
    for (const Metric metric : {Metric::distance, Metric::wdl}) {
      const std::string path =
          folder.file(std::to_string(base) + (metric == Metric::wdl ? "w" : "d"));
      written(solution, metric, path);
      for (const Access access : {Access::mapped, Access::read}) {
        // The smallest cache that there is, so that segments come and go.
        OpenOptions options;
        options.access = access;
        options.cache_bytes = access == Access::read ? 0 : options.cache_bytes;
        const Database database(path, options);
        EXPECT_EQ(database.game(), game);
        EXPECT_EQ(database.metric(), metric);
        EXPECT_EQ(database.statistics().by_spheres, solution.statistics().by_spheres);
        if (metric == Metric::distance) {
          EXPECT_EQ(database.statistics().by_distance, solution.statistics().by_distance);
        }
        std::uint64_t count = 0;
        for_each_position(base, [&](Position p) {
          ++count;
          Value expected = solution.value(p);
          if (metric == Metric::wdl) expected.plies.reset();
          if (count % 5 == 0 || access == Access::mapped) {
            ASSERT_EQ(database.value(p), expected) << p.bits();
          }
        });
        EXPECT_EQ(count, solution.statistics().all().total());
        EXPECT_EQ(complaint(path, options), "");
      }
    }
  }
}

TEST_P(EveryGame, DecodedTiersSayTheSame) {
  for (const int base : {2, 3}) {
    const Folder folder;
    const std::string path = folder.file("x.pylos");
    const Solution solution = solved({GetParam(), base});
    written(solution, Metric::distance, path);
    const Database database(path);
    std::vector<DecodedTier> tiers;
    std::uint64_t bytes = 0;
    for (int spheres = 0; spheres <= database.layout().cells(); ++spheres) {
      tiers.emplace_back(database, spheres, 1 + spheres % 2);
      bytes += DecodedTier::bytes(database, spheres);
    }
    EXPECT_EQ(bytes, database.header().entries);
    for_each_position(base, [&](Position p) {
      const auto spheres = static_cast<std::size_t>(p.occupied().size());
      ASSERT_EQ(tiers[spheres].value(p), solution.value(p));
    });
  }
}

TEST_P(EveryGame, ALoadedFileIsTheSolution) {
  const Folder folder;
  for (const int base : {2, 3}) {
    const std::string path = folder.file(std::to_string(base));
    const Solution solution = solved({GetParam(), base});
    written(solution, Metric::distance, path);
    const Database database(path);
    LoadOptions options;
    options.threads = base - 1;
    std::uint64_t read = 0;
    options.progress = [&](std::uint64_t done, std::uint64_t) { read = done; };
    const Solution loaded = load(database, options);
    EXPECT_EQ(read, database.header().entries);
    EXPECT_EQ(loaded.game(), solution.game());
    EXPECT_EQ(loaded.statistics(), solution.statistics());
    EXPECT_EQ(loaded.checksum(), solution.checksum());
    for_each_position(base, [&](Position p) { ASSERT_EQ(loaded.value(p), solution.value(p)); });
  }
}

// A file with valid checksums and one wrong value: a decided position told as a draw. Every kind of
// file shows it, the full pass and the samples.
TEST(DatabaseVerifyTest, FindsAPlantedDraw) {
  const Folder folder;
  twin::SpoiltGame spoilt({kStandard, 3});
  const Solution& solution = spoilt.solution;
  const Solution right = solved({kStandard, 3});
  table::SolutionStorage& storage = spoilt.storage;
  constexpr int kSpheres = 8;
  const ShapeId shape = storage.table.tier_begin(kSpheres);
  constexpr std::uint32_t kMover = 0b00001111;
  const Value expected = storage.value(shape, kMover);
  ASSERT_TRUE(expected.decided());
  constexpr std::uint32_t kOpponent = 0b11110000;
  storage.undecided_words(shape)[kOpponent / 32] |= table::Word{1} << kOpponent % 32;
  Counts& counts = storage.statistics.by_spheres[kSpheres];
  const auto images = static_cast<std::uint64_t>(storage.table[shape].images);
  (expected.outcome == Outcome::win ? counts.win : counts.loss) -= images;
  counts.draw += images;
  CellSet mover;
  for (std::size_t slot = 0; slot < 4; ++slot) mover |= storage.table[shape].slots[slot];
  const Position planted(mover, storage.table[shape].cells - mover);

  written(solution, Metric::distance, folder.file("distance"));
  written(solution, Metric::wdl, folder.file("wdl"));
  write_slice(Database(folder.file("distance")), 5, folder.file("slice"), "test");
  write_slice(Database(folder.file("wdl")), kSpheres, folder.file("wdl_slice"), "test");
  written(right, Metric::wdl, folder.file("right_wdl"));
  write_slice(Database(folder.file("right_wdl")), 6, folder.file("right_slice"), "test");
  for (const std::string name : {"distance", "wdl", "slice", "wdl_slice"}) {
    EXPECT_EQ(complaint(folder.file(name)), "");
    const Database database(folder.file(name));
    VerifyOptions options;
    options.most_reported = 1000;
    const VerifyReport report = verify(database, options);
    const auto found = std::find_if(report.first.begin(), report.first.end(),
                                    [&](const Mismatch& m) { return m.position == planted; });
    ASSERT_NE(found, report.first.end()) << name;
    EXPECT_EQ(found->stored, Value::draw());
    EXPECT_EQ(found->expected.outcome, expected.outcome);
    EXPECT_EQ(found->expected.plies, database.has_distances() ? expected.plies : std::nullopt);
    // Probed, and out of the file in memory.
    for (const std::uint64_t samples : {10U, 300000U}) {
      options.samples = samples;
      const VerifyReport sampled = verify(database, options);
      EXPECT_EQ(sampled.positions, samples);
      if (samples > 10) {
        EXPECT_GT(sampled.mismatches, 0U) << name;
      }
    }
  }
  for (const std::string name : {"right_wdl", "right_slice"}) {
    for (const std::uint64_t samples : {0U, 10U, 20000U}) {
      VerifyOptions options;
      options.samples = samples;
      EXPECT_EQ(verify(Database(folder.file(name)), options).mismatches, 0U) << name;
    }
  }
}

TEST(DatabaseLoadTest, RefusesWhatIsNotWhole) {
  const Folder folder;
  const Solution solution = solved({kStandard, 3});
  written(solution, Metric::distance, folder.file("whole"));
  written(solution, Metric::wdl, folder.file("wdl"));
  const Database whole(folder.file("whole"));
  write_slice(whole, 5, folder.file("slice"), "test");
  EXPECT_THROW(load(Database(folder.file("wdl"))), InputError);
  EXPECT_THROW(load(Database(folder.file("slice"))), InputError);
  LoadOptions options;
  options.memory_limit = load_memory(whole) - 1;
  EXPECT_THROW(load(whole, options), OutOfMemory);
  options = {};
  options.threads = -1;
  EXPECT_THROW(load(whole, options), InputError);
  std::stop_source stop;
  stop.request_stop();
  options = {};
  options.stop = stop.get_token();
  EXPECT_THROW(load(whole, options), Stopped);
}

TEST_P(EveryGame, MovesAreSortedAndTrue) {
  const Folder folder;
  const Game game{GetParam(), 3};
  const Solution solution = solved(game);
  written(solution, Metric::distance, folder.file("d"));
  const Database database(folder.file("d"));
  with_game(game, [&]<int B>(auto rules) {
    std::uint64_t number = 0;
    for_each_position(B, [&](Position p) {
      if (++number % 17 != 0) return;
      const std::vector<MoveValue> moves = database.moves(p);
      ValueFromSuccessors successors;
      std::size_t count = 0;
      for_each_move<B>(p, rules, [&](Move) { ++count; });
      ASSERT_EQ(moves.size(), count);
      for (std::size_t i = 0; i < moves.size(); ++i) {
        ASSERT_EQ(moves[i].after, apply(p, moves[i].move));
        ASSERT_EQ(moves[i].value, solution.value(moves[i].after));
        if (i > 0) {
          ASSERT_LE(badness_of_move(moves[i - 1].value), badness_of_move(moves[i].value));
        }
        successors.add(moves[i].value);
      }
      ASSERT_EQ(successors.value(), database.value(p));
    });
  });
}

TEST_P(EveryGame, BytesDoNotDependOnThreads) {
  const Folder folder;
  const Solution solution = solved({GetParam(), 3});
  for (const Metric metric : {Metric::distance, Metric::wdl}) {
    const std::string name = metric == Metric::wdl ? "w" : "d";
    const std::string one = written(solution, metric, folder.file(name + "1"), 1);
    EXPECT_EQ(one, written(solution, metric, folder.file(name + "2"), 2));
    EXPECT_EQ(one, written(solution, metric, folder.file(name + "5"), 5));
  }
}

TEST(DatabaseTest, ManyThreadsReadOneDatabase) {
  const Folder folder;
  const Solution solution = solved({kStandard, 3});
  written(solution, Metric::distance, folder.file("d"));
  OpenOptions options;
  options.cache_bytes = 20000;  // a few segments
  const Database database(folder.file("d"), options);
  std::vector<std::pair<Position, Value>> all;
  for_each_position(3, [&](Position p) { all.emplace_back(p, solution.value(p)); });
  std::vector<std::thread> threads;
  std::vector<int> wrong(4);
  for (unsigned t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&, t] {
      std::mt19937 random(t);
      for (int i = 0; i < 20000; ++i) {
        const auto& [p, value] = all[random() % all.size()];
        if (database.value(p) != value) ++wrong[t];
      }
    });
  }
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(wrong, std::vector<int>(4));
}

class DamagedFile : public testing::Test {
 protected:
  std::string damaged(const std::string& bytes, const OpenOptions& options = {}) const {
    const std::string path = folder_.file("damaged");
    write_file(path, bytes);
    return complaint(path, options);
  }
  Folder folder_;
  std::string good_ = written(solved({kStandard, 3}), Metric::distance, folder_.file("good"));
};

TEST_F(DamagedFile, EveryFlippedBitIsNoticed) {
  ASSERT_EQ(damaged(good_), "");
  // Every byte of the header, and every 13th after it; one bit of each.
  std::mt19937 random(1);
  for (std::size_t at = 0; at < good_.size(); at += at < kHeaderBytes ? 1 : 13) {
    std::string bytes = good_;
    bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8));
    EXPECT_NE(damaged(bytes), "") << "byte " << at;
  }
}

TEST_F(DamagedFile, ADamagedBlockIsNoticedByAProbe) {
  const Database good(folder_.file("good"));
  std::string bytes = good_;
  // All blocks lie between the header and the first section.
  for (std::size_t at = kHeaderBytes; at < good.header().statistics.offset; ++at) {
    bytes[at] = static_cast<char>(bytes[at] ^ 4);
  }
  const std::string path = folder_.file("damaged");
  write_file(path, bytes);
  for (const Access access : {Access::mapped, Access::read}) {
    OpenOptions options;
    options.access = access;
    const Database database(path, options);
    EXPECT_THROW(database.value(Position{}), BadFile);
    EXPECT_THROW(database.moves(Position{}), BadFile);
  }
}

TEST_F(DamagedFile, EveryTruncationIsNoticed) {
  for (std::size_t size = 0; size < good_.size(); size += size < 600 ? 1 : 97) {
    EXPECT_NE(damaged(good_.substr(0, size)), "") << size;
    OpenOptions options;
    options.access = Access::read;
    EXPECT_NE(damaged(good_.substr(0, size), options), "") << size;
  }
  EXPECT_NE(damaged(good_ + "x"), "");
}

TEST_F(DamagedFile, MessagesSayWhatIsWrong) {
  EXPECT_NE(damaged("").find("not a Pylos database"), std::string::npos);
  EXPECT_NE(damaged("PK\3\4 something else entirely").find("not a Pylos database"),
            std::string::npos);
  std::string bytes = good_;
  bytes[8] = 2;  // the version
  EXPECT_NE(damaged(bytes).find("format version 2"), std::string::npos);
  EXPECT_NE(damaged(bytes).find("newer"), std::string::npos);
  bytes = good_;
  bytes.replace(16, 8, 8, '\0');
  EXPECT_NE(damaged(bytes).find("unfinished"), std::string::npos);
  EXPECT_NE(
      damaged(good_.substr(0, good_.size() - 1)).find("expected " + std::to_string(good_.size())),
      std::string::npos);
  EXPECT_NE(complaint(folder_.file("none")).find("cannot be opened"), std::string::npos);
  EXPECT_NE(complaint(folder_.path().string()).find("not a regular file"), std::string::npos);
}

// A file that says it is of another game, with every checksum put right: the entries of the two
// games have the same places, so only the fingerprint stands between them.
TEST_F(DamagedFile, AnotherGamesHeaderIsNoticed) {
  const Database database(folder_.file("good"));
  Header header = database.header();
  header.game.rules = kAdvanced;
  std::string bytes = good_;
  const std::string other = to_bytes(header, true);
  // The name alone, under a header checksum that fits.
  bytes.replace(32, 48, other, 32, 48);
  EXPECT_NE(damaged(bytes), "");
  std::string plain = bytes.substr(0, kHeaderBytes - 8);
  plain.replace(16, 8, 8, '\0');
  const std::uint64_t sum = checksum(bytes_of(plain));
  for (std::size_t i = 0; i < 8; ++i) {
    bytes[kHeaderBytes - 8 + i] = static_cast<char>(sum >> (8 * i) & 255);
  }
  EXPECT_NE(damaged(bytes).find("fingerprint"), std::string::npos);
}

TEST(DatabaseWriterTest, NeverTouchesAFileThatExists) {
  const Folder folder;
  const Solution solution = solved({kChildren, 2});
  const std::string path = folder.file("taken");
  write_file(path, "precious");
  EXPECT_THROW(check_writable(path, solution.game(), Metric::distance), DiskError);
  EXPECT_THROW(written(solution, Metric::distance, path), DiskError);
  EXPECT_EQ(read_file(path), "precious");
  EXPECT_THROW(check_writable(folder.file("no/such/folder"), solution.game(), Metric::wdl),
               DiskError);
  EXPECT_THROW(written(solution, Metric::wdl, folder.file("no/such/folder")), DiskError);
}

TEST(DatabaseWriterTest, AnUnfinishedFileIsRemovedOrUnfinished) {
  const Folder folder;
  const Solution solution = solved({kStandard, 3});
  WriteOptions options;
  options.path = folder.file("d");
  std::stop_source stop;
  options.stop = stop.get_token();
  options.progress = [&](std::uint64_t done, std::uint64_t) {
    if (done > 0) stop.request_stop();
  };
  EXPECT_THROW(write_database(solution, options), Stopped);
  EXPECT_TRUE(fs::is_empty(folder.path()));
  // What a killed writer leaves does not stop the next, and is no database.
  write_file(options.path + ".partial-abcdef", std::string(3000, 'x'));
  written(solution, Metric::distance, options.path);
  EXPECT_EQ(complaint(options.path), "");
}

TEST(DatabaseWriterTest, AFullDiskIsAnError) {
  const Folder folder;
  const Solution solution = solved({kStandard, 3});
  // A file that may not grow stands for a disk that is full.
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto on_signal = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{4096, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  EXPECT_THROW(written(solution, Metric::distance, folder.file("d")), DiskError);
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, on_signal);
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(DatabaseWriterTest, TwoWritersOfOneNameDoNotSpoilEachOther) {
  const Folder folder;
  const std::string path = folder.file("d");
  const Solution one = solved({kStandard, 3});
  const Solution other = solved({kAdvanced, 3});
  std::atomic<int> refused{0};
  const auto write = [&](const Solution& solution) {
    try {
      written(solution, Metric::distance, path);
    } catch (const DiskError&) {
      ++refused;
    }
  };
  {
    const std::jthread a(write, std::cref(one));
    const std::jthread b(write, std::cref(other));
  }
  EXPECT_EQ(refused, 1);
  EXPECT_EQ(complaint(path), "");
}

TEST(DatabaseWriterTest, NothingThatWasThereIsFollowed) {
  const Folder folder;
  const std::string precious = folder.file("precious");
  write_file(precious, "precious");
  fs::create_symlink(precious, folder.file("d.partial"));
  written(solved({kChildren, 2}), Metric::distance, folder.file("d"));
  EXPECT_EQ(fs::file_size(precious), 8U);
}

}  // namespace
}  // namespace pylos::database
