// Two rule sets compared, as JSON and as text for people.
#pragma once

#include <string>
#include <vector>

#include "engine/moves.hpp"
#include "engine/text.hpp"
#include "solver/analysis/comparison.hpp"
#include "solver/table/solution.hpp"
#include "tools/command/json.hpp"

namespace pylos::tools {

/// A position whose outcome differs, with the moves that are best under one rule set and not under
/// the other (illegal there, or no longer best).
struct Flip {
  ColouredPosition position;
  Value first;
  Value second;
  std::vector<Move> best_under_first_only;
  std::vector<Move> best_under_second_only;
};

/// All earliest flips of one kind.
struct FlipKind {
  /// Outcomes under the first rule set and under the second.
  Outcome first;
  Outcome second;
  analysis::EarliestFlips earliest;
  std::vector<Flip> examples;
};

struct ComparedGames {
  Game first;
  Game second;
  analysis::Comparison comparison;
  /// The kinds of flips that there are, earliest first.
  std::vector<FlipKind> kinds;
};

/// Looks up the values and moves of the earliest flips.
std::vector<FlipKind> flip_kinds(const analysis::Comparison& comparison, const Solution& first,
                                 const Solution& second);

/// `all` (the domain) and `reachable`, and `earliest`.
Json json_of(const ComparedGames& games);

std::string report_text(const ComparedGames& games);

}  // namespace pylos::tools
