#include "tools/command/stats_report.hpp"

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "tools/command/format.hpp"

namespace pylos::tools {
namespace {

using analysis::Examples;
using analysis::GameStatistics;
using analysis::GroupStatistics;
using analysis::PopulationStatistics;
using analysis::TurnTable;

double share(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
}

double mean_moves(const GroupStatistics& group) { return share(group.moves, group.counts.total()); }

// Colours play no part in statistics: light is to move in every example.
std::string example_text(Position p, int base) {
  return to_text(ColouredPosition{p, Colour::light}, base);
}

Json example_json(const std::optional<Position>& p, int base) {
  return p ? Json(example_text(*p, base)) : Json(nullptr);
}

// The longest distance of a parity (0 for losses, 1 for wins); -1 if there is none.
int longest(const GroupStatistics& group, int parity) {
  for (int plies = static_cast<int>(group.by_distance.size()) - 1; plies >= 0; --plies) {
    if (plies % 2 == parity && group.by_distance[static_cast<std::size_t>(plies)] > 0) return plies;
  }
  return -1;
}

Json longest_json(const GroupStatistics& group, int parity, const std::optional<Position>& example,
                  int base) {
  const int plies = longest(group, parity);
  if (plies < 0) return nullptr;
  return {{"plies", plies},
          {"positions", group.by_distance[static_cast<std::size_t>(plies)]},
          {"position", example_json(example, base)}};
}

Json figures_json(const GroupStatistics& group) {
  Json json{{"counts", json_of(group.counts)}};
  json["histogram"] = Json::array();
  for (std::size_t plies = 0; plies < group.by_distance.size(); ++plies) {
    json["histogram"].push_back({{"plies", plies}, {"positions", group.by_distance[plies]}});
  }
  json["moves"] = {{"mean", mean_moves(group)}, {"most", group.most_moves}};
  json["one_winning_move"] = {{"positions", group.one_winning_move},
                              {"share", share(group.one_winning_move, group.counts.total())},
                              {"share_of_wins", share(group.one_winning_move, group.counts.win)}};
  const TurnTable& turns = group.turns;
  json["zugzwang"] = {{"full", turns.full_zugzwang()},
                      {"costs_draw", turns.costs_draw()},
                      {"costs_win", turns.costs_win()},
                      {"full_share", share(turns.full_zugzwang(), group.counts.total())},
                      {"full_share_of_losses", share(turns.full_zugzwang(), group.counts.loss)}};
  constexpr std::array kNames{"win", "loss", "draw"};
  json["turned"] = Json::object();
  for (std::size_t now = 0; now < kNames.size(); ++now) {
    for (std::size_t other = 0; other < kNames.size(); ++other) {
      json["turned"][kNames[now]][kNames[other]] = turns.of[now][other];
    }
  }
  return json;
}

Json population_json(const PopulationStatistics& population, int base) {
  const GroupStatistics all = population.all();
  const Examples& examples = population.examples;
  Json json = figures_json(all);
  json["longest_win"] = longest_json(all, 1, examples.longest_win, base);
  json["longest_loss"] = longest_json(all, 0, examples.longest_loss, base);
  json["examples"] = Json::object();
  for (const auto& [name, example] :
       {std::pair("draw", examples.draw), std::pair("most_moves", examples.most_moves),
        std::pair("one_winning_move", examples.one_winning_move),
        std::pair("full_zugzwang", examples.full_zugzwang),
        std::pair("costs_draw", examples.costs_draw), std::pair("costs_win", examples.costs_win)}) {
    json["examples"][name] = example_json(example, base);
  }
  json["by_spheres"] = Json::array();
  for (std::size_t n = 0; n < population.by_spheres.size(); ++n) {
    Json row{{"spheres", n}};
    row.update(figures_json(population.by_spheres[n]));
    json["by_spheres"].push_back(std::move(row));
  }
  return json;
}

std::string longest_text(const GroupStatistics& group, int parity) {
  const int plies = longest(group, parity);
  if (plies < 0) return "none";
  return plies_text(plies) + ", " +
         with_thousands(group.by_distance[static_cast<std::size_t>(plies)]);
}

std::string overview_text(const GroupStatistics& domain, const GroupStatistics& reachable) {
  Table table({{"", Align::left}, {"all positions"}, {"that can arise"}});
  const auto row = [&](const char* name, auto&& text_of) {
    table.add({name, text_of(domain), text_of(reachable)});
  };
  const auto number = [&](const char* name, auto&& number_of) {
    row(name, [&](const GroupStatistics& g) { return with_thousands(number_of(g)); });
  };
  const auto part = [&](const char* name, auto&& part_of, auto&& all_of) {
    row(name, [&](const GroupStatistics& g) { return percent_text(share(part_of(g), all_of(g))); });
  };
  const auto total = [](const GroupStatistics& g) { return g.counts.total(); };
  const auto won = [](const GroupStatistics& g) { return g.counts.win; };
  const auto lost = [](const GroupStatistics& g) { return g.counts.loss; };
  const auto one = [](const GroupStatistics& g) { return g.one_winning_move; };
  const auto full = [](const GroupStatistics& g) { return g.turns.full_zugzwang(); };
  number("positions", total);
  number("won", won);
  number("lost", lost);
  number("drawn", [](const GroupStatistics& g) { return g.counts.draw; });
  row("longest win, positions", [](const GroupStatistics& g) { return longest_text(g, 1); });
  row("longest loss, positions", [](const GroupStatistics& g) { return longest_text(g, 0); });
  row("moves, mean", [](const GroupStatistics& g) { return decimal_text(mean_moves(g)); });
  row("moves, most", [](const GroupStatistics& g) { return std::to_string(g.most_moves); });
  number("one winning move", one);
  part("  share of won positions", one, won);
  number("full zugzwang: whoever moves loses", full);
  part("  share of lost positions", full, lost);
  part("  share of all positions", full, total);
  number("the turn costs a draw", [](const GroupStatistics& g) { return g.turns.costs_draw(); });
  number("the turn costs a win", [](const GroupStatistics& g) { return g.turns.costs_win(); });
  return table.text();
}

std::string by_spheres_text(const PopulationStatistics& population) {
  Table table({{"spheres"},
               {"win"},
               {"loss"},
               {"draw"},
               {"moves"},
               {"most"},
               {"one winning move"},
               {"of wins"},
               {"full zugzwang"},
               {"of losses"}});
  for (std::size_t n = 0; n < population.by_spheres.size(); ++n) {
    const GroupStatistics& g = population.by_spheres[n];
    table.add({std::to_string(n), with_thousands(g.counts.win), with_thousands(g.counts.loss),
               with_thousands(g.counts.draw), decimal_text(mean_moves(g)),
               std::to_string(g.most_moves), with_thousands(g.one_winning_move),
               percent_text(share(g.one_winning_move, g.counts.win)),
               with_thousands(g.turns.full_zugzwang()),
               percent_text(share(g.turns.full_zugzwang(), g.counts.loss))});
  }
  return table.text();
}

std::string turns_text(const TurnTable& turns) {
  Table table({{"with the turn passed:", Align::left}, {"win"}, {"loss"}, {"draw"}});
  constexpr std::array kNames{"win", "loss", "draw"};
  for (std::size_t now = 0; now < kNames.size(); ++now) {
    table.add({kNames[now], with_thousands(turns.of[now][TurnTable::kWin]),
               with_thousands(turns.of[now][TurnTable::kLoss]),
               with_thousands(turns.of[now][TurnTable::kDraw])});
  }
  return table.text();
}

std::string distances_text(const GroupStatistics& domain, const GroupStatistics& reachable) {
  Table table({{"plies"}, {"outcome", Align::left}, {"all positions"}, {"that can arise"}});
  for (std::size_t plies = 0; plies < domain.by_distance.size(); ++plies) {
    const std::uint64_t arise =
        plies < reachable.by_distance.size() ? reachable.by_distance[plies] : 0;
    table.add({std::to_string(plies), plies % 2 == 0 ? "loss" : "win",
               with_thousands(domain.by_distance[plies]), with_thousands(arise)});
  }
  return table.text();
}

std::string examples_text(const Examples& examples, int base) {
  Table table({{"example that can arise", Align::left}, {"", Align::left}});
  for (const auto& [name, example] :
       {std::pair("longest win", examples.longest_win),
        std::pair("longest loss", examples.longest_loss), std::pair("draw", examples.draw),
        std::pair("most moves", examples.most_moves),
        std::pair("one winning move", examples.one_winning_move),
        std::pair("full zugzwang", examples.full_zugzwang),
        std::pair("the turn costs a draw", examples.costs_draw),
        std::pair("the turn costs a win", examples.costs_win)}) {
    table.add({name, example ? example_text(*example, base) : "none"});
  }
  return table.text();
}

}  // namespace

std::string stats_help() {
  return "Zugzwang compares a position with the same spheres and the turn passed to the\n"
         "other side. Full: the side to move loses, and the other side would lose if the\n"
         "turn were its own. Costs a draw: the side to move loses, and would have a draw if\n"
         "it could pass. Costs a win: it has a draw, and would win if it could pass. The\n"
         "full board, where nobody can move, is left out. Moves are counted as the rules\n"
         "list them, each set of recovered spheres as one.\n\n"
         "JSON: rules, base, and in `all` and `reachable` each: counts (win, loss, draw,\n"
         "total), histogram (plies, positions), moves (mean, most), one_winning_move\n"
         "(positions, share, share_of_wins), zugzwang (full, costs_draw, costs_win,\n"
         "full_share, full_share_of_losses), turned (by value, then by value for the other\n"
         "side if the turn were its own), longest_win and longest_loss (plies, positions,\n"
         "position), examples, by_spheres (spheres, then as above).";
}

Json json_of(const GameStatistics& statistics, int base) {
  return {{"all", population_json(statistics.domain, base)},
          {"reachable", population_json(statistics.reachable, base)}};
}

std::string report_text(const GameStatistics& statistics, Game game) {
  const GroupStatistics domain = statistics.domain.all();
  const GroupStatistics reachable = statistics.reachable.all();
  return to_text(game.rules) + ", base " + std::to_string(game.base) + "\n\n" +
         overview_text(domain, reachable) + "\nPositions that can arise:\n\n" +
         by_spheres_text(statistics.reachable) + "\nAll positions:\n\n" +
         by_spheres_text(statistics.domain) +
         "\nValue for the side to move, and for the other side if the turn were its own (that can "
         "arise):\n\n" +
         turns_text(reachable.turns) + "\n" + distances_text(domain, reachable) + "\n" +
         examples_text(statistics.reachable.examples, game.base) + "\n";
}

}  // namespace pylos::tools
