#include "tools/command/reachable_report.hpp"

#include <string>

#include "solver/retrograde/solve.hpp"
#include "tools/command/progress.hpp"

namespace pylos::tools {

analysis::Reachable find_reachable_with_progress(Game game, int threads, Context& context) {
  ProgressMeter meter(context, "reaching " + to_text(game.rules), "positions");
  analysis::ReachableOptions options;
  options.game = game;
  options.threads = threads;
  options.stop = context.stop;
  options.progress = [&](const analysis::ReachableProgress& p) {
    meter.update(p.reached, p.domain, "ply " + std::to_string(p.plies));
  };
  return analysis::find_reachable(options);
}

ColouredPosition after_plies(Position p, int plies) {
  return {p, plies % 2 == 0 ? Colour::light : Colour::dark};
}

Json json_of(const analysis::Reachable& reachable) {
  const int base = reachable.game().base;
  const auto share = [](std::uint64_t part, std::uint64_t all) {
    return static_cast<double>(part) / static_cast<double>(all);
  };
  std::vector<std::uint64_t> by_plies(reachable.witnesses().size());
  std::uint64_t domain = 0;
  Json by_spheres = Json::array();
  for (int n = 0; n <= reachable.table().cells(); ++n) {
    const auto& counts = reachable.by_spheres_and_plies()[static_cast<std::size_t>(n)];
    std::uint64_t sum = 0;
    Json histogram = Json::array();
    for (std::size_t plies = 0; plies < counts.size(); ++plies) {
      sum += counts[plies];
      by_plies[plies] += counts[plies];
      if (counts[plies] > 0) histogram.push_back({{"plies", plies}, {"positions", counts[plies]}});
    }
    domain += reachable.domain(n);
    by_spheres.push_back({{"spheres", n},
                          {"positions", sum},
                          {"domain", reachable.domain(n)},
                          {"share", share(sum, reachable.domain(n))},
                          {"histogram", histogram}});
  }
  Json json{{"positions", reachable.positions()},
            {"domain", domain},
            {"share", share(reachable.positions(), domain)}};
  json["longest"] = {
      {"plies", reachable.longest()},
      {"positions", by_plies.back()},
      {"position", to_text(after_plies(reachable.witnesses().back(), reachable.longest()), base)}};
  json["histogram"] = Json::array();
  for (std::size_t plies = 0; plies < by_plies.size(); ++plies) {
    json["histogram"].push_back({{"plies", plies}, {"positions", by_plies[plies]}});
  }
  json["by_spheres"] = by_spheres;
  return json;
}

}  // namespace pylos::tools
