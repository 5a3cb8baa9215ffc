// The error for text or arguments that mean nothing: it carries every fault that was found, so that
// a user can mend them all at once.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace pylos {

/// Bad input; what() joins the faults with "; ".
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::vector<std::string> faults);
  explicit InputError(const std::string& fault) : InputError(std::vector<std::string>{fault}) {}

  const std::vector<std::string>& faults() const { return faults_; }

 private:
  std::vector<std::string> faults_;
};

}  // namespace pylos
