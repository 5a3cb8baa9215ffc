#include "tools/command/command.hpp"

#include <ostream>

namespace pylos::tools {

void flush(Context& context) {
  context.out.flush();
  if (!context.out) throw OutputError();
}

}  // namespace pylos::tools
