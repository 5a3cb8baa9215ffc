// What a Solved answers, from whatever source its values come.
#include <algorithm>
#include <set>

#include "engine/legal_moves.hpp"
#include "solver/api/convert.hpp"
#include "solver/api/source.hpp"

namespace pylos::v1 {
namespace {

// The value that a source holds; `unknown` where it holds none.
Value held_value(const Solved::Source& source, const Position& position) {
  return translated([&] { return shown_value(source.value(Access::coloured(position).position)); });
}

void require_held(const Solved::Source& source, const Position& position) {
  require_base(source.game, position);
  if (position.spheres() >= source.least_spheres) return;
  throw NotHeldError("the file " + source.path + " holds positions from " +
                     std::to_string(source.least_spheres) + " spheres up alone; " +
                     position.text() + " has " + std::to_string(position.spheres()));
}

}  // namespace

std::string_view to_text(Outcome outcome) {
  return pylos::to_text(static_cast<pylos::Outcome>(outcome));
}

std::string to_text(const Value& value, Side to_move) {
  if (value.outcome != Outcome::win && value.outcome != Outcome::loss) {
    return std::string(to_text(value.outcome));
  }
  const Side winner = value.outcome == Outcome::win ? to_move : other(to_move);
  std::string text = std::string(to_text(winner)) + " wins";
  if (value.plies) {
    text += " in " + std::to_string(*value.plies) + (*value.plies == 1 ? " ply" : " plies");
  }
  return text;
}

const Game& Solved::game() const { return source_->game; }
bool Solved::has_distances() const { return source_->has_distances; }
int Solved::least_spheres() const { return source_->least_spheres; }
const std::string& Solved::checksum() const { return source_->checksum; }
const std::string& Solved::path() const { return source_->path; }
std::uint64_t Solved::bytes() const { return source_->bytes; }

Counts Solved::counts() const {
  const pylos::Counts all = source_->statistics.all();
  return {all.win, all.loss, all.draw};
}

std::vector<std::uint64_t> Solved::histogram() const { return source_->statistics.by_distance; }

Value Solved::verdict() const { return held_value(*source_, Position::empty(game().base())); }

Value Solved::value(const Position& position) const {
  require_held(*source_, position);
  return held_value(*source_, position);
}

std::vector<MoveValue> Solved::moves(const Position& position) const {
  require_base(game(), position);
  std::vector<MoveValue> moves;
  for (const Move& move : legal_moves(game(), position)) {
    MoveValue m{move, apply(position, move), {}, Outcome::unknown, std::nullopt};
    m.value = held_value(*source_, m.after);
    m.result = result_of(m.value.outcome);
    if (m.value.plies) m.plies_left = *m.value.plies + 1;
    moves.push_back(std::move(m));
  }
  std::stable_sort(moves.begin(), moves.end(), [](const MoveValue& a, const MoveValue& b) {
    return badness_of_move(engine_value(a.value)) < badness_of_move(engine_value(b.value));
  });
  return moves;
}

std::vector<MoveValue> Solved::line(const Position& position, int plies) const {
  std::vector<MoveValue> line;
  std::set<Position> seen{position};
  Position now = position;
  while (static_cast<int>(line.size()) < plies) {
    const std::vector<MoveValue> best = moves(now);
    if (best.empty() || best.front().value.outcome == Outcome::unknown) break;
    now = best.front().after;
    if (!seen.insert(now).second) break;
    line.push_back(best.front());
  }
  return line;
}

}  // namespace pylos::v1
