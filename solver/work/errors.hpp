// What can go wrong in long work and with files; engine/errors.hpp has the base class and the error
// for bad input. Each kind has an exit status of its own in the command (tools/command).
#pragma once

#include <string>

#include "engine/errors.hpp"
#include "engine/quote.hpp"

namespace pylos {

/// The machine has too little memory; the message names the bytes needed and the bytes allowed.
class OutOfMemory : public Error {
 public:
  using Error::Error;
};

/// The work was stopped through its stop token.
class Stopped : public Error {
 public:
  using Error::Error;
};

/// A file that is damaged, unfinished, of another kind or from a newer program. The message names
/// the file, what was expected and what was found.
class BadFile : public Error {
 public:
  BadFile(const std::string& path, const std::string& fault)
      : Error("file " + pylos::quoted(path) + ": " + fault) {}
};

/// A file cannot be written: the disk is full, permission is missing, or the name is taken. The
/// message names the file.
class DiskError : public Error {
 public:
  DiskError(const std::string& path, const std::string& fault)
      : Error("file " + pylos::quoted(path) + ": " + fault) {}
};

}  // namespace pylos
