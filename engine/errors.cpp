#include "engine/errors.hpp"

#include <utility>

namespace pylos {
namespace {

std::string joined(const std::vector<std::string>& faults) {
  std::string text;
  for (const std::string& fault : faults) {
    if (!text.empty()) text += "; ";
    text += fault;
  }
  return text;
}

}  // namespace

InputError::InputError(std::vector<std::string> faults)
    : Error(joined(faults)), faults_(std::move(faults)) {}

}  // namespace pylos
