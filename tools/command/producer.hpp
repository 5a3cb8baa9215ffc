// The name a file is signed with: this program and its version.
#pragma once

#include <string>

#include "build_info.hpp"

namespace pylos::tools {

inline std::string producer() { return "pylos " + std::string(build_info::kVersion); }

}  // namespace pylos::tools
