#include "tools/command/check_command.hpp"

#include <algorithm>
#include <cstdio>
#include <ostream>
#include <string>

#include "solver/reader/database.hpp"
#include "tools/command/format.hpp"
#include "tools/command/json.hpp"
#include "tools/command/options.hpp"
#include "tools/command/progress.hpp"
#include "tools/command/stopwatch.hpp"

namespace pylos::tools {
namespace {

OptionParser parser() {
  return OptionParser("check",
                      "Checks every checksum and the structure of a database file, and tells what "
                      "is in it. Whether the values are true is for pylos verify to find out.",
                      "pylos check standard.pylos")
      .positional("FILE", "a database, as solve --out writes it")
      .one_thread()
      .json();
}

std::string metric_text(const database::Database& database) {
  return database.has_distances() ? "distance" : "wdl";
}

}  // namespace

ExitStatus run_check(Arguments arguments, Context& context) {
  const auto options = parser().parse(arguments, context.out);
  if (!options) return ExitStatus::done;
  const Stopwatch clock;
  const database::Database database(options->positional("FILE"));
  {
    ProgressMeter meter(context, "checking " + database.path(), "bytes");
    database.check([&](std::uint64_t done, std::uint64_t total) { meter.update(done, total); },
                   context.stop);
  }
  const database::Header& header = database.header();
  const Statistics& statistics = database.statistics();
  const double per_position = static_cast<double>(header.file_bytes) /
                              static_cast<double>(std::max<std::uint64_t>(1, header.entries));
  if (options->json()) {
    Json json = json_of(database.game());
    json["metric"] = metric_text(database);
    json["least_spheres"] = database.least_spheres();
    json["producer"] = header.producer;
    json["bytes"] = header.file_bytes;
    json["entries"] = header.entries;
    json["bytes_per_entry"] = per_position;
    json["blocks"] = header.blocks;
    json["checksum"] = hexadecimal(header.body_checksum);
    json["counts"] = json_of(statistics.all());
    if (database.has_distances()) {
      json["histogram"] = Json::array();
      for (std::size_t d = 0; d < statistics.by_distance.size(); ++d) {
        json["histogram"].push_back({{"plies", d}, {"positions", statistics.by_distance[d]}});
      }
    }
    json["seconds"] = clock.seconds();
    write(context.out, json);
    return ExitStatus::done;
  }
  std::ostream& out = context.out;
  const Counts counts = statistics.all();
  out << "file       " << database.path() << ", no fault\n"
      << "rules      " << to_text(database.game().rules) << ", base " << database.game().base
      << '\n'
      << "metric     " << metric_text(database) << '\n';
  if (database.least_spheres() > 0) {
    out << "slice      " << database.least_spheres() << " spheres on the board or more\n";
  }
  char ratio[32];
  std::snprintf(ratio, sizeof ratio, "%.4f", per_position);
  out << "positions  " << with_thousands(counts.total()) << ": " << with_thousands(counts.win)
      << " won, " << with_thousands(counts.loss) << " lost, " << with_thousands(counts.draw)
      << " drawn\n"
      << "size       " << with_thousands(header.file_bytes) << " bytes, "
      << with_thousands(header.entries) << " entries, " << ratio << " bytes an entry\n"
      << "checksum   " << hexadecimal(header.body_checksum) << ", " << with_thousands(header.blocks)
      << " blocks\n"
      << "producer   " << header.producer << '\n';
  return ExitStatus::done;
}

}  // namespace pylos::tools
