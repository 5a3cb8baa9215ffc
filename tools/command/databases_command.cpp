#include "tools/command/databases_command.hpp"

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "engine/errors.hpp"
#include "engine/quote.hpp"
#include "solver/api/pylos/pylos.hpp"
#include "tools/command/format.hpp"
#include "tools/command/json.hpp"
#include "tools/command/options.hpp"

namespace pylos::tools {
namespace {

namespace fs = std::filesystem;

OptionParser parser() {
  return OptionParser("databases",
                      "Lists the databases at home: the folder $PYLOS_DATA, else "
                      "$XDG_DATA_HOME/pylos, else ~/.local/share/pylos. pylos solve --save writes "
                      "there. Files that a killed program left unfinished are named, and removed "
                      "with --clean.\n"
                      "\n"
                      "JSON: home, databases (file, rules, base, value, plies, metric, bytes,\n"
                      "checksum, or error), unfinished (names of files).",
                      "pylos databases")
      .flag("clean", "remove what killed programs left unfinished")
      .one_thread()
      .json();
}

// The names in the folder, in order: databases, and unfinished files (solver/work/output_file.cpp
// names them).
struct Found {
  std::vector<std::string> databases;
  std::vector<std::string> unfinished;
};

Found found_in(const std::string& home) {
  Found found;
  std::error_code error;
  for (fs::directory_iterator file(home, error), end; !error && file != end;
       file.increment(error)) {
    const std::string name = file->path().filename().string();
    if (name.ends_with(".pylos")) found.databases.push_back(name);
    if (name.find(".pylos.partial-") != std::string::npos) found.unfinished.push_back(name);
  }
  if (error && fs::exists(home)) {
    throw InputError("folder " + pylos::quoted(home) + ": " + error.message());
  }
  std::sort(found.databases.begin(), found.databases.end());
  std::sort(found.unfinished.begin(), found.unfinished.end());
  return found;
}

Json json_of_database(const std::string& name, const std::string& path) {
  Json json{{"file", printable(name)}};
  try {
    const v1::Solved solved = v1::open(path);
    const v1::Value verdict =
        solved.least_spheres() > 0 ? v1::Value{} : solved.verdict();
    json["rules"] = solved.game().rules();
    json["base"] = solved.game().base();
    json["value"] = v1::to_text(verdict.outcome);
    json["plies"] = verdict.plies ? Json(*verdict.plies) : Json(nullptr);
    json["metric"] = solved.has_distances() ? "distance" : "wdl";
    json["bytes"] = solved.bytes();
    json["checksum"] = solved.checksum();
  } catch (const v1::FileError& e) {
    json["error"] = e.what();
  }
  return json;
}

std::string verdict_of(const Json& d) {
  Value value;
  if (d["value"] == "win") value = Value::win();
  if (d["value"] == "loss") value = Value::loss();
  if (d["value"] == "draw") value = Value::draw();
  if (!d["plies"].is_null()) value.plies = d["plies"].get<int>();
  return verdict_text(value, Colour::light);
}

}  // namespace

ExitStatus run_databases(Arguments arguments, Context& context) {
  const auto options = parser().parse(arguments, context.out);
  if (!options) return ExitStatus::done;
  const std::string home = v1::home_of_databases();
  const Found found = found_in(home);
  Json databases = Json::array();
  bool damaged = false;
  for (const std::string& name : found.databases) {
    databases.push_back(json_of_database(name, (fs::path(home) / name).string()));
    damaged = damaged || databases.back().contains("error");
  }
  for (const std::string& name : found.unfinished) {
    if (!options->has("clean")) continue;
    std::error_code error;
    fs::remove(fs::path(home) / name, error);
    if (error) throw InputError("file " + pylos::quoted(name) + " cannot be removed: " + error.message());
  }
  if (options->json()) {
    Json unfinished = Json::array();
    for (const std::string& name : found.unfinished) unfinished.push_back(printable(name));
    write(context.out, {{"home", printable(home)}, {"databases", databases}, {"unfinished", unfinished}});
  } else {
    context.out << "home  " << printable(home) << '\n';
    Table table({{"file", Align::left}, {"rules", Align::left}, {"base"},
                 {"from the empty board", Align::left}, {"metric", Align::left}, {"bytes"},
                 {"checksum", Align::left}});
    for (const Json& d : databases) {
      if (d.contains("error")) continue;
      table.add({d["file"], d["rules"], std::to_string(d["base"].get<int>()), verdict_of(d),
                 d["metric"], with_thousands(d["bytes"].get<std::uint64_t>()), d["checksum"]});
    }
    if (!databases.empty()) context.out << table.text();
    if (databases.empty()) {
      context.out << "no database; pylos solve --rules standard --save makes one\n";
    }
    for (const std::string& name : found.unfinished) {
      context.out << (options->has("clean") ? "removed " : "unfinished, see --clean: ")
                  << printable(name) << '\n';
    }
  }
  for (const Json& d : databases) {
    if (d.contains("error")) context.err << "pylos databases: " << d["error"].get<std::string>() << '\n';
  }
  return damaged ? ExitStatus::bad_file : ExitStatus::done;
}

}  // namespace pylos::tools
