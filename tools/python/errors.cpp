// The errors of pylos/pylos.hpp become those of pylos/errors.py.
#include <exception>

#include "bindings.hpp"

namespace pylos_python {
namespace {

void set_error(const char* name, const py::tuple& arguments) {
  const py::object type = py::module_::import("pylos.errors").attr(name);
  PyErr_SetObject(type.ptr(), type(*arguments).ptr());
}

}  // namespace

void add_errors() {
  py::register_exception_translator([](std::exception_ptr error) {
    try {
      if (error) std::rethrow_exception(error);
    } catch (const pylos::InputError& e) {
      set_error("InputError", py::tuple(py::cast(e.faults())));
    } catch (const pylos::FileError& e) {
      set_error("FileError", py::make_tuple(e.what()));
    } catch (const pylos::NotHeldError& e) {
      set_error("NotHeldError", py::make_tuple(e.what()));
    } catch (const pylos::MemoryError& e) {
      set_error("MemoryError", py::make_tuple(e.what()));
    } catch (const pylos::StoppedError& e) {
      set_error("StoppedError", py::make_tuple(e.what()));
    } catch (const pylos::Error& e) {
      set_error("Error", py::make_tuple(e.what()));
    }
  });
}

}  // namespace pylos_python
