// Game, Position, Move, Record: the rules and the texts.
#include <algorithm>
#include <bit>
#include <compare>
#include <optional>

#include <pybind11/operators.h>

#include "bindings.hpp"

namespace pylos_python {
namespace {

using pylos::Game;
using pylos::Position;
using pylos::Record;

std::string quoted(const std::string& text) { return "'" + text + "'"; }
std::string base_argument(int base) { return base == 4 ? "" : ", base=" + std::to_string(base); }

template <class... T>
void add_order(py::class_<T...>& type) {
  type.def(py::self == py::self)
      .def(py::self != py::self)
      .def(py::self < py::self)
      .def(py::self <= py::self)
      .def(py::self > py::self)
      .def(py::self >= py::self);
}

// A cell by its number or its name.
int cell_from(const py::handle& object, int base) {
  if (!py::isinstance<py::str>(object)) {
    const int cell = object.cast<int>();
    pylos::cell_name(cell, base);  // throws where there is no such cell
    return cell;
  }
  const auto name = object.cast<std::string>();
  const int cells = Game("standard", base).cells();
  for (int cell = 0; cell < cells; ++cell) {
    if (pylos::cell_name(cell, base) == name) return cell;
  }
  throw pylos::InputError(
      {"cell " + quoted(name) + ": the board has 1a1 to " + pylos::cell_name(cells - 1, base)});
}

std::vector<int> cells_of(std::uint32_t bits) {
  std::vector<int> cells;
  for (; bits != 0; bits &= bits - 1) cells.push_back(std::countr_zero(bits));
  return cells;
}

std::vector<BoardMove> moves_of(const Game& game, const Position& position) {
  std::vector<BoardMove> moves;
  for (const pylos::Move& move : pylos::legal_moves(game, position)) {
    moves.push_back({move, position.base()});
  }
  return moves;
}

// Move by move, so that Ctrl-C ends a long count.
std::uint64_t count_sequences(const Game& game, const Position& position, int plies) {
  if (plies <= 3) {
    const py::gil_scoped_release release;
    return pylos::perft(game, position, plies);
  }
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  std::uint64_t total = 0;
  for (const pylos::Move& move : pylos::legal_moves(game, position)) {
    total += count_sequences(game, pylos::apply(position, move), plies - 1);
  }
  return total;
}

void add_game(py::module_& module) {
  py::class_<Game> game(module, "Game", R"(Game(rules="standard", base=4)

A rule set on a board of base side 2, 3 or 4. Raises InputError for an unknown one.

>>> pylos.Game("mature+min0")
Game('advanced+min0'))");
  of_package(game);
  game.def(py::init<std::string_view, int>(), py::arg("rules") = "standard", py::arg("base") = 4)
      .def_property_readonly("rules", &Game::rules, "The name in its written form, a text.")
      .def_property_readonly("base", &Game::base, "Base side: 2, 3 or 4.")
      .def_property_readonly("cells", &Game::cells, "Cells of the board: 5, 14 or 30.")
      .def_property_readonly("spheres_per_side", &Game::spheres_per_side,
                             "Spheres that each side owns: 3, 7 or 15.")
      .def(
          "__repr__",
          [](const Game& g) { return "Game(" + quoted(g.rules()) + base_argument(g.base()) + ")"; })
      .def("__str__", &Game::rules)
      .def("__hash__", [](const Game& g) { return py::hash(py::make_tuple(g.rules(), g.base())); })
      .def(py::self == py::self)
      .def(py::self != py::self)
      .def(py::pickle([](const Game& g) { return py::make_tuple(g.rules(), g.base()); },
                      [](const py::tuple& state) {
                        return Game(state[0].cast<std::string>(), state[1].cast<int>());
                      }));
}

void add_position(py::module_& module) {
  py::class_<Position> position(module, "Position", R"(Position(text=None, base=4)

The spheres on a board and the side to move; without a text, the empty board with light to move. It
does not change; it can be compared, ordered, hashed and pickled. The text gives the levels from the
bottom, each row by row, L for light, D for dark, a dot for empty, and then the side to move. Raises
InputError with every fault of the text.

>>> p = pylos.Position("LLD............. l")
>>> p.to_move, p.spheres, p.reserve("light")
(<Side.LIGHT: 0>, 3, 13)
>>> p.play("standard", "1d1").text
'LLDL............ d')");
  of_package(position);
  add_order(position);
  position
      .def(py::init([](const std::optional<std::string>& text, int base) {
             return text ? Position::from_text(*text, base) : Position::empty(base);
           }),
           py::arg("text") = py::none(), py::arg("base") = 4)
      .def_static("from_cells", &Position::from_cells, py::arg("light"), py::arg("dark"),
                  py::arg("to_move") = pylos::Side::light, py::arg("base") = 4,
                  R"(from_cells(light, dark, to_move="light", base=4) -> Position

From the cells of either side, numbers with one bit per cell. Raises InputError with every fault.)")
      .def_property_readonly("text", &Position::text,
                             "The shortest text; reading it gives the same position.")
      .def_property_readonly("base", &Position::base, "Base side of the board: 2, 3 or 4.")
      .def_property_readonly("to_move", &Position::to_move, "The Side that moves next.")
      .def_property_readonly(
          "light", [](const Position& p) { return p.cells_of(pylos::Side::light); },
          "The cells that light holds, a number with one bit per cell.")
      .def_property_readonly(
          "dark", [](const Position& p) { return p.cells_of(pylos::Side::dark); },
          "The cells that dark holds, a number with one bit per cell.")
      .def_property_readonly("spheres", &Position::spheres, "Spheres on the board.")
      .def("reserve", &Position::reserve, py::arg("side"),
           "reserve(side) -> int\n\nSpheres that a side has off the board.")
      .def("image", &Position::image, py::arg("symmetry"), R"(image(symmetry) -> Position

The image under one of the eight symmetries of the square: bit 0 mirrors the columns, then bit 1 the
rows, then bit 2 exchanges rows and columns. Raises InputError for a number other than 0 to 7.)")
      .def(
          "images",
          [](const Position& p) {
            std::vector<Position> images;
            for (int symmetry = 0; symmetry < 8; ++symmetry) images.push_back(p.image(symmetry));
            return images;
          },
          "images() -> list of 8 Positions\n\nThe images under all symmetries; equal ones are "
          "repeated.")
      .def("canonical", &Position::canonical, R"(canonical() -> Position

The one that stands for all eight images: equal for two positions exactly when one is an image of
the other.)")
      .def("passed", &Position::passed,
           "passed() -> Position\n\nThe same spheres with the other side to move.")
      .def("drawing", &Position::drawing,
           "drawing() -> text of several lines\n\nThe pyramid drawn level by level.")
      .def(
          "moves",
          [](const Position& p, const py::object& game) {
            return moves_of(game_from(game, p.base()), p);
          },
          py::arg("game"), R"(moves(game) -> list of Move

Every legal move, in a fixed order; none when the side to move has lost. `game` is a Game or the
name of a rule set. Raises InputError for a game on another board.

>>> len(pylos.Position().moves("standard"))
16)")
      .def(
          "is_over",
          [](const Position& p, const py::object& game) {
            return pylos::is_over(game_from(game, p.base()), p);
          },
          py::arg("game"), "is_over(game) -> bool\n\nWhether the side to move has lost.")
      .def(
          "play",
          [](const Position& p, const py::object& game, const py::object& move) {
            const Game g = game_from(game, p.base());
            return pylos::play(g, p, move_from(move, g, p));
          },
          py::arg("game"), py::arg("move"), R"(play(game, move) -> Position

The position after a move, a Move or its text. Raises InputError when the move is not legal.)")
      .def("__str__", &Position::text)
      .def("__repr__",
           [](const Position& p) {
             return "Position(" + quoted(p.text()) + base_argument(p.base()) + ")";
           })
      .def("__hash__", &Position::hash)
      .def(
          "_repr_svg_",
          [](const Position& p) { return py::module_::import("pylos.svg").attr("svg")(p); },
          "_repr_svg_() -> text\n\nThe board as a picture, which a notebook shows.")
      .def(py::pickle(
          [](const Position& p) {
            return py::make_tuple(p.cells_of(pylos::Side::light), p.cells_of(pylos::Side::dark),
                                  static_cast<int>(p.to_move()), p.base());
          },
          [](const py::tuple& state) {
            return Position::from_cells(state[0].cast<std::uint32_t>(),
                                        state[1].cast<std::uint32_t>(),
                                        state[2].cast<pylos::Side>(), state[3].cast<int>());
          }));
}

void add_move(py::module_& module) {
  py::class_<BoardMove> move(module, "Move", R"(Move(to, from_cell=None, recovered=(), base=4)

One turn: a sphere is put on a cell, from the reserve or from another cell, and up to two spheres are
taken back. Cells are numbers or names. Whether a move is legal only a position tells. It does not
change; it can be compared, ordered, hashed and pickled. Raises InputError for cells that the board
does not have.

>>> pylos.Move("2b2", from_cell="1a1", recovered=["1c3"])
Move('1a1-2b2x1c3')
>>> pylos.Move.from_text("1a1", "standard", pylos.Position()).to
0)");
  of_package(move);
  add_order(move);
  move.def(py::init([](const py::object& to, const py::object& from, const py::iterable& recovered,
                       int base) {
             BoardMove m;
             m.base = base;
             m.move.to = static_cast<std::uint8_t>(cell_from(to, base));
             m.move.from =
                 from.is_none() ? m.move.to : static_cast<std::uint8_t>(cell_from(from, base));
             for (const py::handle cell : recovered) {
               m.move.recovered |= std::uint32_t{1} << cell_from(cell, base);
             }
             return m;
           }),
           py::arg("to"), py::arg("from_cell") = py::none(), py::arg("recovered") = py::tuple(),
           py::arg("base") = 4)
      .def_static(
          "from_text",
          [](const std::string& text, const py::object& game, const Position& p) {
            return BoardMove{pylos::move_from_text(game_from(game, p.base()), p, text), p.base()};
          },
          py::arg("text"), py::arg("game"), py::arg("position"),
          R"(from_text(text, game, position) -> Move

Reads a move that is legal in a position; recovered spheres may come in any order. Raises
InputError.)")
      .def_property_readonly("text", &BoardMove::text, "The written form, as in '1a1-2b2x1c3'.")
      .def_property_readonly(
          "to", [](const BoardMove& m) { return int{m.move.to}; },
          "The cell that the sphere is put on, a number.")
      .def_property_readonly(
          "from_cell",
          [](const BoardMove& m) {
            return m.move.from == m.move.to ? std::nullopt : std::optional<int>(m.move.from);
          },
          "The cell that a raised sphere leaves; None when the sphere comes from the reserve.")
      .def_property_readonly(
          "recovered",
          [](const BoardMove& m) { return py::tuple(py::cast(cells_of(m.move.recovered))); },
          "The cells of the spheres that are taken back, numbers in ascending order.")
      .def_property_readonly(
          "kind", [](const BoardMove& m) { return pylos::kind_of(m.move, m.base); },
          "'place', 'raise' or 'relocate'.")
      .def_property_readonly(
          "base", [](const BoardMove& m) { return m.base; }, "Base side of the board: 2, 3 or 4.")
      .def("__str__", &BoardMove::text)
      .def("__repr__", [](const BoardMove& m) { return "Move(" + quoted(m.text()) + ")"; })
      .def("__hash__", [](const BoardMove& m) { return std::hash<pylos::Move>{}(m.move); })
      .def(py::pickle(
          [](const BoardMove& m) {
            return py::make_tuple(m.move.to, m.move.from, m.move.recovered, m.base);
          },
          [](const py::tuple& state) {
            BoardMove m{{state[0].cast<std::uint8_t>(), state[1].cast<std::uint8_t>(),
                         state[2].cast<std::uint32_t>()},
                        state[3].cast<int>()};
            m.text();  // throws for cells that the board does not have
            return m;
          }));
}

void add_record(py::module_& module) {
  py::class_<Record> record(module, "Record", R"(Record(game="standard", start=None, moves=())

A game that was played: rules, first position and moves. Every move, a Move or its text, must be legal
where it is played: InputError.

>>> record = pylos.read_game("1. 1b2 1a1 2. 1c2 {so far}")
>>> record.last.text
'D....LL......... d')");
  of_package(record);
  record
      .def(py::init([](const py::object& game, const py::object& start, const py::iterable& moves) {
             const int base = py::isinstance<Position>(start) ? start.cast<Position>().base() : 4;
             Record r{game_from(game, base), Position(), {}};
             r.start = start.is_none() ? Position::empty(r.game.base())
                                       : position_from(start, r.game.base());
             Position now = r.start;
             for (const py::handle item : moves) {
               r.moves.push_back(move_from(item, r.game, now));
               now = pylos::play(r.game, now, r.moves.back());
             }
             return r;
           }),
           py::arg("game") = "standard", py::arg("start") = py::none(),
           py::arg("moves") = py::tuple())
      .def_property_readonly(
          "game", [](const Record& r) { return r.game; }, "The Game.")
      .def_property_readonly(
          "start", [](const Record& r) { return r.start; }, "The first Position.")
      .def_property_readonly(
          "moves",
          [](const Record& r) {
            std::vector<BoardMove> moves;
            for (const pylos::Move& m : r.moves) moves.push_back({m, r.game.base()});
            return moves;
          },
          "A list of Move.")
      .def_property_readonly("last", &Record::last, "The last Position.")
      .def("position", &Record::position, py::arg("plies"), R"(position(plies) -> Position

The position after the first `plies` moves, 0 to len(moves). Raises InputError.)")
      .def_property_readonly("text", &Record::text, "The written form; read_game reads it.")
      .def("__str__", &Record::text)
      .def("__repr__", [](const Record& r) { return "Record(" + quoted(r.text()) + ")"; })
      .def(
          "__eq__",
          [](const Record& a, const Record& b) {
            return a.game == b.game && a.start == b.start && a.moves == b.moves;
          },
          py::is_operator())
      .def("__hash__", [](const Record& r) { return py::hash(py::str(r.text())); })
      .def(py::pickle([](const Record& r) { return py::make_tuple(r.text()); },
                      [](const py::tuple& state) {
                        return pylos::record_from_text(state[0].cast<std::string>());
                      }));
}

}  // namespace

py::object code_named(const char* name) { return py::module_::import("pylos.codes").attr(name); }

Game game_from(const py::handle& object, int base) {
  if (py::isinstance<Game>(object)) return object.cast<Game>();
  if (py::isinstance<py::str>(object)) return Game(object.cast<std::string>(), base);
  throw py::type_error("a Game or the name of a rule set is wanted");
}

Position position_from(const py::handle& object, int base) {
  if (py::isinstance<Position>(object)) return object.cast<Position>();
  if (py::isinstance<py::str>(object)) {
    return Position::from_text(object.cast<std::string>(), base);
  }
  throw py::type_error("a Position or the text of one is wanted");
}

pylos::Move move_from(const py::handle& object, const Game& game, const Position& position) {
  if (py::isinstance<py::str>(object)) {
    return pylos::move_from_text(game, position, object.cast<std::string>());
  }
  if (!py::isinstance<BoardMove>(object)) {
    throw py::type_error("a Move or the text of one is wanted");
  }
  const auto move = object.cast<BoardMove>();
  if (move.base != position.base()) {
    throw pylos::InputError({"the move is on a board of base side " + std::to_string(move.base) +
                             ", the position on one of " + std::to_string(position.base())});
  }
  return move.move;
}

void add_rules(py::module_& module) {
  add_game(module);
  add_position(module);
  add_move(module);
  add_record(module);
  module.def("all_games", &pylos::all_games,
             "all_games() -> list of Game\n\nThe ten rule sets on the board of base side 4.");
  module.def("cell_name", &pylos::cell_name, py::arg("cell"), py::arg("base") = 4,
             R"(cell_name(cell, base=4) -> text

The name of a cell by its number: level digit, column letter, row number. Cells are numbered level by
level from the bottom, in a level row by row. Raises InputError for a number that the board does not
have.

>>> pylos.cell_name(5), pylos.cell_name(29)
('1b2', '4a1'))");
  module.def(
      "perft",
      [](const py::object& game, const py::object& position, int plies) {
        const int base = py::isinstance<Game>(game)           ? game.cast<Game>().base()
                         : py::isinstance<Position>(position) ? position.cast<Position>().base()
                                                              : 4;
        return count_sequences(game_from(game, base), position_from(position, base), plies);
      },
      py::arg("game"), py::arg("position"), py::arg("plies"),
      R"(perft(game, position, plies) -> int

How many sequences of exactly `plies` legal moves there are, 0 or more. The interpreter's lock is
free meanwhile. Raises InputError.

>>> pylos.perft("standard", pylos.Position(), 3)
3360)");
  module.def(
      "read_game",
      [](const std::string& text, const py::object& game) {
        return pylos::record_from_text(text, game_from(game, 4));
      },
      py::arg("text"), py::arg("game") = "standard", R"(read_game(text, game="standard") -> Record

Reads a game: moves separated by spaces, commas or line ends; move numbers and {comments} are skipped;
a first line `[rules R] [base B] [start POSITION]` may stand before it. `game` is played where the text
names no rules. Raises InputError; an illegal move is named with its ply.)");
}

}  // namespace pylos_python
