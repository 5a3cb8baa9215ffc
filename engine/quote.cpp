#include "engine/quote.hpp"

namespace pylos {

std::string printable(std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      result += c;
    } else {
      result += "\\x";
      result += kHex[byte >> 4];
      result += kHex[byte & 15];
    }
  }
  return result;
}

std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string result = "'" + printable(text.substr(0, kLongest));
  if (text.size() > kLongest) result += "...";
  return result += "'";
}

}  // namespace pylos
