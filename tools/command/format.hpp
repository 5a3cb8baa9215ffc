// Numbers, times and tables for people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/text.hpp"
#include "engine/value.hpp"

namespace pylos::tools {

/// 12507810089 as 12,507,810,089.
std::string with_thousands(std::uint64_t number);

/// 16 lower-case hexadecimal digits.
std::string hexadecimal(std::uint64_t number);

/// Seconds with two decimals: "0.03", "152.40".
std::string seconds_text(double seconds);

/// A duration as people say it: "0:42", "1:02:03" (hours, minutes, seconds).
std::string clock_text(double seconds);

/// Bytes with a binary unit: "512 B", "1.9 GiB".
std::string bytes_text(std::uint64_t bytes);

/// A number with two decimals: "8.39".
std::string decimal_text(double number);

/// A share (0 to 1) with two decimals, "12.34%"; one too small to show is "<0.01%".
std::string percent_text(double share);

/// What work took: "1.50 seconds, threads: 2, peak memory: 1.9 GiB".
std::string work_text(double seconds, int threads, std::uint64_t peak_memory_bytes);

/// Who wins and how fast: "dark wins in 36 plies", "dark wins" (no distance known), "draw", "unknown".
/// `to_move` is the colour of the side the value belongs to.
std::string verdict_text(Value value, Colour to_move);

/// "1 ply", "36 plies".
std::string plies_text(int plies);

enum class Align { left, right };

/// Rows of text under a heading, in aligned columns with two spaces between.
class Table {
 public:
  struct Column {
    std::string heading;
    Align align = Align::right;
    /// Least width, in characters.
    std::size_t width = 0;
  };
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  void add(std::vector<std::string> row);
  /// Heading and all rows added so far.
  std::string text() const;
  /// The heading alone, and one row alone, at the least widths: for tables written as they grow.
  std::string heading_line() const;
  std::string row_line(const std::vector<std::string>& row) const;

 private:
  std::string line(const std::vector<std::string>& cells,
                   const std::vector<std::size_t>& widths) const;
  std::vector<std::string> headings() const;
  std::vector<std::size_t> least_widths() const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace pylos::tools
