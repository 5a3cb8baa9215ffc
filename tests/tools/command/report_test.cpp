// The pieces of the command that can be looked at without running it: numbers, texts, reports,
// statuses.

#include <atomic>
#include <cstdint>
#include <exception>
#include <limits>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/errors.hpp"
#include "solver/work/errors.hpp"
#include "solver/retrograde/solve.hpp"
#include "solver/verify/verify.hpp"
#include "tools/command/exit_status.hpp"
#include "tools/command/format.hpp"
#include "tools/command/numbers.hpp"
#include "tools/command/parallel.hpp"
#include "tools/command/progress.hpp"
#include "tools/command/solve_report.hpp"

namespace pylos::tools {
namespace {

TEST(CliFormat, Numbers) {
  EXPECT_EQ(with_thousands(0), "0");
  EXPECT_EQ(with_thousands(999), "999");
  EXPECT_EQ(with_thousands(1000), "1,000");
  EXPECT_EQ(with_thousands(12'507'810'089), "12,507,810,089");
  EXPECT_EQ(with_thousands(std::numeric_limits<std::uint64_t>::max()),
            "18,446,744,073,709,551,615");
  EXPECT_EQ(hexadecimal(0xabc), "0000000000000abc");
}

TEST(CliFormat, TimesAndBytes) {
  EXPECT_EQ(seconds_text(0.014), "0.01");
  EXPECT_EQ(clock_text(0), "0:00");
  EXPECT_EQ(clock_text(59.6), "1:00");
  EXPECT_EQ(clock_text(3723), "1:02:03");
  EXPECT_EQ(clock_text(-5), "0:00");
  EXPECT_EQ(clock_text(std::numeric_limits<double>::infinity()), clock_text(1e9));
  EXPECT_EQ(bytes_text(1023), "1023 B");
  EXPECT_EQ(bytes_text(1536), "1.5 KiB");
  EXPECT_EQ(bytes_text(std::uint64_t{3} << 30), "3.0 GiB");
}

TEST(CliFormat, Verdicts) {
  EXPECT_EQ(verdict_text(Value::win(1), Colour::light), "light wins in 1 ply");
  EXPECT_EQ(verdict_text(Value::loss(36), Colour::light), "dark wins in 36 plies");
  EXPECT_EQ(verdict_text(Value::win(35), Colour::dark), "dark wins in 35 plies");
  EXPECT_EQ(verdict_text(Value::draw(), Colour::dark), "draw");
  EXPECT_EQ(verdict_text(Value{}, Colour::dark), "unknown");
}

TEST(CliFormat, TablesAlign) {
  Table table({{"name", Align::left}, {"n"}});
  table.add({"a", "1,000"});
  table.add({"longer", "7"});
  EXPECT_EQ(table.text(), "name        n\na       1,000\nlonger      7\n");
}

TEST(CliNumbers, AreReadStrictly) {
  EXPECT_EQ(number_from_text("--n", "0", 0, 5), 0U);
  EXPECT_EQ(number_from_text("--n", "005", 0, 5), 5U);
  EXPECT_EQ(
      number_from_text("--n", "18446744073709551615", 0, std::numeric_limits<std::uint64_t>::max()),
      std::numeric_limits<std::uint64_t>::max());
  for (const char* bad :
       {"", "6", "-1", "+1", " 1", "1 ", "1x", "0x1", "1e0", "1.0", "18446744073709551616"}) {
    EXPECT_THROW(number_from_text("--n", bad, 0, 5), InputError) << bad;
  }
}

TEST(CliNumbers, BytesWithUnits) {
  EXPECT_EQ(bytes_from_text("--memory", "1"), 1U);
  EXPECT_EQ(bytes_from_text("--memory", "2K"), 2048U);
  EXPECT_EQ(bytes_from_text("--memory", "3gb"), std::uint64_t{3} << 30);
  EXPECT_EQ(bytes_from_text("--memory", "3GiB"), std::uint64_t{3} << 30);
  EXPECT_EQ(bytes_from_text("--memory", "1T"), std::uint64_t{1} << 40);
  EXPECT_EQ(bytes_from_text("--memory", "16777215T"), std::uint64_t{16777215} << 40);
  for (const char* bad : {"", "0", "0G", "G", "1.5G", "-1G", "1 G", "1GG", "1GBB", "1B", "1iB",
                          "16777216T", "99999999999999999999"}) {
    EXPECT_THROW(bytes_from_text("--memory", bad), InputError) << bad;
  }
}

template <class E>
Failure failure_of(const E& e) {
  return failure_from(std::make_exception_ptr(e));
}

TEST(CliStatus, FollowsTheException) {
  EXPECT_EQ(failure_of(InputError("this and that")).status, ExitStatus::bad_input);
  EXPECT_EQ(failure_of(InputError("this and that")).message, "this and that");
  EXPECT_EQ(failure_of(BadFile("a.db", "torn")).status, ExitStatus::bad_file);
  EXPECT_EQ(failure_of(DiskError("a.db", "full")).status, ExitStatus::out_of_resources);
  EXPECT_EQ(failure_of(OutOfMemory("too much")).status, ExitStatus::out_of_resources);
  EXPECT_EQ(failure_of(std::bad_alloc()).message, "out of memory");
  EXPECT_EQ(failure_of(std::bad_alloc()).status, ExitStatus::out_of_resources);
  EXPECT_EQ(failure_of(OutputError()).status, ExitStatus::out_of_resources);
  EXPECT_EQ(failure_of(Stopped("go on so")).status, ExitStatus::interrupted);
  EXPECT_EQ(failure_of(Stopped("go on so")).message, "go on so");
}

TEST(CliParallel, EveryIndexOnceAndTheFirstExceptionComesOut) {
  for (const int threads : {1, 2, 9}) {
    std::vector<std::atomic<int>> calls(1000);
    parallel_for(calls.size(), threads, [&](std::size_t i) { ++calls[i]; });
    for (const auto& c : calls) EXPECT_EQ(c, 1);
    parallel_for(0, threads, [](std::size_t) { FAIL(); });
    EXPECT_THROW(parallel_for(1000, threads,
                              [](std::size_t i) {
                                if (i == 10) throw std::out_of_range("ten");
                              }),
                 std::out_of_range);
  }
}

TEST(CliProgress, IsSilentForShortWork) {
  std::ostringstream out;
  std::ostringstream err;
  Context context{out, err, false, {}};
  {
    ProgressMeter meter(context, "working", "things");
    for (std::uint64_t i = 0; i < 100; ++i) meter.update(i, 100);
  }
  EXPECT_EQ(out.str() + err.str(), "");
}

// ---- the report of a solved game ----

SolvedGame with_mismatch() {
  SolvedGame solved;
  solved.game = {kStandard, 2};
  solved.value = Value::win(5);
  solved.statistics.by_spheres[0] = {1, 0, 0};
  solved.statistics.by_distance = {0, 0, 0, 0, 0, 1};
  solved.threads = 3;
  VerifyReport report;
  report.positions = 1234;
  report.moves = 5678;
  report.mismatches = 1;
  report.first.push_back(
      {Position(CellSet(0b0001), CellSet(0b0010)), Value::win(3), Value::draw()});
  solved.verification = report;
  return solved;
}

TEST(CliReport, AMismatchIsToldWithPositionStoredAndExpected) {
  const SolvedGame solved = with_mismatch();
  const std::string text = report_text(solved);
  EXPECT_NE(text.find("verified: 1,234 positions, 5,678 moves, 1 mismatch, "), std::string::npos)
      << text;
  EXPECT_NE(text.find("\nmismatch: LD.. l: stored win in 3 plies, expected draw\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(summary_row(solved).back(), "1 mismatch");
  const Json verification = json_of(solved).at("verification");
  EXPECT_EQ(verification.at("mismatches"), 1);
  EXPECT_EQ(verification.at("first"),
            Json::parse(R"([{"position": "LD.. l", "stored": {"value": "win", "plies": 3},
                             "expected": {"value": "draw", "plies": null}}])"));
}

TEST(CliReport, AGoodVerificationIsToldToo) {
  SolvedGame solved = with_mismatch();
  solved.verification->mismatches = 0;
  solved.verification->first.clear();
  EXPECT_NE(report_text(solved).find(", no mismatch, "), std::string::npos);
  EXPECT_EQ(summary_row(solved).back(), "1,234");
  solved.verification.reset();
  EXPECT_EQ(report_text(solved).find("verified"), std::string::npos);
  EXPECT_EQ(summary_row(solved).back(), "no");
  EXPECT_FALSE(json_of(solved).contains("verification"));
}

TEST(CliReport, RowsOfTheSummaryStandUnderTheirHeadings) {
  SolvedGame solved = with_mismatch();
  solved.game.rules = {RecoversOn::square_or_line, 0, EmptyReserve::may_raise};
  solved.game.base = 4;
  solved.value = Value::loss(46);
  solved.statistics.by_spheres[30] = {12'507'810'089, 12'507'810'089, 12'507'810'089};
  const Table table = summary_table();
  const std::string heading = table.heading_line();
  const std::string row = table.row_line(summary_row(solved));
  EXPECT_EQ(heading.find("verdict"), row.find("dark wins in 46 plies"));
  EXPECT_EQ(heading.find("checksum") + 8, row.find("0000000000000000") + 16);
}

}  // namespace
}  // namespace pylos::tools
