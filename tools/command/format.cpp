#include "tools/command/format.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "engine/check.hpp"

namespace pylos::tools {
namespace {

std::string fixed(double number, int decimals) {
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, number);
  return buffer.data();
}

std::string two_digits(std::uint64_t number) {
  return (number < 10 ? "0" : "") + std::to_string(number);
}

}  // namespace

std::string with_thousands(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, ",");
  return text;
}

std::string hexadecimal(std::uint64_t number) {
  std::array<char, 17> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%016llx", static_cast<unsigned long long>(number));
  return buffer.data();
}

std::string seconds_text(double seconds) { return fixed(seconds, 2); }

std::string clock_text(double seconds) {
  constexpr double kMost = 1e9;
  const auto whole = static_cast<std::uint64_t>(std::lround(std::clamp(seconds, 0.0, kMost)));
  const std::uint64_t hours = whole / 3600;
  const std::uint64_t minutes = whole / 60 % 60;
  const std::string rest = ":" + two_digits(whole % 60);
  if (hours == 0) return std::to_string(minutes) + rest;
  return std::to_string(hours) + ":" + two_digits(minutes) + rest;
}

std::string bytes_text(std::uint64_t bytes) {
  if (bytes < 1024) return std::to_string(bytes) + " B";
  double size = static_cast<double>(bytes);
  const char* unit = "B";
  for (const char* next : {"KiB", "MiB", "GiB", "TiB"}) {
    if (size < 1024) break;
    size /= 1024;
    unit = next;
  }
  return fixed(size, 1) + " " + unit;
}

std::string decimal_text(double number) { return fixed(number, 2); }

std::string percent_text(double share) {
  if (share > 0 && share < 0.00005) return "<0.01%";
  return fixed(100 * share, 2) + "%";
}

std::string work_text(double seconds, int threads, std::uint64_t peak_memory_bytes) {
  return seconds_text(seconds) + " seconds, threads: " + std::to_string(threads) +
         ", peak memory: " + bytes_text(peak_memory_bytes);
}

std::string plies_text(int plies) {
  return std::to_string(plies) + (plies == 1 ? " ply" : " plies");
}

std::string verdict_text(Value value, Colour to_move) {
  if (!value.decided()) return std::string(to_text(value.outcome));
  const Colour winner = value.outcome == Outcome::win ? to_move : other(to_move);
  const std::string text = std::string(to_text(winner)) + " wins";
  return value.plies ? text + " in " + plies_text(*value.plies) : text;
}

void Table::add(std::vector<std::string> row) {
  PYLOS_CHECK(row.size() == columns_.size());
  rows_.push_back(std::move(row));
}

std::vector<std::size_t> Table::least_widths() const {
  std::vector<std::size_t> widths;
  widths.reserve(columns_.size());
  for (const Column& c : columns_) widths.push_back(std::max(c.heading.size(), c.width));
  return widths;
}

std::string Table::line(const std::vector<std::string>& cells,
                        const std::vector<std::size_t>& widths) const {
  PYLOS_CHECK(cells.size() == columns_.size());
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) text += "  ";
    const std::string padding(widths[i] - std::min(widths[i], cells[i].size()), ' ');
    text += columns_[i].align == Align::right ? padding + cells[i] : cells[i] + padding;
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text += '\n';
}

std::vector<std::string> Table::headings() const {
  std::vector<std::string> texts;
  texts.reserve(columns_.size());
  for (const Column& c : columns_) texts.push_back(c.heading);
  return texts;
}

std::string Table::heading_line() const { return line(headings(), least_widths()); }

std::string Table::row_line(const std::vector<std::string>& row) const {
  return line(row, least_widths());
}

std::string Table::text() const {
  std::vector<std::size_t> widths = least_widths();
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text = line(headings(), widths);
  for (const auto& row : rows_) text += line(row, widths);
  return text;
}

}  // namespace pylos::tools
