// Untrusted text made safe to show in an error message.
#pragma once

#include <string>
#include <string_view>

namespace pylos {

/// `text` with bytes outside printable ASCII as \xNN.
std::string printable(std::string_view text);

/// `text` in single quotes, bytes outside printable ASCII as \xNN, cut after 60 bytes with "...".
std::string quoted(std::string_view text);

}  // namespace pylos
