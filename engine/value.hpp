// The value of a position: win, loss or draw for the side to move, with the exact distance in
// plies.
//
// Win in n, loss in n: the winner hurries and the loser delays (RULES.md, "Values"). A side that
// clause 6 ends has loss in 0; losses are even, wins odd. A draw has no distance, and a win or a loss
// may have none that is known, as in a file that holds outcomes alone. `unknown` is what a search or
// a slice of a database answers when it cannot tell.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace pylos {

enum class Outcome : std::uint8_t { unknown, win, loss, draw };

struct Value {
  Outcome outcome = Outcome::unknown;
  /// Plies to the end under perfect play, 0 or more; absent for draw and unknown, and where the
  /// distance of a win or a loss is not known.
  std::optional<int> plies;

  constexpr bool operator==(const Value&) const = default;
  static constexpr Value win(int plies) { return {Outcome::win, plies}; }
  static constexpr Value loss(int plies) { return {Outcome::loss, plies}; }
  /// A win or a loss whose distance is not known.
  static constexpr Value win() { return {Outcome::win, std::nullopt}; }
  static constexpr Value loss() { return {Outcome::loss, std::nullopt}; }
  static constexpr Value draw() { return {Outcome::draw, std::nullopt}; }
  /// Whether it is a win or a loss.
  constexpr bool decided() const { return outcome == Outcome::win || outcome == Outcome::loss; }
};

/// "win", "loss", "draw" or "unknown".
constexpr std::string_view to_text(Outcome outcome) {
  switch (outcome) {
    case Outcome::win:
      return "win";
    case Outcome::loss:
      return "loss";
    case Outcome::draw:
      return "draw";
    case Outcome::unknown:
      break;
  }
  return "unknown";
}

/// How good a move is for the side that makes it, by the value of the position after it (which
/// belongs to the other side): least first is best first. Fastest win, then draw, unknown, and
/// slowest loss before faster ones. An unknown distance counts as 0.
constexpr int badness_of_move(Value after) {
  constexpr int kFar = 1 << 20;
  switch (after.outcome) {
    case Outcome::loss:
      return after.plies.value_or(0);
    case Outcome::draw:
      return kFar;
    case Outcome::unknown:
      return kFar + 1;
    case Outcome::win:
      break;
  }
  return 3 * kFar - after.plies.value_or(0);
}

/// The value of a position from the values of all positions one move away: builds up a minimum for
/// wins and a maximum for losses. With no successor at all the side to move has lost (clause 6).
class ValueFromSuccessors {
 public:
  /// A win or a loss must have its distance.
  constexpr void add(Value after) {
    switch (after.outcome) {
      case Outcome::loss:
        if (least_loss_ < 0 || *after.plies < least_loss_) least_loss_ = *after.plies;
        break;
      case Outcome::win:
        if (*after.plies > greatest_win_) greatest_win_ = *after.plies;
        break;
      case Outcome::draw:
        draw_ = true;
        break;
      case Outcome::unknown:
        unknown_ = true;
        break;
    }
  }
  /// Win if a successor is lost; else unknown, draw, or loss in the greatest win plus one.
  constexpr Value value() const {
    if (least_loss_ >= 0) return Value::win(least_loss_ + 1);
    if (unknown_) return {};
    if (draw_) return Value::draw();
    return Value::loss(greatest_win_ + 1);
  }

 private:
  int least_loss_ = -1;
  int greatest_win_ = -1;
  bool draw_ = false;
  bool unknown_ = false;
};

}  // namespace pylos
