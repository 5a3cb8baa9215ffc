// What the files of the Python module share: how sides and outcomes, which are enumerations of
// pylos/codes.py, pass the border, and what each file adds to the module. Nothing here works
// without the interpreter's lock.
#pragma once

#include <string>

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pylos/pylos.hpp>

namespace pylos_python {

namespace py = pybind11;

/// A move together with the base side of its board, which its written form needs.
struct BoardMove {
  pylos::Move move;
  int base = 4;

  std::string text() const { return pylos::to_text(move, base); }
  auto operator<=>(const BoardMove&) const = default;
};

/// A Game, or the text of a rule set on a board of this base side. Throws InputError, TypeError.
pylos::Game game_from(const py::handle& object, int base);
/// A Position, or the text of one on a board of this base side. Throws InputError, TypeError.
pylos::Position position_from(const py::handle& object, int base);
/// A Move, or the text of one that is legal there. Throws InputError, TypeError.
pylos::Move move_from(const py::handle& object, const pylos::Game& game,
                      const pylos::Position& position);

/// A member of pylos.codes, such as "Side".
py::object code_named(const char* name);

void add_errors();
void add_rules(py::module_& module);
void add_arrays(py::module_& module);
void add_solved(py::module_& module);

/// The name of the class is pylos.NAME for its readers and for pickle.
inline void of_package(const py::handle& type) { type.attr("__module__") = "pylos"; }

}  // namespace pylos_python

namespace pybind11::detail {

/// Side: a pylos.Side, its number, or its name.
template <>
struct type_caster<pylos::v1::Side> {
  PYBIND11_TYPE_CASTER(pylos::v1::Side, const_name("Side"));
  bool load(handle source, bool) {
    if (isinstance<str>(source)) {
      const auto text = source.cast<std::string>();
      if (text != "light" && text != "dark") {
        throw pylos::InputError({"side '" + text + "': there are light and dark"});
      }
      value = text == "dark" ? pylos::v1::Side::dark : pylos::v1::Side::light;
      return true;
    }
    if (!isinstance<pybind11::int_>(source)) return false;
    const auto number = source.cast<long long>();
    if (number != 0 && number != 1) {
      throw pylos::InputError({"side " + std::to_string(number) + ": 0 is light, 1 is dark"});
    }
    value = static_cast<pylos::v1::Side>(number);
    return true;
  }
  static handle cast(pylos::v1::Side side, return_value_policy, handle) {
    return pylos_python::code_named("Side")(static_cast<int>(side)).release();
  }
};

/// Outcome: a pylos.Outcome or its number.
template <>
struct type_caster<pylos::v1::Outcome> {
  PYBIND11_TYPE_CASTER(pylos::v1::Outcome, const_name("Outcome"));
  bool load(handle source, bool) {
    if (!isinstance<pybind11::int_>(source)) return false;
    const auto number = source.cast<long long>();
    if (number < 0 || number > 3) {
      throw pylos::InputError({"outcome " + std::to_string(number) + ": there are 0 to 3"});
    }
    value = static_cast<pylos::v1::Outcome>(number);
    return true;
  }
  static handle cast(pylos::v1::Outcome outcome, return_value_policy, handle) {
    return pylos_python::code_named("Outcome")(static_cast<int>(outcome)).release();
  }
};

}  // namespace pybind11::detail
