// Many positions at once, from whatever a Python program holds them in.
#pragma once

#include <vector>

#include <pybind11/numpy.h>

#include "bindings.hpp"

namespace pylos_python {

/// Positions from a numpy array of pylos.POSITION_DTYPE with one axis, or from anything that can be
/// iterated and gives Positions or texts, on boards of this base side. Throws InputError, which
/// names the place of the position that is at fault, and TypeError.
std::vector<pylos::Position> positions_from(const py::handle& object, int base);

}  // namespace pylos_python
