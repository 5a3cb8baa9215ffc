#include "tools/command/verify_command.hpp"

#include <optional>
#include <ostream>
#include <string>

#include "solver/database/verify.hpp"
#include "solver/verify/verify.hpp"
#include "tools/command/format.hpp"
#include "tools/command/json.hpp"
#include "tools/command/numbers.hpp"
#include "tools/command/options.hpp"
#include "tools/command/progress.hpp"
#include "tools/command/solve_report.hpp"

namespace pylos::tools {
namespace {

constexpr std::uint64_t kMostSamples = 1'000'000'000'000;

OptionParser parser() {
  return OptionParser(
             "verify",
             "Checks every value of a database by plain move generation, each against "
             "those of its successors. Where distances are stored, agreement proves all of "
             "them. A mismatch ends with status 1.",
             "pylos verify standard.pylos --sample 10000")
      .positional("FILE", "a database, as solve --out writes it")
      .option("sample", "N", "so many positions drawn at random instead of all")
      .option("seed", "S", "another S draws other positions; 1 unless given")
      .threads()
      .json();
}

Json value_json(Value value) {
  Json json;
  add_value(json, value);
  return json;
}

}  // namespace

ExitStatus run_verify(Arguments arguments, Context& context) {
  const auto options = parser().parse(arguments, context.out);
  if (!options) return ExitStatus::done;
  VerifyOptions verification;
  verification.samples = options->number("sample", 1, kMostSamples, 0);
  verification.seed = options->number("seed", 0, kMostSamples, 1);
  verification.threads = options->threads();
  verification.stop = context.stop;

  const database::Database database(options->positional("FILE"));
  VerifyReport report;
  {
    std::optional<ProgressMeter> meter;
    const auto told_by = [&](const char* work, const char* unit) {
      return [&, work, unit, begun = false](std::uint64_t done, std::uint64_t total) mutable {
        if (!begun) meter.emplace(context, work + database.path(), unit);
        begun = true;
        meter->update(done, total);
      };
    };
    verification.progress = [told = told_by("verifying ", "positions")](
                                std::uint64_t done, std::uint64_t total, double) mutable {
      told(done, total);
    };
    report = database::verify(database, verification, told_by("loading ", "entries"));
  }
  const int base = database.game().base;
  if (options->json()) {
    Json json = json_of(database.game());
    json["positions"] = report.positions;
    json["moves"] = report.moves;
    json["mismatches"] = report.mismatches;
    json["first_mismatches"] = Json::array();
    for (const Mismatch& m : report.first) {
      json["first_mismatches"].push_back(
          {{"position", to_text(ColouredPosition{m.position, Colour::light}, base)},
           {"stored", value_json(m.stored)},
           {"expected", value_json(m.expected)}});
    }
    add_work(json, report.seconds, verification.threads);
    write(context.out, json);
  } else {
    context.out << verification_text(report, base);
  }
  return report.mismatches == 0 ? ExitStatus::done : ExitStatus::no;
}

}  // namespace pylos::tools
