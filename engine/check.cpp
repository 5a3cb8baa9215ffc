#include "engine/check.hpp"

#include <cstdlib>
#include <iostream>

namespace pylos {

void invariant_broken(const char* condition, const std::source_location& where) {
  std::cerr << "pylos: internal error: " << condition << " does not hold at " << where.file_name()
            << ':' << where.line() << " in " << where.function_name() << '\n';
  std::abort();
}

}  // namespace pylos
