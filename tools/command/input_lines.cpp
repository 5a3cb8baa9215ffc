#include "tools/command/input_lines.hpp"

#include "engine/errors.hpp"

namespace pylos::tools {

bool InputLines::read(std::string& line) {
  line.clear();
  ++number_;
  std::streambuf& bytes = *in_.rdbuf();
  using Traits = std::streambuf::traits_type;
  for (auto c = bytes.sbumpc(); !Traits::eq_int_type(c, Traits::eof()); c = bytes.sbumpc()) {
    if (c == '\n') return true;
    if (line.size() == kMostBytes) {
      throw InputError("line " + std::to_string(number_) + " has more than " +
                       std::to_string(kMostBytes) + " bytes");
    }
    line += Traits::to_char_type(c);
  }
  return !line.empty();
}

bool InputLines::next(std::string& line) {
  try {
    return next_line(line);
  } catch (const std::ios_base::failure&) {  // a descriptor that is closed, say
    throw InputError("standard input cannot be read");
  }
}

bool InputLines::next_line(std::string& line) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  while (read(line)) {
    if (number_ == 1 && line.starts_with(kByteOrderMark)) line.erase(0, kByteOrderMark.size());
    if (line.ends_with('\r')) line.pop_back();
    if (!line.empty() && line.front() != '#') return true;
  }
  return false;
}

}  // namespace pylos::tools
