// The lines of standard input that ask something: empty lines and comments (`#`) are passed over, a
// carriage return at the end and a byte-order mark at the beginning belong to no line.
#pragma once

#include <cstdint>
#include <istream>
#include <string>

namespace pylos::tools {

class InputLines {
 public:
  /// Most bytes of a line.
  static constexpr std::size_t kMostBytes = 1U << 16;

  explicit InputLines(std::istream& in) : in_(in) {}

  /// The next line; false at the end. Throws InputError for a line that is too long, and when the
  /// input cannot be read.
  bool next(std::string& line);
  /// Its number, from 1.
  std::uint64_t number() const { return number_; }
  /// Whether more input is there without waiting.
  bool has_more() const { return in_.rdbuf()->in_avail() > 0; }

 private:
  bool next_line(std::string& line);
  bool read(std::string& line);
  std::istream& in_;
  std::uint64_t number_ = 0;
};

}  // namespace pylos::tools
