#include "tools/command/progress.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ostream>
#include <utility>

#include "tools/command/format.hpp"

namespace pylos::tools {
namespace {

constexpr double kSecondsBetweenBars = 0.1;
constexpr double kSecondsBetweenLines = 5;
constexpr int kBarLength = 24;
constexpr const char* kWipeLine = "\r\x1b[K";

// 1234567 as "1.2 M".
std::string short_number(double number) {
  const char* unit = "";
  for (const char* next : {" k", " M", " G"}) {
    if (number < 1000) break;
    number /= 1000;
    unit = next;
  }
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.1f%s", number, unit);
  return buffer.data();
}

}  // namespace

ProgressMeter::ProgressMeter(Context& context, std::string label, std::string unit)
    : context_(context),
      label_(std::move(label)),
      unit_(std::move(unit)),
      next_due_(context.err_is_terminal ? kSecondsBetweenBars : kSecondsBetweenLines) {}

ProgressMeter::~ProgressMeter() {
  if (bar_shown_) context_.err << kWipeLine << std::flush;
}

void ProgressMeter::update(std::uint64_t done, std::uint64_t total, const std::string& detail) {
  const double seconds = clock_.seconds();
  if (seconds < next_due_) return;
  next_due_ = seconds + (context_.err_is_terminal ? kSecondsBetweenBars : kSecondsBetweenLines);

  const double fraction =
      total == 0 ? 0 : std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  std::string text = label_;
  if (!detail.empty()) text += ", " + detail;
  if (context_.err_is_terminal) {
    const int filled = static_cast<int>(fraction * kBarLength);
    text += " [";
    for (int i = 0; i < kBarLength; ++i) text += i < filled ? '#' : '.';
    text += "]";
  } else {
    text += ":";
  }
  std::array<char, 16> percent{};
  std::snprintf(percent.data(), percent.size(), " %.1f%%", 100 * fraction);
  text += percent.data();
  text += ", " + short_number(static_cast<double>(done) / seconds) + " " + unit_ + "/s";
  text += ", " + clock_text(seconds) + " so far";
  if (fraction > 0.01) text += ", about " + clock_text(seconds / fraction - seconds) + " left";

  if (context_.err_is_terminal) {
    context_.err << kWipeLine << text << std::flush;
    bar_shown_ = true;
  } else {
    context_.err << text << '\n' << std::flush;
  }
}

}  // namespace pylos::tools
