// Many positions at once, between numpy arrays, lists, and the library.
#include "arrays.hpp"

#include <cstddef>
#include <string>

namespace pylos_python {
namespace {

template <class T>
py::array_t<T, py::array::c_style> field(const py::array& array, const char* name) {
  // Without forcecast: numbers that would not fit are refused, not cut.
  auto result = py::array_t<T, py::array::c_style>::ensure(array.attr("__getitem__")(name));
  if (!result) {
    PyErr_Clear();
    throw pylos::InputError({std::string("the field ") + name +
                             " has another type than in "
                             "pylos.POSITION_DTYPE"});
  }
  return result;
}

[[noreturn]] void throw_in_place(std::size_t index, const pylos::InputError& error) {
  std::vector<std::string> faults = error.faults();
  for (std::string& fault : faults) fault = "position " + std::to_string(index) + ": " + fault;
  throw pylos::InputError(faults);
}

std::vector<pylos::Position> from_structured(const py::array& array, int base) {
  if (array.ndim() != 1) {
    throw pylos::InputError(
        {"an array of positions has one axis, this one has " + std::to_string(array.ndim())});
  }
  const auto light = field<std::uint32_t>(array, "light");
  const auto dark = field<std::uint32_t>(array, "dark");
  const auto side = field<std::uint8_t>(array, "side");
  const auto size = static_cast<std::size_t>(array.size());
  const std::uint32_t* const lights = light.data();
  const std::uint32_t* const darks = dark.data();
  const std::uint8_t* const sides = side.data();

  const py::gil_scoped_release release;
  std::vector<pylos::Position> positions;
  positions.reserve(size);
  for (std::size_t i = 0; i < size; ++i) {
    try {
      if (sides[i] > 1) {
        throw pylos::InputError({"side " + std::to_string(sides[i]) + ": 0 is light, 1 is dark"});
      }
      positions.push_back(pylos::Position::from_cells(lights[i], darks[i],
                                                      static_cast<pylos::Side>(sides[i]), base));
    } catch (const pylos::InputError& e) {
      throw_in_place(i, e);
    }
  }
  return positions;
}

}  // namespace

std::vector<pylos::Position> positions_from(const py::handle& object, int base) {
  if (py::isinstance<py::array>(object)) {
    const auto array = py::reinterpret_borrow<py::array>(object);
    if (!array.dtype().attr("names").is_none()) return from_structured(array, base);
    const auto kind = array.dtype().kind();
    if (kind != 'O' && kind != 'U') {
      throw pylos::InputError(
          {"an array of positions has the fields light, dark and side (pylos.POSITION_DTYPE)"});
    }
  }
  if (py::isinstance<py::str>(object) || py::isinstance<pylos::Position>(object)) {
    throw py::type_error("a list or an array of positions is wanted, not one position");
  }
  std::vector<pylos::Position> positions;
  positions.reserve(py::len_hint(object));
  for (const py::handle item : py::iter(object)) {
    try {
      positions.push_back(position_from(item, base));
    } catch (const pylos::InputError& e) {
      throw_in_place(positions.size(), e);
    }
  }
  return positions;
}

void add_arrays(py::module_& module) {
  module.def(
      "to_array",
      [](const py::object& positions, int base) {
        const std::vector<pylos::Position> list = positions_from(positions, base);
        const py::object type = py::module_::import("pylos.arrays").attr("POSITION_DTYPE");
        const py::object array = py::module_::import("numpy").attr("empty")(list.size(), type);
        py::array_t<std::uint32_t> light(static_cast<py::ssize_t>(list.size()));
        py::array_t<std::uint32_t> dark(static_cast<py::ssize_t>(list.size()));
        py::array_t<std::uint8_t> side(static_cast<py::ssize_t>(list.size()));
        for (std::size_t i = 0; i < list.size(); ++i) {
          light.mutable_data()[i] = list[i].cells_of(pylos::Side::light);
          dark.mutable_data()[i] = list[i].cells_of(pylos::Side::dark);
          side.mutable_data()[i] = static_cast<std::uint8_t>(list[i].to_move());
        }
        array["light"] = light;
        array["dark"] = dark;
        array["side"] = side;
        return array;
      },
      py::arg("positions"), py::arg("base") = 4,
      R"(to_array(positions, base=4) -> numpy array of POSITION_DTYPE, one axis

The positions, each a Position or the text of one, as an array. Raises InputError, which names the
place of the position that is at fault, counted from 0.

>>> pylos.to_array(["L............... d"])["light"].tolist()
[1])");
  module.def(
      "from_array", [](const py::object& array, int base) { return positions_from(array, base); },
      py::arg("array"), py::arg("base") = 4,
      R"(from_array(array, base=4) -> list of Position

The positions of an array of POSITION_DTYPE. Raises InputError for one that is no position: a sphere
without support, a cell that both sides hold, too many spheres, a side other than 0 and 1.)");
}

}  // namespace pylos_python
