#include "tools/command/slice_command.hpp"

#include <ostream>

#include "engine/errors.hpp"
#include "solver/database/slice.hpp"
#include "tools/command/format.hpp"
#include "tools/command/json.hpp"
#include "tools/command/options.hpp"
#include "tools/command/producer.hpp"

namespace pylos::tools {
namespace {

OptionParser parser() {
  return OptionParser("slice",
                      "Writes a smaller database with the last part of the game: the positions "
                      "with some number of spheres on the board or more. All others are unknown "
                      "to it.",
                      "pylos slice standard.pylos --min-spheres 24 --out end.pylos")
      .positional("FILE", "a database, as solve --out writes it")
      .option("min-spheres", "K", "fewest spheres on the board; must be given")
      .option("out", "FILE2", "the file to write; must be given, and not be there yet")
      .one_thread()
      .json();
}

}  // namespace

ExitStatus run_slice(Arguments arguments, Context& context) {
  const auto options = parser().parse(arguments, context.out);
  if (!options) return ExitStatus::done;
  const auto out = options->out();
  if (!out || !options->has("min-spheres")) {
    throw InputError("--min-spheres and --out must be given; see pylos slice --help");
  }
  const auto least = static_cast<int>(options->number("min-spheres", 0, kMaxCells, 0));
  const database::Database database(options->positional("FILE"));
  const database::WriteReport report = database::write_slice(database, least, *out, producer());
  if (options->json()) {
    Json json = json_of(database.game());
    json["least_spheres"] = least;
    json["file"] = *out;
    json["bytes"] = report.file_bytes;
    json["entries"] = report.entries;
    write(context.out, json);
  } else {
    context.out << *out << ": " << with_thousands(report.file_bytes) << " bytes, "
                << with_thousands(report.entries) << " entries, " << least
                << " spheres on the board or more\n";
  }
  return ExitStatus::done;
}

}  // namespace pylos::tools
