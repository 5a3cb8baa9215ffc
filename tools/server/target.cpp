#include "tools/server/target.hpp"

#include <charconv>

#include "tools/server/answer.hpp"

namespace pylos::server {
namespace {

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string decoded(std::string_view text, bool plus_is_space) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      const int high = i + 1 < text.size() ? digit(text[i + 1]) : -1;
      const int low = i + 2 < text.size() ? digit(text[i + 2]) : -1;
      if (high < 0 || low < 0) {
        throw Refused(400, "bad_request", "a percent sign needs two hexadecimal digits after it");
      }
      c = static_cast<char>(high * 16 + low);
      i += 2;
    } else if (c == '+' && plus_is_space) {
      c = ' ';
    }
    if (c == '\0') throw Refused(400, "bad_request", "the target holds a NUL");
    out += c;
  }
  return out;
}

}  // namespace

const std::string& Target::field(std::string_view name) const {
  const auto found = query.find(name);
  if (found == query.end()) {
    throw Refused(400, "missing_parameter", "the field '" + std::string(name) + "' is missing");
  }
  return found->second;
}

long Target::number(std::string_view name, long least, long most, long otherwise) const {
  const auto found = query.find(name);
  if (found == query.end()) return otherwise;
  const std::string& text = found->second;
  long value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc() || end != text.data() + text.size() || value < least || value > most) {
    throw Refused(400, "bad_parameter",
                  "the field '" + std::string(name) + "' takes a number from " +
                      std::to_string(least) + " to " + std::to_string(most) + ", not '" + text +
                      "'");
  }
  return value;
}

Target target_from_text(std::string_view text) {
  if (text.empty() || text.front() != '/') {
    throw Refused(400, "bad_request", "the target of a request begins with a slash");
  }
  Target target;
  text = text.substr(0, text.find('#'));
  const std::size_t mark = text.find('?');
  std::string_view path = text.substr(1, mark == std::string_view::npos ? mark : mark - 1);
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    target.parts.push_back(decoded(path.substr(0, slash), false));
    if (slash == std::string_view::npos) break;
    path.remove_prefix(slash + 1);
  }
  if (mark == std::string_view::npos) return target;
  std::string_view query = text.substr(mark + 1);
  while (!query.empty()) {
    const std::string_view field = query.substr(0, query.find('&'));
    const std::size_t equals = field.find('=');
    if (!field.empty()) {
      target.query[decoded(field.substr(0, equals), true)] =
          equals == std::string_view::npos ? "" : decoded(field.substr(equals + 1), true);
    }
    query.remove_prefix(std::min(query.size(), field.size() + 1));
  }
  return target;
}

}  // namespace pylos::server
