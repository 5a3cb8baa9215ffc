#include "tools/command/reachable_command.hpp"

#include <ostream>
#include <string>
#include <vector>

#include "engine/errors.hpp"
#include "solver/retrograde/solve.hpp"
#include "tools/command/format.hpp"
#include "tools/command/json.hpp"
#include "tools/command/options.hpp"
#include "tools/command/peak_memory.hpp"
#include "tools/command/reachable_report.hpp"
#include "tools/command/stopwatch.hpp"

namespace pylos::tools {
namespace {

OptionParser parser() {
  return OptionParser(
             "reachable",
             "Finds, exactly, which positions of the domain can arise from the empty board, and\n"
             "how many at each distance (fewest plies from the empty board). A position is the\n"
             "mover's spheres and the opponent's; all images under symmetry are counted. Base 4\n"
             "takes " +
                 bytes_text(analysis::reachable_memory(4)) +
                 " of memory at the most.\n\n"
                 "JSON: rules, base, positions (reachable), domain (all), share, longest (plies,\n"
                 "positions, a position), histogram (plies, positions), by_spheres (spheres,\n"
                 "positions, domain, share, histogram); of several games a list `games` of such\n"
                 "objects.",
             "pylos reachable --rules advanced --base 3")
      .several_rules()
      .base()
      .threads()
      .json();
}

std::string report_text(const Json& json) {
  const auto number = [](const Json& n) { return with_thousands(n.get<std::uint64_t>()); };
  const auto share = [](const Json& s) { return percent_text(s.get<double>()); };
  std::string text = json["rules"].get<std::string>() + ", base " + json["base"].dump() + ": " +
                     number(json["positions"]) + " of " + number(json["domain"]) +
                     " positions can arise (" + share(json["share"]) + ")\n\n";
  Table spheres({{"spheres"}, {"reachable"}, {"domain"}, {"share"}});
  for (const Json& row : json["by_spheres"]) {
    spheres.add({row["spheres"].dump(), number(row["positions"]), number(row["domain"]),
                 share(row["share"])});
  }
  Table plies({{"plies"}, {"positions"}});
  for (const Json& row : json["histogram"])
    plies.add({row["plies"].dump(), number(row["positions"])});
  const Json& longest = json["longest"];
  return text + spheres.text() + "\n" + plies.text() +
         "\nfarthest: " + plies_text(longest["plies"].get<int>()) + " (" +
         number(longest["positions"]) + " positions), such as " +
         longest["position"].get<std::string>() + "\n";
}

}  // namespace

ExitStatus run_reachable(Arguments arguments, Context& context) {
  const auto options = parser().parse(arguments, context.out);
  if (!options) return ExitStatus::done;
  const std::vector<RuleSet> all_rules = options->several_rules();
  const int base = options->base();
  const int threads = options->threads();
  Json games = Json::array();
  for (const RuleSet rules : all_rules) {
    const Stopwatch clock;
    Json json = json_of(Game{rules, base});
    json.update(json_of(find_reachable_with_progress({rules, base}, threads, context)));
    add_work(json, clock.seconds(), threads);
    if (options->json()) {
      games.push_back(std::move(json));
      continue;
    }
    context.out << (rules == all_rules.front() ? "" : "\n") << report_text(json) << "found in "
                << work_text(json["seconds"].get<double>(), threads, peak_memory_bytes()) << '\n';
    flush(context);
  }
  if (options->json())
    write(context.out, games.size() == 1 ? games.front() : Json{{"games", games}});
  return ExitStatus::done;
}

}  // namespace pylos::tools
