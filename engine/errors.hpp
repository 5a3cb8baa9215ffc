// The errors of the library: one base class, so that one catch serves, and the error for text or
// arguments that mean nothing, which carries every fault that was found, so that a user can mend
// them all at once. solver/work/errors.hpp has the errors of long work and of files.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace pylos {

/// The base class of every error that this library throws on purpose. what() is one sentence for a
/// person.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Bad input; what() joins the faults with "; ".
class InputError : public Error {
 public:
  explicit InputError(std::vector<std::string> faults);
  explicit InputError(const std::string& fault) : InputError(std::vector<std::string>{fault}) {}

  const std::vector<std::string>& faults() const { return faults_; }

 private:
  std::vector<std::string> faults_;
};

}  // namespace pylos
