#include "tools/command/solve_report.hpp"

#include <algorithm>
#include <map>

#include "engine/board.hpp"
#include "engine/legal_moves.hpp"
#include "engine/symmetry.hpp"
#include "solver/verify/verify.hpp"

namespace pylos::tools {
namespace {

std::string value_text(Value value) {
  std::string text(to_text(value.outcome));
  if (value.plies) text += " in " + plies_text(*value.plies);
  return text;
}

std::vector<std::string> counts_row(std::string name, const Counts& counts) {
  return {std::move(name), with_thousands(counts.win), with_thousands(counts.loss),
          with_thousands(counts.draw), with_thousands(counts.total())};
}

std::string game_text(Game game) {
  return to_text(game.rules) + ", base " + std::to_string(game.base);
}

int cells_of(int base) {
  return with_base(base, []<int B>() { return Board<B>::kCells; });
}

std::string counts_text(const SolvedGame& solved) {
  Table table({{"spheres"}, {"win"}, {"loss"}, {"draw"}, {"positions"}});
  for (int n = 0; n <= cells_of(solved.game.base); ++n) {
    table.add(
        counts_row(std::to_string(n), solved.statistics.by_spheres[static_cast<std::size_t>(n)]));
  }
  table.add(counts_row("all", solved.statistics.all()));
  return table.text();
}

std::string distances_text(const SolvedGame& solved) {
  Table table({{"plies"}, {"outcome", Align::left}, {"positions"}});
  const auto& by_distance = solved.statistics.by_distance;
  for (std::size_t plies = 0; plies < by_distance.size(); ++plies) {
    table.add({std::to_string(plies), plies % 2 == 0 ? "loss" : "win",
               with_thousands(by_distance[plies])});
  }
  return table.text();
}

// Moves that a symmetry makes the same share a row.
std::string moves_text(const SolvedGame& solved) {
  std::map<std::string, int> alike;
  const int base = solved.game.base;
  for (const FirstMove& m : solved.moves) ++alike[to_text(m.like, base)];
  Table table({{"first move", Align::left}, {"alike"}, {"value", Align::left}});
  for (const FirstMove& m : solved.moves) {
    if (m.move != m.like) continue;
    const std::string text = to_text(m.move, base);
    table.add({text, std::to_string(alike.at(text)), verdict_text(m.value, m.after.to_move)});
  }
  return table.text();
}

std::string verified_cell(const VerifyReport& report) {
  return report.mismatches == 0 ? with_thousands(report.positions)
                                : mismatches_text(report.mismatches);
}

Json json_of(const Mismatch& mismatch, int base) {
  Json json;
  json["position"] = to_text(ColouredPosition{mismatch.position, Colour::light}, base);
  for (const auto& [name, value] :
       {std::pair("stored", mismatch.stored), std::pair("expected", mismatch.expected)}) {
    Json part;
    add_value(part, value);
    json[name] = part;
  }
  return json;
}

Json json_of(const VerifyReport& report, int base) {
  Json json{{"positions", report.positions},
            {"moves", report.moves},
            {"mismatches", report.mismatches},
            {"seconds", report.seconds}};
  json["first"] = Json::array();
  for (const Mismatch& m : report.first) json["first"].push_back(json_of(m, base));
  return json;
}

}  // namespace

std::vector<FirstMove> first_moves(const Solution& solution) {
  std::vector<FirstMove> moves;
  std::map<Position, Move> first_of_class;
  for (const Move move : legal_moves(Position{}, solution.game())) {
    const ColouredPosition after = apply(ColouredPosition{}, move);
    const Position canonical_after =
        with_base(solution.game().base, [&]<int B>() { return canonical<B>(after.position); });
    const Move like = first_of_class.emplace(canonical_after, move).first->second;
    moves.push_back({move, after, solution.value(after.position), like});
  }
  std::stable_sort(moves.begin(), moves.end(), [](const FirstMove& a, const FirstMove& b) {
    return badness_of_move(a.value) < badness_of_move(b.value);
  });
  return moves;
}

double full_round_seconds(const SolvedGame& solved) {
  constexpr int kFullRound = 3;
  if (solved.method != SolveMethod::rounds) return 0;
  const auto full = std::find_if(solved.stages.begin(), solved.stages.end(),
                                 [](const Stage& stage) { return stage.number == kFullRound; });
  return full == solved.stages.end() ? 0 : full->seconds;
}

std::string mismatches_text(std::uint64_t count) {
  if (count == 0) return "no mismatch";
  return with_thousands(count) + (count == 1 ? " mismatch" : " mismatches");
}

std::string verification_text(const VerifyReport& report, int base) {
  std::string text = "verified: " + with_thousands(report.positions) + " positions, " +
                     with_thousands(report.moves) + " moves, ";
  text += mismatches_text(report.mismatches);
  text += ", " + seconds_text(report.seconds) + " seconds\n";
  for (const Mismatch& m : report.first) {
    text += "mismatch: " + to_text(ColouredPosition{m.position, Colour::light}, base) +
            ": stored " + value_text(m.stored) + ", expected " + value_text(m.expected) + "\n";
  }
  return text;
}

std::string report_text(const SolvedGame& solved) {
  const Statistics& statistics = solved.statistics;
  const Counts all = statistics.all();
  std::string text = game_text(solved.game) + ": " + verdict_text(solved.value, Colour::light);
  text += "\n\n" + moves_text(solved) + "\n" + counts_text(solved) + "\n" + distances_text(solved);
  if (all.draw > 0) text += "       draw     " + with_thousands(all.draw) + "\n";
  if (statistics.longest() >= 0) {
    text += "\nlongest distance: " + plies_text(statistics.longest()) + " (" +
            with_thousands(statistics.by_distance.back()) + " positions)\n";
  }
  text += "checksum: " + hexadecimal(solved.checksum) + "\n";
  text += "solved in " + work_text(solved.seconds, solved.threads, solved.peak_memory_bytes) + "\n";
  if (solved.method == SolveMethod::induction) {
    text += "by backward induction: every move followed once\n";
  }
  if (const double full = full_round_seconds(solved); full > 0) {
    text += "one full round: " + seconds_text(full) + " seconds; the solution took " +
            seconds_text(solved.seconds / full) + " times as long\n";
  }
  if (solved.verification) text += verification_text(*solved.verification, solved.game.base);
  return text;
}

Table summary_table() {
  constexpr std::size_t kRules = 22;  // advanced+min0+mayraise
  constexpr std::size_t kVerdict = 22;
  constexpr std::size_t kCount = 14;  // 12,507,810,089
  return Table({{"rules", Align::left, kRules},
                {"verdict", Align::left, kVerdict},
                {"win", Align::right, kCount},
                {"loss", Align::right, kCount},
                {"draw", Align::right, kCount},
                {"longest"},
                {"seconds", Align::right, 8},
                {"checksum", Align::right, 16},
                {"verified"}});
}

std::vector<std::string> summary_row(const SolvedGame& solved) {
  const Counts all = solved.statistics.all();
  return {to_text(solved.game.rules),
          verdict_text(solved.value, Colour::light),
          with_thousands(all.win),
          with_thousands(all.loss),
          with_thousands(all.draw),
          std::to_string(solved.statistics.longest()),
          seconds_text(solved.seconds),
          hexadecimal(solved.checksum),
          solved.verification ? verified_cell(*solved.verification) : "no"};
}

Json json_of(const SolvedGame& solved) {
  Json json = json_of(solved.game);
  const int base = solved.game.base;
  json["position"] = to_text(ColouredPosition{}, base);
  add_value(json, solved.value);
  json["winner"] = winner_json(solved.value, Colour::light);
  json["moves"] = Json::array();
  for (const FirstMove& m : solved.moves) {
    Json move{{"move", to_text(m.move, base)}, {"position", to_text(m.after, base)}};
    add_value(move, m.value);
    move["like"] = to_text(m.like, base);
    json["moves"].push_back(move);
  }
  json["counts"] = json_of(solved.statistics.all());
  json["by_spheres"] = Json::array();
  for (int n = 0; n <= cells_of(base); ++n) {
    Json row{{"spheres", n}};
    row.update(json_of(solved.statistics.by_spheres[static_cast<std::size_t>(n)]));
    json["by_spheres"].push_back(row);
  }
  json["histogram"] = Json::array();
  for (std::size_t plies = 0; plies < solved.statistics.by_distance.size(); ++plies) {
    json["histogram"].push_back(
        {{"plies", plies}, {"positions", solved.statistics.by_distance[plies]}});
  }
  json["longest"] = solved.statistics.longest();
  json["checksum"] = hexadecimal(solved.checksum);
  json["seconds"] = solved.seconds;
  const bool by_rounds = solved.method == SolveMethod::rounds;
  json["method"] = by_rounds ? "rounds" : "induction";
  Json& stages = json[by_rounds ? "rounds" : "levels"] = Json::array();
  for (const Stage& s : solved.stages) {
    stages.push_back({{by_rounds ? "plies" : "spheres", s.number},
                      {"positions", s.positions},
                      {"seconds", s.seconds}});
  }
  if (by_rounds) json["full_round_seconds"] = full_round_seconds(solved);
  json["threads"] = solved.threads;
  json["peak_memory_bytes"] = solved.peak_memory_bytes;
  if (solved.verification) json["verification"] = json_of(*solved.verification, base);
  return json;
}

}  // namespace pylos::tools
