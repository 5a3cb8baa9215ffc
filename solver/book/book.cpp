#include "solver/book/book.hpp"

#include <algorithm>

#include "engine/legal_moves.hpp"
#include "engine/symmetry.hpp"
#include "solver/numbering/orientation.hpp"

namespace pylos::book {

std::string_view to_text(Kind kind) {
  switch (kind) {
    case Kind::full:
      return "full";
    case Kind::winning:
      return "winning";
    case Kind::resist:
      break;
  }
  return "resist";
}

std::optional<Kind> kind_from_text(std::string_view text) {
  for (const Kind kind : {Kind::full, Kind::winning, Kind::resist}) {
    if (to_text(kind) == text) return kind;
  }
  return std::nullopt;
}

std::optional<BookAnswer> find(const Book& book, Position p) {
  const Oriented canonical = oriented(p, book.game.base);
  const auto found =
      std::find_if(book.entries.begin(), book.entries.end(),
                   [&](const BookEntry& e) { return e.start.position == canonical.position; });
  if (found == book.entries.end()) return std::nullopt;
  BookAnswer answer{found->value, {}};
  for (const Move& move : found->best) {
    answer.best.push_back(image(inverse(canonical.by), move, book.game.base));
  }
  return answer;
}

}  // namespace pylos::book
