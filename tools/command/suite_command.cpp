#include "tools/command/suite_command.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <ostream>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "engine/errors.hpp"
#include "engine/legal_moves.hpp"
#include "engine/symmetry.hpp"
#include "solver/reader/database.hpp"
#include "tools/command/format.hpp"
#include "tools/command/json.hpp"
#include "tools/command/options.hpp"
#include "tools/command/suite.hpp"

namespace pylos::tools {
namespace {

constexpr std::uint64_t kMostPositions = 1000;
constexpr int kFewestSpheresUnlessGiven = 4;
constexpr int kMostSpheresUnlessGiven = 24;

OptionParser parser() {
  return OptionParser("suite",
                      "Writes a test suite for pylos bench --suite: won and lost positions of each "
                      "number of spheres, easy ones first, from random games and from games in "
                      "which three moves of four are best ones, with value, plies and all best "
                      "moves from databases. The same databases and options give the same suite.",
                      "pylos suite standard.pylos advanced.pylos --count 1 > suite.txt")
      .positional("FILE", "a database, as solve --out writes it")
      .rest("FILE", "further ones")
      .option("count", "N", "positions of each number of spheres and kind of game; 1 unless given")
      .option("min-spheres", "K",
              "fewest spheres on the board, " + std::to_string(kFewestSpheresUnlessGiven) +
                  " unless given")
      .option("max-spheres", "K",
              "most spheres, " + std::to_string(kMostSpheresUnlessGiven) + " unless given")
      .option("seed", "S", "another S plays other games; 1 unless given")
      .one_thread()
      .flag("json", "a JSON document a line for each position instead of the suite's text");
}

// Plays games until one passes through a position that will do.
class Player {
 public:
  Player(const database::Database& database, std::uint64_t seed)
      : database_(database), random_(seed) {}

  /// A won or lost position with so many spheres that was not returned before, none of its images
  /// either. `best_of_four`: how many of four moves are best ones, 0 to 4.
  SuiteEntry find(int spheres, unsigned best_of_four) {
    for (int games = 0; games < kMostGames; ++games) {
      ColouredPosition p;
      bool over = false;
      while (!over && p.position.occupied().size() != spheres) over = !play(p, best_of_four);
      if (over) continue;
      const Value value = database_.value(p.position);
      // Lost at once is no question, and a draw has no proof by searching.
      if (!value.decided() || *value.plies == 0) continue;
      if (!seen_.insert(image_of(p.position)).second) continue;
      return {database_.game(), p, value, best_moves(p.position)};
    }
    throw InputError(database_.path() + ": no new position with " + std::to_string(spheres) +
                     " spheres in " + std::to_string(kMostGames) + " games");
  }

 private:
  static constexpr int kMostGames = 10'000;

  std::uint64_t below(std::uint64_t n) { return random_() % n; }

  bool play(ColouredPosition& p, unsigned best_of_four) {
    const std::vector<Move> moves = below(4) < best_of_four
                                        ? best_moves(p.position)
                                        : legal_moves(p.position, database_.game());
    if (moves.empty()) return false;
    p = apply(p, moves[below(moves.size())]);
    return true;
  }

  std::vector<Move> best_moves(Position p) const {
    std::vector<Move> best;
    const std::vector<database::MoveValue> moves = database_.moves(p);
    for (const database::MoveValue& m : moves) {
      if (m.value == moves.front().value) best.push_back(m.move);
    }
    return best;
  }

  Position image_of(Position p) const {
    return with_base(database_.game().base, [&]<int B>() { return canonical<B>(p); });
  }

  const database::Database& database_;
  std::mt19937_64 random_;
  std::set<Position> seen_;
};

struct Wanted {
  int least_spheres = 0;
  int most_spheres = 0;
  std::uint64_t count = 0;
  std::uint64_t seed = 0;
  bool json = false;
};

Json entry_json(const SuiteEntry& entry) {
  Json json = json_of(entry.game);
  json["position"] = to_text(entry.start, entry.game.base);
  add_value(json, entry.value);
  json["winner"] = winner_json(entry.value, entry.start.to_move);
  json["best"] = Json::array();
  for (const Move move : entry.best) json["best"].push_back(to_text(move, entry.game.base));
  return json;
}

void write_positions(const database::Database& database, const Wanted& wanted, std::ostream& out) {
  const std::string checksum = hexadecimal(database.header().body_checksum);
  if (!wanted.json) {
    out << "# " << to_text(database.game().rules) << ", base " << database.game().base << ": "
        << std::filesystem::path(database.path()).filename().string() << ", checksum " << checksum
        << '\n';
  }
  Player player(database, wanted.seed);
  for (int spheres = wanted.most_spheres; spheres >= wanted.least_spheres; --spheres) {
    for (const unsigned best_of_four : {0U, 3U}) {
      for (std::uint64_t i = 0; i < wanted.count; ++i) {
        const SuiteEntry entry = player.find(spheres, best_of_four);
        if (wanted.json) {
          Json json = entry_json(entry);
          json["database_checksum"] = checksum;
          out << json.dump() << '\n';
        } else {
          out << to_text(entry) << '\n';
        }
      }
    }
  }
}

}  // namespace

ExitStatus run_suite(Arguments arguments, Context& context) {
  const auto options = parser().parse(arguments, context.out);
  if (!options) return ExitStatus::done;
  Wanted wanted;
  wanted.least_spheres =
      static_cast<int>(options->number("min-spheres", 1, kMaxCells, kFewestSpheresUnlessGiven));
  wanted.most_spheres =
      static_cast<int>(options->number("max-spheres", 1, kMaxCells, kMostSpheresUnlessGiven));
  if (wanted.least_spheres > wanted.most_spheres) {
    throw InputError("--min-spheres above --max-spheres");
  }
  wanted.count = options->number("count", 1, kMostPositions, 1);
  wanted.seed = options->number("seed", 0, ~std::uint64_t{0}, 1);
  wanted.json = options->json();

  std::vector<std::string> files = options->rest();
  files.insert(files.begin(), options->positional("FILE"));
  std::vector<database::Database> databases;
  for (const std::string& file : files) {
    database::require_all_distances(databases.emplace_back(file));
  }
  if (!wanted.json) {
    context.out << "# position; rules; value; plies; all best moves\n"
                << "# made by: pylos suite FILE... --count " << wanted.count << " --min-spheres "
                << wanted.least_spheres << " --max-spheres " << wanted.most_spheres << " --seed "
                << wanted.seed << '\n';
  }
  for (const database::Database& database : databases) {
    write_positions(database, wanted, context.out);
  }
  return ExitStatus::done;
}

}  // namespace pylos::tools
