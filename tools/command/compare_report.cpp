#include "tools/command/compare_report.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "engine/legal_moves.hpp"
#include "tools/command/format.hpp"
#include "tools/command/reachable_report.hpp"

namespace pylos::tools {
namespace {

using analysis::GroupComparison;
using analysis::OutcomeTable;

constexpr std::array kOutcomeNames{"win", "loss", "draw"};

std::vector<Move> best_moves(const Solution& solution, Position p) {
  std::vector<Move> best;
  int least = 0;
  for (const Move move : legal_moves(p, solution.game())) {
    const int badness = badness_of_move(solution.value(apply(p, move)));
    if (best.empty() || badness < least) best.clear();
    if (best.empty()) least = badness;
    if (badness == least) best.push_back(move);
  }
  return best;
}

std::vector<Move> without(const std::vector<Move>& moves, const std::vector<Move>& others) {
  std::vector<Move> left;
  std::copy_if(moves.begin(), moves.end(), std::back_inserter(left), [&](const Move& m) {
    return std::find(others.begin(), others.end(), m) == others.end();
  });
  return left;
}

Json differences_json(const std::map<int, std::uint64_t>& differences) {
  Json list = Json::array();
  for (const auto& [difference, positions] : differences) {
    list.push_back({{"plies", difference}, {"positions", positions}});
  }
  return list;
}

// Of the differences in plies; 0 of none.
double mean(const std::map<int, std::uint64_t>& differences) {
  double sum = 0;
  double positions = 0;
  for (const auto& [difference, count] : differences) {
    sum += difference * static_cast<double>(count);
    positions += static_cast<double>(count);
  }
  return positions == 0 ? 0 : sum / positions;
}

Json json_of(const GroupComparison& group) {
  Json json{{"positions", group.positions()}, {"flips", group.flips()}};
  json["outcomes"] = Json::object();
  for (std::size_t a = 0; a < kOutcomeNames.size(); ++a) {
    for (std::size_t b = 0; b < kOutcomeNames.size(); ++b) {
      json["outcomes"][kOutcomeNames[a]][kOutcomeNames[b]] = group.outcomes.of[a][b];
    }
  }
  json["win_differences"] = differences_json(group.win_differences);
  json["loss_differences"] = differences_json(group.loss_differences);
  json["mean_win_difference"] = mean(group.win_differences);
  json["mean_loss_difference"] = mean(group.loss_differences);
  return json;
}

Json groups_json(const std::vector<GroupComparison>& by_spheres) {
  Json json = json_of(sum_of(by_spheres));
  json["by_spheres"] = Json::array();
  for (std::size_t n = 0; n < by_spheres.size(); ++n) {
    Json row{{"spheres", n}};
    row.update(json_of(by_spheres[n]));
    json["by_spheres"].push_back(std::move(row));
  }
  return json;
}

Json moves_json(const std::vector<Move>& moves, int base) {
  Json list = Json::array();
  for (const Move& m : moves) list.push_back(to_text(m, base));
  return list;
}

Json json_of(const Flip& flip, int base) {
  Json first;
  add_value(first, flip.first);
  Json second;
  add_value(second, flip.second);
  return {{"position", to_text(flip.position, base)},
          {"first", first},
          {"second", second},
          {"best_under_first_only", moves_json(flip.best_under_first_only, base)},
          {"best_under_second_only", moves_json(flip.best_under_second_only, base)}};
}

std::string outcomes_text(const std::string& first, const std::string& second,
                          const GroupComparison& group) {
  Table table({{first + " \\ " + second, Align::left}, {"win"}, {"loss"}, {"draw"}});
  for (std::size_t a = 0; a < kOutcomeNames.size(); ++a) {
    const auto& row = group.outcomes.of[a];
    table.add(
        {kOutcomeNames[a], with_thousands(row[0]), with_thousands(row[1]), with_thousands(row[2])});
  }
  const double share = group.positions() == 0 ? 0
                                              : static_cast<double>(group.flips()) /
                                                    static_cast<double>(group.positions());
  return table.text() + "differ: " + with_thousands(group.flips()) + " (" + percent_text(share) +
         ")\n";
}

std::string by_spheres_text(const std::vector<GroupComparison>& by_spheres) {
  constexpr std::array<std::pair<std::size_t, std::size_t>, 6> kFlips{
      {{0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}}};
  std::vector<Table::Column> columns{{"spheres"}, {"same"}};
  for (const auto& [a, b] : kFlips) {
    columns.push_back({std::string(kOutcomeNames[a]) + " to " + kOutcomeNames[b]});
  }
  Table table(columns);
  for (std::size_t n = 0; n < by_spheres.size(); ++n) {
    const GroupComparison& group = by_spheres[n];
    std::vector<std::string> row{std::to_string(n),
                                 with_thousands(group.positions() - group.flips())};
    for (const auto& [a, b] : kFlips) row.push_back(with_thousands(group.outcomes.of[a][b]));
    table.add(row);
  }
  return table.text();
}

std::string differences_text(const GroupComparison& group) {
  std::map<int, std::array<std::uint64_t, 2>> rows;
  for (const auto& [difference, count] : group.win_differences) rows[difference][0] = count;
  for (const auto& [difference, count] : group.loss_differences) rows[difference][1] = count;
  Table table({{"plies more"}, {"wins"}, {"losses"}});
  for (const auto& [difference, counts] : rows) {
    table.add({std::to_string(difference), with_thousands(counts[0]), with_thousands(counts[1])});
  }
  table.add({"mean", decimal_text(mean(group.win_differences)),
             decimal_text(mean(group.loss_differences))});
  return table.text();
}

std::string moves_text(const std::vector<Move>& moves, int base) {
  constexpr std::size_t kMost = 12;
  std::string text;
  for (std::size_t i = 0; i < moves.size() && i < kMost; ++i) text += " " + to_text(moves[i], base);
  if (moves.size() > kMost) text += " and " + std::to_string(moves.size() - kMost) + " more";
  return text.empty() ? " none" : text;
}

std::string earliest_text(const ComparedGames& games) {
  const std::string first = to_text(games.first.rules);
  const std::string second = to_text(games.second.rules);
  const int base = games.first.base;
  if (games.kinds.empty()) return "no position that can arise has another outcome\n";
  std::string text = "earliest, by plies from the empty board under " + first + ":\n";
  for (const FlipKind& kind : games.kinds) {
    text += std::string(to_text(kind.first)) + " to " + std::string(to_text(kind.second)) +
            ": after " + plies_text(kind.earliest.plies) + ", " +
            with_thousands(kind.earliest.positions) +
            (kind.earliest.positions == 1 ? " position\n" : " positions, such as\n");
    for (const Flip& flip : kind.examples) {
      const Colour to_move = flip.position.to_move;
      text += "  " + to_text(flip.position, base) + "\n    " + first + ": " +
              verdict_text(flip.first, to_move) +
              "; best there only:" + moves_text(flip.best_under_first_only, base) + "\n    " +
              second + ": " + verdict_text(flip.second, to_move) +
              "; best there only:" + moves_text(flip.best_under_second_only, base) + "\n";
    }
  }
  return text;
}

}  // namespace

std::vector<FlipKind> flip_kinds(const analysis::Comparison& comparison, const Solution& first,
                                 const Solution& second) {
  constexpr std::array kOutcomes{Outcome::win, Outcome::loss, Outcome::draw};  // as in OutcomeTable
  std::vector<FlipKind> kinds;
  for (std::size_t a = 0; a < kOutcomes.size(); ++a) {
    for (std::size_t b = 0; b < kOutcomes.size(); ++b) {
      const analysis::EarliestFlips& earliest = comparison.earliest[a][b];
      if (earliest.plies < 0) continue;
      FlipKind& kind = kinds.emplace_back(FlipKind{kOutcomes[a], kOutcomes[b], earliest, {}});
      for (const Position p : earliest.examples) {
        const std::vector<Move> best_first = best_moves(first, p);
        const std::vector<Move> best_second = best_moves(second, p);
        kind.examples.push_back({after_plies(p, earliest.plies), first.value(p), second.value(p),
                                 without(best_first, best_second),
                                 without(best_second, best_first)});
      }
    }
  }
  std::stable_sort(kinds.begin(), kinds.end(), [](const FlipKind& x, const FlipKind& y) {
    return x.earliest.plies < y.earliest.plies;
  });
  return kinds;
}

Json json_of(const ComparedGames& games) {
  Json json{{"base", games.first.base},
            {"first", to_text(games.first.rules)},
            {"second", to_text(games.second.rules)},
            {"all", groups_json(games.comparison.domain)},
            {"reachable", groups_json(games.comparison.reachable)}};
  json["earliest"] = Json::array();
  for (const FlipKind& kind : games.kinds) {
    Json row{{"first", to_text(kind.first)},
             {"second", to_text(kind.second)},
             {"plies", kind.earliest.plies},
             {"positions", kind.earliest.positions},
             {"examples", Json::array()}};
    for (const Flip& flip : kind.examples)
      row["examples"].push_back(json_of(flip, games.first.base));
    json["earliest"].push_back(std::move(row));
  }
  return json;
}

std::string report_text(const ComparedGames& games) {
  const std::string first = to_text(games.first.rules);
  const std::string second = to_text(games.second.rules);
  const GroupComparison reachable = sum_of(games.comparison.reachable);
  return first + " and " + second + ", base " + std::to_string(games.first.base) +
         "\n\nall positions:\n\n" + outcomes_text(first, second, sum_of(games.comparison.domain)) +
         "\npositions that can arise under " + first + ":\n\n" +
         outcomes_text(first, second, reachable) + "\n" +
         by_spheres_text(games.comparison.reachable) + "\nplies under " + second +
         " less plies under " + first + ", where the outcome is the same:\n\n" +
         differences_text(reachable) + "\n" + earliest_text(games) + "\n";
}

}  // namespace pylos::tools
