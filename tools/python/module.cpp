// The module pylos._pylos: pylos/pylos.hpp for Python. pylos/__init__.py makes it the package.
#include "bindings.hpp"

PYBIND11_MODULE(_pylos, module) {
  pybind11::options options;
  options.disable_function_signatures();  // the comments of the package give better ones
  pylos_python::add_errors();
  pylos_python::add_rules(module);
  pylos_python::add_arrays(module);
  pylos_python::add_solved(module);
}
