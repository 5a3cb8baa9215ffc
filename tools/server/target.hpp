// The target of a request taken apart: the parts of its path and the fields of its query.
//
// In a path a plus is a plus; in a query it is a space, as forms write it. %XX is read in both.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pylos::server {

struct Target {
  /// What stands between the slashes; a slash at the end adds nothing. "/" has no part.
  std::vector<std::string> parts;
  /// The last of fields of the same name counts.
  std::map<std::string, std::string, std::less<>> query;

  /// A field of the query; throws Refused (400 missing_parameter) when it is not there.
  const std::string& field(std::string_view name) const;
  /// A number in a field, `otherwise` when the field is not there; throws Refused
  /// (400 bad_parameter) for what is no number from `least` to `most`.
  long number(std::string_view name, long least, long most, long otherwise) const;
};

/// Throws Refused (400 bad_request) for a target that does not begin with a slash, for a percent
/// sign without two hexadecimal digits, and for a NUL.
Target target_from_text(std::string_view text);

}  // namespace pylos::server
