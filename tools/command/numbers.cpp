#include "tools/command/numbers.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string>

#include "engine/errors.hpp"
#include "engine/quote.hpp"

namespace pylos::tools {
namespace {

// Digits only: from_chars on an unsigned type takes neither sign nor space.
std::optional<std::uint64_t> digits(std::string_view text) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stopped_at, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stopped_at != end) return std::nullopt;
  return value;
}

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

// The power of two that a unit stands for; nothing for text that is no unit.
std::optional<int> shift_of_unit(std::string_view unit) {
  if (unit.empty()) return 0;
  constexpr std::string_view kUnits = "KMGT";
  const std::size_t index = kUnits.find(upper(unit[0]));
  if (index == std::string_view::npos) return std::nullopt;
  std::string rest;
  for (const char c : unit.substr(1)) rest += upper(c);
  if (!rest.empty() && rest != "B" && rest != "IB") return std::nullopt;
  return 10 * (static_cast<int>(index) + 1);
}

}  // namespace

std::uint64_t number_from_text(std::string_view name, std::string_view text, std::uint64_t least,
                               std::uint64_t most) {
  const std::optional<std::uint64_t> value = digits(text);
  if (value && *value >= least && *value <= most) return *value;
  throw InputError(std::string(name) + " " + quoted(text) + ": a whole number from " +
                   std::to_string(least) + " to " + std::to_string(most) + " is wanted");
}

std::uint64_t bytes_from_text(std::string_view name, std::string_view text) {
  const std::size_t unit_at = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::optional<std::uint64_t> value = digits(text.substr(0, unit_at));
  const std::optional<int> shift = shift_of_unit(text.substr(unit_at));
  if (value && shift && *value > 0 &&
      *value <= std::numeric_limits<std::uint64_t>::max() >> *shift) {
    return *value << *shift;
  }
  throw InputError(std::string(name) + " " + quoted(text) +
                   ": a size such as 800M or 3G is wanted");
}

}  // namespace pylos::tools
