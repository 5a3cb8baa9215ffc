// Solved, the source of values: a file or a solution in memory, and the work of solving.
#include <filesystem>
#include <optional>

#include <pybind11/operators.h>
#include <pybind11/stl/filesystem.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "job.hpp"

namespace pylos_python {
namespace {

using pylos::Counts;
using pylos::Game;
using pylos::MoveValue;
using pylos::Position;
using pylos::Solved;
using pylos::Value;

// A Solved that Python can close. What still runs when it is closed keeps the file until its end.
class Handle {
 public:
  explicit Handle(Solved solved) : solved_(std::move(solved)) {}

  const Solved& get() const {
    if (!solved_) throw pylos::InputError({"the database is closed"});
    return *solved_;
  }
  bool is_closed() const { return !solved_; }
  void close() { solved_.reset(); }

  // f(solved, position), without the interpreter's lock.
  template <class F>
  auto ask(const py::object& position, F&& f) const {
    const Solved solved = get();
    const Position p = position_from(position, solved.game().base());
    const py::gil_scoped_release release;
    return f(solved, p);
  }

 private:
  std::optional<Solved> solved_;
};

py::object plies_or_none(const std::optional<int>& plies) { return py::cast(plies); }

std::string optional_text(const std::optional<int>& plies) {
  return plies ? std::to_string(*plies) : "None";
}

std::string value_repr(const Value& v) {
  return "Value(" + std::string(pylos::to_text(v.outcome)) + ", " + optional_text(v.plies) + ")";
}

void add_values(py::module_& module) {
  py::class_<Value> value(module, "Value", R"(Value(outcome, plies=None)

What a position is worth to the side that moves. It can be compared, hashed and pickled.)");
  of_package(value);
  value
      .def(py::init([](pylos::Outcome outcome, const std::optional<int>& plies) {
             return Value{outcome, plies};
           }),
           py::arg("outcome"), py::arg("plies") = py::none())
      .def_property_readonly(
          "outcome", [](const Value& v) { return v.outcome; }, "The Outcome for the side to move.")
      .def_property_readonly(
          "plies", [](const Value& v) { return plies_or_none(v.plies); },
          "Plies to the end when the winner hurries and the loser delays; None for a draw, and "
          "where "
          "the file holds outcomes alone.")
      .def(
          "text", [](const Value& v, pylos::Side side) { return pylos::to_text(v, side); },
          py::arg("to_move"),
          "text(to_move) -> text\n\nWho wins and how soon, as in 'dark wins in 36 plies'.")
      .def("__repr__", &value_repr)
      .def(py::self == py::self)
      .def("__hash__",
           [](const Value& v) {
             return py::hash(py::make_tuple(static_cast<int>(v.outcome), v.plies));
           })
      .def(py::pickle(
          [](const Value& v) { return py::make_tuple(static_cast<int>(v.outcome), v.plies); },
          [](const py::tuple& state) {
            return Value{state[0].cast<pylos::Outcome>(), state[1].cast<std::optional<int>>()};
          }));

  py::class_<MoveValue> move(module, "MoveValue", "A legal move and what it leads to.");
  of_package(move);
  move.def_property_readonly(
          "move",
          [](const MoveValue& m) {
            return BoardMove{m.move, m.after.base()};
          },
          "The Move.")
      .def_property_readonly(
          "after", [](const MoveValue& m) { return m.after; }, "The Position after it.")
      .def_property_readonly(
          "value", [](const MoveValue& m) { return m.value; },
          "The Value of `after`, for the side that is then to move.")
      .def_property_readonly(
          "result", [](const MoveValue& m) { return m.result; },
          "The Outcome for the side that makes the move: a best move of a won position says WIN.")
      .def_property_readonly(
          "plies_left", [](const MoveValue& m) { return plies_or_none(m.plies_left); },
          "Plies to the end, the move itself counted; None where there are none.")
      .def("__repr__", [](const MoveValue& m) {
        return "MoveValue(" + pylos::to_text(m.move, m.after.base()) + ", " +
               std::string(pylos::to_text(m.result)) + ", " + optional_text(m.plies_left) + ")";
      });

  py::class_<Counts> counts(module, "Counts", "Positions by outcome, all images counted.");
  of_package(counts);
  counts.def_readonly("win", &Counts::win, "Positions that the side to move wins.")
      .def_readonly("loss", &Counts::loss, "Positions that the side to move loses.")
      .def_readonly("draw", &Counts::draw, "Positions that are a draw.")
      .def_property_readonly(
          "total", [](const Counts& c) { return c.win + c.loss + c.draw; }, "All of them.")
      .def("__repr__", [](const Counts& c) {
        return "Counts(win=" + std::to_string(c.win) + ", loss=" + std::to_string(c.loss) +
               ", draw=" + std::to_string(c.draw) + ")";
      });
}

py::object statistics(const Handle& handle) {
  const Solved& solved = handle.get();
  const std::vector<std::uint64_t> histogram = solved.histogram();
  return code_named("Statistics")(
      solved.counts(),
      py::array_t<std::uint64_t>(static_cast<py::ssize_t>(histogram.size()), histogram.data()));
}

py::object values(const Handle& handle, const py::object& positions, int threads,
                  const py::object& progress) {
  const Solved solved = handle.get();
  const std::vector<Position> list = positions_from(positions, solved.game().base());
  std::vector<Value> found;
  run_job(progress, [&](std::stop_token stop, const Tell& tell) {
    found = pylos::values(solved, list, {threads, 0, tell, std::move(stop)});
  });
  const auto size = static_cast<py::ssize_t>(found.size());
  py::array_t<std::uint8_t> outcome(size);
  py::array_t<std::int16_t> plies(size);
  std::uint8_t* const outcomes = outcome.mutable_data();
  std::int16_t* const all_plies = plies.mutable_data();
  const auto no_plies = code_named("NO_PLIES").cast<std::int16_t>();
  for (std::size_t i = 0; i < found.size(); ++i) {
    outcomes[i] = static_cast<std::uint8_t>(found[i].outcome);
    all_plies[i] = found[i].plies ? static_cast<std::int16_t>(*found[i].plies) : no_plies;
  }
  return code_named("Values")(outcome, plies);
}

void add_solved_class(py::module_& module) {
  py::class_<Handle> solved(module, "Solved", R"(The values of one game, from `open` or `solve`.

It is a context manager: at the end of `with` it is closed, and after that every question raises
InputError, which is a ValueError. It can be asked from many threads at once; the interpreter's lock is
free while it answers. A position may be given as its text.

>>> db = pylos.solve("children", base=3)
>>> db.probe(pylos.Position(base=3))
Value(loss, 16)
>>> db.values(["......... l", "L........ d"]).plies.tolist()
[16, 15])");
  of_package(solved);
  solved.def("__enter__", [](const py::object& self) { return self; })
      .def("__exit__", [](Handle& h, const py::args&) { h.close(); })
      .def("close", &Handle::close, "close()\n\nEnds the use of the file. It may be called twice.")
      .def_property_readonly("closed", &Handle::is_closed, "Whether close() was called.")
      .def_property_readonly(
          "game", [](const Handle& h) { return h.get().game(); }, "The Game.")
      .def_property_readonly(
          "verdict", [](const Handle& h) { return h.get().verdict(); },
          "The Value of the empty board; unknown in a slice.")
      .def_property_readonly(
          "has_distances", [](const Handle& h) { return h.get().has_distances(); },
          "Whether wins and losses have their plies.")
      .def_property_readonly(
          "least_spheres", [](const Handle& h) { return h.get().least_spheres(); },
          "Positions with fewer spheres on the board are not held: 0 unless the "
          "file is a slice.")
      .def_property_readonly(
          "checksum", [](const Handle& h) { return h.get().checksum(); }, "16 hexadecimal digits.")
      .def_property_readonly(
          "path", [](const Handle& h) { return h.get().path(); },
          "The file's path; empty for a solution in memory.")
      .def_property_readonly(
          "bytes", [](const Handle& h) { return h.get().bytes(); },
          "Bytes of the file, or of the values in memory.")
      .def_property_readonly("statistics", &statistics,
                             "Statistics: the Counts of outcomes and the histogram of plies.")
      .def(
          "probe",
          [](const Handle& h, const py::object& position) {
            return h.ask(position, [](const Solved& s, const Position& p) { return s.value(p); });
          },
          py::arg("position"), R"(probe(position) -> Value

The value of a position, for the side that moves there. Raises InputError for a text that is no
position and for one on another board, NotHeldError for one that a slice leaves out, FileError for a
file that is damaged there.)")
      .def(
          "get",
          [](const Handle& h, const py::object& position, const py::object& otherwise) {
            h.get();  // a closed database raises
            try {
              return py::cast(
                  h.ask(position, [](const Solved& s, const Position& p) { return s.value(p); }));
            } catch (const pylos::InputError&) {
            } catch (const pylos::NotHeldError&) {
            }
            return otherwise;
          },
          py::arg("position"), py::arg("default") = py::none(),
          R"(get(position, default=None) -> Value or default

As probe, but the default where there is no value: the text is no position, the board is another, or
the file does not hold it. A damaged file still raises FileError.)")
      .def(
          "moves",
          [](const Handle& h, const py::object& position) {
            return h.ask(position, [](const Solved& s, const Position& p) { return s.moves(p); });
          },
          py::arg("position"), R"(moves(position) -> list of MoveValue

Every legal move, best first for the side to move: the fastest win, draws, unknown ones, the slowest
loss; equally good ones in the order of Position.moves. Raises as probe.)")
      .def(
          "line",
          [](const Handle& h, const py::object& position, int plies) {
            if (plies < 0) throw pylos::InputError({"plies: a negative number"});
            return h.ask(position,
                         [&](const Solved& s, const Position& p) { return s.line(p, plies); });
          },
          py::arg("position"), py::arg("plies") = 200,
          R"(line(position, plies=200) -> list of MoveValue

Best moves by both sides from a position on, the first of equally good ones each time, at most `plies`
of them; a drawn line ends before it repeats a position. Raises as probe.)")
      .def(
          "document",
          [](const Handle& h, const py::object& position) {
            const std::string text =
                h.ask(position, [](const Solved& s, const Position& p) { return s.document(p); });
            return py::module_::import("json").attr("loads")(text);
          },
          py::arg("position"), R"(document(position) -> dict

The document of a position, the same that the command's --json gives: value, plies, reserves, moves
with what they are worth. Raises as probe.)")
      .def("values", &values, py::arg("positions"), py::kw_only(), py::arg("threads") = 0,
           py::arg("progress") = py::none(),
           R"(values(positions, *, threads=0, progress=None) -> Values

The values of n positions, in their order: Values(outcome, plies) with outcome a numpy uint8[n] of the
codes of Outcome and plies a numpy int16[n], -1 (NO_PLIES) for a draw, an unknown value, and where the
file holds outcomes alone. A position that a slice leaves out has the outcome UNKNOWN.

positions: a numpy array of POSITION_DTYPE with one axis (fastest), or a list of Position or of texts.
threads: how many work, 1 to 1024; 0 for as many as the machine has.
progress: a function of (done, total), called now and then in the calling thread; when it returns
    False, the work is stopped and StoppedError is raised.

Ctrl-C stops the work: KeyboardInterrupt. Raises InputError, which names the place of a position that is
none, and FileError.)")
      .def("__repr__", [](const Handle& h) -> std::string {
        if (h.is_closed()) return "<Solved, closed>";
        const Game& game = h.get().game();
        return "<Solved " + game.rules() + ", base " + std::to_string(game.base()) + ", " +
               (h.get().path().empty() ? "in memory" : "'" + h.get().path() + "'") + ">";
      });
}

// A path, a Game, or a text: the name of a rule set where it is one, a path otherwise.
Handle open(const py::object& what, int base, std::size_t cache_bytes, bool map) {
  const pylos::OpenOptions options{cache_bytes, map};
  std::optional<Game> game;
  std::string path;
  if (py::isinstance<Game>(what)) {
    game = what.cast<Game>();
  } else if (py::isinstance<py::str>(what)) {
    path = what.cast<std::string>();
    try {
      game = Game(path, base);
    } catch (const pylos::InputError&) {
      if (base < 2 || base > 4) throw;
    }
  } else {
    path = what.cast<std::filesystem::path>().string();
  }
  const py::gil_scoped_release release;
  return Handle(game ? pylos::open(*game, options) : pylos::open(path, options));
}

Handle solve(const py::object& rules, int base, int threads, std::uint64_t memory_bytes,
             const py::object& progress) {
  const Game game = game_from(rules, base);
  std::optional<Solved> solved;
  run_job(progress, [&](std::stop_token stop, const Tell& tell) {
    solved = pylos::solve(game, {threads, memory_bytes, tell, std::move(stop)});
  });
  return Handle(*std::move(solved));
}

}  // namespace

void add_solved(py::module_& module) {
  add_values(module);
  add_solved_class(module);
  module.def("open", &open, py::arg("path_or_rules"), py::kw_only(), py::arg("base") = 4,
             py::arg("cache_bytes") = std::size_t{64} << 20, py::arg("map") = false,
             R"(open(path_or_rules, *, base=4, cache_bytes=67108864, map=False) -> Solved

Opens a database file. A Game, or a text that is the name of a rule set, is looked for in the home of
databases (home_of_databases), on the board of base side `base`; any other text, and a pathlib.Path,
is the path of a file.

cache_bytes: most bytes of decoded parts of the file that are kept for the next question.
map: maps the file into memory, somewhat faster; a file that is cut while it is open then ends Python
    by a signal.

Raises FileError for a file that is missing, damaged or of another kind; the text for a missing one
names the command that makes it.)");
  module.def(
      "solve", &solve, py::arg("rules") = "standard", py::kw_only(), py::arg("base") = 4,
      py::arg("threads") = 0, py::arg("memory_bytes") = 0, py::arg("progress") = py::none(),
      R"(solve(rules="standard", *, base=4, threads=0, memory_bytes=0, progress=None) -> Solved

Works out a game in memory: seconds to a minute, and 1 to 2 GB on base 4. `rules` is a Game or the
name of a rule set. The interpreter's lock is free meanwhile.

threads: how many work, 1 to 1024; 0 for as many as the machine has.
memory_bytes: most memory that may be asked for; 0 for what the machine has free.
progress: a function of (positions done, positions in all), called now and then in the calling thread;
    when it returns False, the work is stopped and StoppedError is raised.

Ctrl-C stops the work: KeyboardInterrupt. Raises MemoryError before any work when memory will not do,
and InputError.)");
  module.def("home_of_databases", &pylos::home_of_databases,
             R"(home_of_databases() -> text

The folder where databases are kept: $PYLOS_DATA, else $XDG_DATA_HOME/pylos, else
~/.local/share/pylos. It need not exist.)");
  module.def(
      "database_path",
      [](const py::object& game, int base) { return pylos::database_path(game_from(game, base)); },
      py::arg("game"), py::arg("base") = 4,
      "database_path(game, base=4) -> text\n\nThe path of a game's file in the home of "
      "databases.");
}

}  // namespace pylos_python
