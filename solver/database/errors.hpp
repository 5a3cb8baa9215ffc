// What can go wrong with a file: it is not what it should be, or it cannot be written.
#pragma once

#include <stdexcept>
#include <string>

#include "engine/quote.hpp"

namespace pylos::database {

/// A file that is damaged, unfinished, of another kind or from a newer program. The message names
/// the file, what was expected and what was found.
class BadFile : public std::runtime_error {
 public:
  BadFile(const std::string& path, const std::string& fault)
      : std::runtime_error("file " + pylos::quoted(path) + ": " + fault) {}
};

/// The disk would not do: no space, no permission, a name that is taken. The message names the
/// file.
class DiskError : public std::runtime_error {
 public:
  DiskError(const std::string& path, const std::string& fault)
      : std::runtime_error("file " + pylos::quoted(path) + ": " + fault) {}
};

}  // namespace pylos::database
