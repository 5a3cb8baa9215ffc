// Progress on standard error: a bar that is redrawn where people watch, a plain line now and then
// elsewhere.
//
// Nothing is written for work that is over before the first line is due, and a bar is wiped when
// the meter goes, so that what is written next starts on a clean line. Not thread-safe: one caller
// at a time.
#pragma once

#include <cstdint>
#include <string>

#include "tools/command/command.hpp"
#include "tools/command/stopwatch.hpp"

namespace pylos::tools {

class ProgressMeter {
 public:
  /// `label` says what is being done, `unit` what is counted.
  ProgressMeter(Context& context, std::string label, std::string unit);
  ProgressMeter(const ProgressMeter&) = delete;
  ProgressMeter& operator=(const ProgressMeter&) = delete;
  ~ProgressMeter();

  /// `done` of `total`; `detail` is shown after the label. Cheap when nothing is due.
  void update(std::uint64_t done, std::uint64_t total, const std::string& detail = "");

 private:
  Context& context_;
  std::string label_;
  std::string unit_;
  Stopwatch clock_;
  double next_due_;
  bool bar_shown_ = false;
};

}  // namespace pylos::tools
