// The part of pylos/pylos.hpp that needs no values: games, positions, moves.
#include <algorithm>
#include <array>

#include "engine/board.hpp"
#include "engine/legal_moves.hpp"
#include "engine/perft.hpp"
#include "engine/record.hpp"
#include "engine/symmetry.hpp"
#include "solver/api/convert.hpp"

namespace pylos::v1 {
namespace {

std::string joined(const std::vector<std::string>& faults) {
  std::string text;
  for (const std::string& fault : faults) text += (text.empty() ? "" : "; ") + fault;
  return text;
}

}  // namespace

InputError::InputError(std::vector<std::string> faults)
    : Error(joined(faults)), faults_(std::move(faults)) {}

std::string_view to_text(Side side) { return side == Side::light ? "light" : "dark"; }

Game::Game(std::string_view rules, int base) : base_(base) {
  translated([&] {
    rules_ = pylos::to_text(rule_set_from_text(rules));
    with_base(base, []<int B>() {});
  });
}

int Game::cells() const {
  return with_base(base_, []<int B>() { return Board<B>::kCells; });
}

int Game::spheres_per_side() const {
  return with_base(base_, []<int B>() { return Board<B>::kSpheresASide; });
}

std::vector<Game> all_games() {
  std::vector<Game> games;
  for (const RuleSet rules : kAllRuleSets) games.emplace_back(pylos::to_text(rules));
  return games;
}

std::string cell_name(int cell, int base) {
  return translated([&] {
    const int cells = with_base(base, []<int B>() { return Board<B>::kCells; });
    if (cell < 0 || cell >= cells) {
      throw pylos::InputError("cell " + std::to_string(cell) + ": the board has cells 0 to " +
                              std::to_string(cells - 1));
    }
    return pylos::to_text(Cell(cell), base);
  });
}

Position Position::empty(int base) {
  translated([&] { with_base(base, []<int B>() {}); });
  return Access::make({}, base);
}

Position Position::from_text(std::string_view text, int base) {
  return translated([&] { return Access::make(position_from_text(text, base), base); });
}

Position Position::from_cells(std::uint32_t light, std::uint32_t dark, Side to_move, int base) {
  return translated([&] {
    return Access::make(
        position_from_cells(CellSet(light), CellSet(dark),
                            to_move == Side::light ? Colour::light : Colour::dark, base),
        base);
  });
}

std::string Position::text() const { return pylos::to_text(Access::coloured(*this), base_); }

int Position::spheres() const { return CellSet(light_ | dark_).size(); }

int Position::reserve(Side side) const {
  const int own = with_base(base_, []<int B>() { return Board<B>::kSpheresASide; });
  return own - CellSet(cells_of(side)).size();
}

Position Position::image(int symmetry) const {
  if (symmetry < 0 || symmetry >= kSymmetries) {
    throw InputError({"symmetry " + std::to_string(symmetry) + ": there are 0 to 7"});
  }
  ColouredPosition p = Access::coloured(*this);
  with_base(base_, [&]<int B>() {
    p.position = pylos::image<B>(Symmetry{static_cast<std::uint8_t>(symmetry)}, p.position);
  });
  return Access::make(p, base_);
}

Position Position::canonical() const {
  ColouredPosition p = Access::coloured(*this);
  with_base(base_, [&]<int B>() { p.position = pylos::canonical<B>(p.position); });
  return Access::make(p, base_);
}

Position Position::passed() const {
  Position result = *this;
  result.to_move_ = other(to_move_);
  return result;
}

std::string Position::drawing() const { return pylos::drawing(Access::coloured(*this), base_); }

std::size_t Position::hash() const {
  const std::uint64_t bits = (std::uint64_t{dark_} << 32 | light_) ^
                             (std::uint64_t{to_move_ == Side::dark} << 31) ^
                             (std::uint64_t{base_} << 62);
  return splitmix64(bits);
}

std::vector<std::string> faults_of(std::string_view position_text, int base) {
  translated([&] { with_base(base, []<int B>() {}); });
  try {
    position_from_text(position_text, base);
    return {};
  } catch (const pylos::InputError& e) {
    return e.faults();
  }
}

std::vector<Move> legal_moves(const Game& game, const Position& position) {
  require_base(game, position);
  return translated([&] {
    std::vector<Move> moves;
    for (const pylos::Move& move :
         pylos::legal_moves(Access::coloured(position).position, engine_game(game))) {
      moves.push_back(shown_move(move));
    }
    return moves;
  });
}

bool is_over(const Game& game, const Position& position) {
  return legal_moves(game, position).empty();
}

Position play(const Game& game, const Position& position, const Move& move) {
  const std::vector<Move> legal = legal_moves(game, position);
  if (std::find(legal.begin(), legal.end(), move) == legal.end()) {
    throw InputError({"the move is not legal in " + position.text() + " under " + game.rules()});
  }
  return apply(position, move);
}

Position apply(const Position& position, const Move& move) {
  return Access::make(pylos::apply(Access::coloured(position), engine_move(move)),
                      position.base());
}

std::string to_text(const Move& move, int base) {
  return translated([&] {
    const CellSet named =
        CellSet(move.recovered) | CellSet(Cell(move.to & 31)) | CellSet(Cell(move.from & 31));
    const bool on_board =
        move.to < 32 && move.from < 32 &&
        with_base(base, [&]<int B>() { return Board<B>::kAll.contains(named); });
    if (!on_board) throw pylos::InputError("the move names a cell that the board does not have");
    return pylos::to_text(engine_move(move), base);
  });
}

Move move_from_text(const Game& game, const Position& position, std::string_view text) {
  require_base(game, position);
  return translated([&] {
    return shown_move(
        pylos::move_from_text(text, Access::coloured(position).position, engine_game(game)));
  });
}

std::uint64_t perft(const Game& game, const Position& position, int plies) {
  require_base(game, position);
  if (plies < 0) throw InputError({"plies: " + std::to_string(plies) + " is negative"});
  return translated([&] {
    return pylos::perft(Access::coloured(position).position, engine_game(game), plies);
  });
}

std::string_view kind_of(const Move& move, int base) {
  if (move.from == move.to) return "place";
  return translated([&] {
    return with_base(base, [&]<int B>() -> std::string_view {
      const auto level = [](int cell) { return Board<B>::place(Cell(cell)).level; };
      return level(move.to) > level(move.from) ? "raise" : "relocate";
    });
  });
}

namespace {

pylos::Record engine_record(const Record& record) {
  pylos::Record result{engine_game(record.game), Access::coloured(record.start), {}};
  for (const Move& move : record.moves) result.moves.push_back(engine_move(move));
  return result;
}

}  // namespace

Position Record::position(std::size_t plies) const {
  if (plies > moves.size()) {
    throw InputError({"the game has " + std::to_string(moves.size()) + " plies, not " +
                      std::to_string(plies)});
  }
  Position p = start;
  for (std::size_t i = 0; i < plies; ++i) p = apply(p, moves[i]);
  return p;
}

std::string Record::text() const {
  return translated([&] { return pylos::to_text(engine_record(*this)); });
}

Record record_from_text(std::string_view text, const Game& game) {
  return translated([&] {
    const pylos::Record read = pylos::record_from_text(text, engine_game(game));
    Record record{shown_game(read.game), Access::make(read.start, read.game.base), {}};
    for (const pylos::Move& move : read.moves) record.moves.push_back(shown_move(move));
    return record;
  });
}

}  // namespace pylos::v1
