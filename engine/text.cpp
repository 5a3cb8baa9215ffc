#include "engine/text.hpp"

#include <algorithm>
#include <vector>

#include "engine/board.hpp"
#include "engine/errors.hpp"
#include "engine/game.hpp"
#include "engine/legal_moves.hpp"
#include "engine/quote.hpp"

namespace pylos {
namespace {

char letter(const ColouredPosition& p, Cell c) {
  if (p.of(Colour::light).contains(c)) return 'L';
  return p.of(Colour::dark).contains(c) ? 'D' : '.';
}

template <int B>
std::string position_text(const ColouredPosition& p) {
  using Geometry = Board<B>;
  std::string text;
  for (int level = 1; level <= Geometry::kLevels; ++level) {
    const CellSet cells = Geometry::level_cells(level);
    if (level > 1 && !p.position.occupied().intersects(cells))
      break;  // a supported shape ends here
    if (level > 1) text += '/';
    for (const Cell c : cells) text += letter(p, c);
  }
  text += ' ';
  return text += p.to_move == Colour::light ? 'l' : 'd';
}

template <int B>
std::string cell_text(Cell c) {
  const Place3 p = Board<B>::place(c);
  return {static_cast<char>('0' + p.level), static_cast<char>('a' + p.column),
          static_cast<char>('1' + p.row)};
}

std::string plural(std::size_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

// What keeps spheres on a board from being a position of the domain: no support, too many.
template <int B>
std::vector<std::string> faults_on_board(CellSet light, CellSet dark) {
  using Geometry = Board<B>;
  std::vector<std::string> faults;
  const CellSet occupied = light | dark;
  for (const Cell c : occupied - Geometry::level_cells(1)) {
    if (!occupied.contains(Geometry::supports_of(c))) {
      faults.push_back("sphere on " + cell_text<B>(c) + " without support");
    }
  }
  const auto check_count = [&](Colour colour, CellSet spheres) {
    if (spheres.size() <= Geometry::kSpheresPerSide) return;
    faults.push_back(std::to_string(spheres.size()) + " " + std::string(to_text(colour)) +
                     " spheres, a side has " + std::to_string(Geometry::kSpheresPerSide));
  };
  check_count(Colour::light, light);
  check_count(Colour::dark, dark);
  return faults;
}

// Reads one position, collecting faults instead of stopping at the first.
template <int B>
class PositionReader {
 public:
  explicit PositionReader(std::string_view text) : text_(text) {}

  ColouredPosition read() {
    const std::size_t separator = text_.find_first_of(" _");
    read_levels(text_.substr(0, separator));
    const Colour to_move = read_side(separator);
    const std::vector<std::string> illegal = faults_on_board<B>(light_, dark_);
    faults_.insert(faults_.end(), illegal.begin(), illegal.end());
    if (!faults_.empty()) {
      faults_.front() = "position " + quoted(text_) + ": " + faults_.front();
      throw InputError(faults_);
    }
    return to_move == Colour::light ? ColouredPosition{Position(light_, dark_), to_move}
                                    : ColouredPosition{Position(dark_, light_), to_move};
  }

 private:
  using Geometry = Board<B>;

  void read_levels(std::string_view board) {
    int level = 1;
    std::size_t start = 0;
    while (true) {
      const std::size_t end = std::min(board.find('/', start), board.size());
      if (level > Geometry::kLevels) {
        fault("more than " + std::to_string(Geometry::kLevels) + " levels");
        return;
      }
      read_level(level, board.substr(start, end - start), start);
      if (end == board.size()) return;
      start = end + 1;
      ++level;
    }
  }

  void read_level(int level, std::string_view cells, std::size_t start) {
    const int expected = Geometry::side(level) * Geometry::side(level);
    if (cells.size() != static_cast<std::size_t>(expected)) {
      fault("level " + std::to_string(level) + " has " + plural(cells.size(), "cell") + ", not " +
            std::to_string(expected));
    }
    std::size_t unknown = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const char c = cells[i];
      if (c != 'L' && c != 'D' && c != '.') {
        if (++unknown <= kMostCharacterFaults) {
          fault("unknown character " + quoted(cells.substr(i, 1)) + " in column " +
                std::to_string(start + i + 1));
        }
        continue;
      }
      if (c == '.' || i >= static_cast<std::size_t>(expected)) continue;
      (c == 'L' ? light_ : dark_) |= Cell(Geometry::first_index(level) + static_cast<int>(i));
    }
    if (unknown > kMostCharacterFaults) {
      fault(plural(unknown - kMostCharacterFaults, "more unknown character") + " on level " +
            std::to_string(level));
    }
  }

  Colour read_side(std::size_t separator) {
    if (separator == std::string_view::npos) {
      fault("no side to move: add ' l' or ' d' at the end");
      return Colour::light;
    }
    const std::string_view side = text_.substr(separator + 1);
    if (side != "l" && side != "d") {
      fault("side to move " + quoted(side) + " in column " + std::to_string(separator + 2) +
            " is neither 'l' nor 'd'");
    }
    return side == "d" ? Colour::dark : Colour::light;
  }

  void fault(std::string text) { faults_.push_back(std::move(text)); }

  static constexpr std::size_t kMostCharacterFaults = 5;
  std::string_view text_;
  CellSet light_;
  CellSet dark_;
  std::vector<std::string> faults_;
};

// The text of a move with what follows each `x` in ascending order, as the written form has it.
std::string with_recoveries_in_order(std::string_view text) {
  constexpr std::size_t kLongestMove = 15;  // 1a1-2b2x1c3x1c4
  if (text.size() > kLongestMove) return std::string(text);
  const std::size_t end = std::min(text.find('x'), text.size());
  std::vector<std::string_view> recovered;
  for (std::size_t x = end; x < text.size();) {
    const std::size_t next = std::min(text.find('x', x + 1), text.size());
    recovered.push_back(text.substr(x, next - x));
    x = next;
  }
  // Cells are numbered by level, then row, then column: 1b1 comes before 1a2.
  const auto in_order = [](std::string_view x) {
    return x.size() == 4 ? std::string{x[1], x[3], x[2]} : std::string(x);
  };
  std::sort(recovered.begin(), recovered.end(), [&](std::string_view a, std::string_view b) {
    return in_order(a) < in_order(b);
  });
  std::string written(text.substr(0, end));
  for (const std::string_view x : recovered) written += x;
  return written;
}

template <int B>
std::string draw(const ColouredPosition& p) {
  using Geometry = Board<B>;
  const CellSet playable = Geometry::playable(p.position.occupied());
  std::string text;
  for (int level = 1; level <= Geometry::kLevels; ++level) {
    if (level > 1) text += '\n';
    text += "level " + std::to_string(level) + "\n";
    const int side = Geometry::side(level);
    for (int row = side - 1; row >= 0; --row) {  // row 1 nearest to the reader
      text += "  " + std::to_string(row + 1);
      for (int column = 0; column < side; ++column) {
        const Cell c = Geometry::cell({level, row, column});
        const char shown = letter(p, c);
        text += ' ';
        text += shown == '.' && playable.contains(c) ? '+' : shown;
      }
      text += '\n';
    }
    text += "   ";
    for (int column = 0; column < side; ++column) {
      text += ' ';
      text += static_cast<char>('a' + column);
    }
    text += '\n';
  }
  return text;
}

}  // namespace

std::string_view to_text(Colour colour) { return colour == Colour::light ? "light" : "dark"; }

std::string to_text(const ColouredPosition& p, int base) {
  return with_base(base, [&]<int B>() { return position_text<B>(p); });
}

ColouredPosition position_from_text(std::string_view text, int base) {
  return with_base(base, [&]<int B>() { return PositionReader<B>(text).read(); });
}

ColouredPosition position_from_cells(CellSet light, CellSet dark, Colour to_move, int base) {
  const std::vector<std::string> faults = with_base(base, [&]<int B>() {
    std::vector<std::string> found;
    if (!Board<B>::kAll.contains(light | dark)) {
      found.push_back("a sphere outside of the board, whose cells are 0 to " +
                      std::to_string(Board<B>::kCells - 1));
      return found;
    }
    for (const Cell c : light & dark) found.push_back("two spheres on " + cell_text<B>(c));
    const std::vector<std::string> illegal = faults_on_board<B>(light, dark);
    found.insert(found.end(), illegal.begin(), illegal.end());
    return found;
  });
  if (!faults.empty()) throw InputError(faults);
  return to_move == Colour::light ? ColouredPosition{Position(light, dark), to_move}
                                  : ColouredPosition{Position(dark, light), to_move};
}

std::string to_text(Cell cell, int base) {
  return with_base(base, [&]<int B>() { return cell_text<B>(cell); });
}

std::string to_text(Move move, int base) {
  std::string text;
  if (move.is_raise()) text += to_text(move.from, base) + "-";
  text += to_text(move.to, base);
  for (const Cell c : move.recovered) text += "x" + to_text(c, base);
  return text;
}

Move move_from_text(std::string_view text, Position p, Game game) {
  // Comparing with the written form of every legal move keeps the generator the one authority.
  const std::string written = with_recoveries_in_order(text);
  for (const Move move : legal_moves(p, game)) {
    if (to_text(move, game.base) == written) return move;
  }
  throw InputError("move " + quoted(text) + " is not legal here under " + to_text(game.rules));
}

std::string drawing(const ColouredPosition& p, int base) {
  return with_base(base, [&]<int B>() { return draw<B>(p); });
}

}  // namespace pylos
