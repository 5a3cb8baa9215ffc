// Pylos, solved: the one header of the library.
//
// It says what a program wants to know about the board game Pylos: which moves are legal, what a
// position is worth under perfect play, and which moves are best. `open` reads a database file,
// `solve` works out a game in memory; both give a `Solved` that answers the same questions.
//
//     pylos::Solved solved = pylos::solve(pylos::Game("children"));
//     pylos::Position start;
//     std::cout << pylos::to_text(solved.value(start), start.to_move());  // dark wins in 36 plies
//
// Rules are cited by the clauses of data/RULES.md. A ply is one move of one side. Nothing here
// prints, and nothing a caller passes in ends the program: bad input throws an Error.
//
// Link `pylos::pylos` for all of it, or `pylos::reader` (which needs xxHash and zstd alone) for all
// but `solve` and `values`.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace pylos::v1 {

// ---------------------------------------------------------------------------------------- errors

/// The base class of every error that this library throws; what() is a sentence for a person.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Text or an argument that means nothing, or a move that is not legal.
class InputError : public Error {
 public:
  explicit InputError(std::vector<std::string> faults);
  /// Every fault that was found, at least one; what() joins them with "; ".
  const std::vector<std::string>& faults() const { return faults_; }

 private:
  std::vector<std::string> faults_;
};

/// A file that is missing, damaged, unfinished, cut while it is open, of another kind, or from a
/// newer program. The message names the file, what was expected and what was found.
class FileError : public Error {
 public:
  using Error::Error;
};

/// A position of the game that this file does not hold, as in a slice (data/FORMAT.md).
class NotHeldError : public Error {
 public:
  using Error::Error;
};

/// The machine has too little memory; the message names the bytes needed and the bytes allowed.
class MemoryError : public Error {
 public:
  using Error::Error;
};

/// The work was stopped through the stop token of its options.
class StoppedError : public Error {
 public:
  using Error::Error;
};

// ------------------------------------------------------------------------------------- the rules

enum class Side : std::uint8_t { light, dark };

/// The other side.
constexpr Side other(Side side) { return side == Side::light ? Side::dark : Side::light; }
/// "light" or "dark".
std::string_view to_text(Side side);

/// A rule set on a board of base side 2, 3 or 4 (RULES.md, "Rule sets"). The real game has 4.
class Game {
 public:
  /// `rules` is the name of a rule set with its options, such as "standard" or
  /// "advanced+min0+mayraise". Throws InputError for an unknown rule set, option or base side.
  explicit Game(std::string_view rules = "standard", int base = 4);

  /// The name in its written form: the same rule set always has the same text.
  const std::string& rules() const { return rules_; }
  /// Base side: 2, 3 or 4.
  int base() const { return base_; }
  /// Cells of the board: 5, 14 or 30.
  int cells() const;
  /// Spheres that each side owns: 3, 7 or 15.
  int spheres_per_side() const;

  bool operator==(const Game&) const = default;

 private:
  std::string rules_;
  int base_;
};

/// The ten games of RULES.md, "Rule sets", on the board of base side 4.
std::vector<Game> all_games();

/// The name of a cell by its number: level digit, column letter, row number, as in "1a1". Cells are
/// numbered level by level from the bottom, in a level row by row: 0 to 29 on base 4. Throws
/// InputError for a number that the board does not have.
std::string cell_name(int cell, int base = 4);

/// One turn (clauses 2 to 5): a sphere is put on a cell, from the reserve or from another cell, and
/// up to two spheres are taken back. Cells are numbers as in cell_name.
struct Move {
  std::uint8_t to = 0;
  /// The cell that a raised sphere leaves; `to` itself when the sphere comes from the reserve.
  std::uint8_t from = 0;
  /// The cells of the spheres that are taken back, one bit per cell (bit 0 is cell 0).
  std::uint32_t recovered = 0;

  auto operator<=>(const Move&) const = default;
};

/// A position: the spheres on the board and the side to move. A value: it can be copied, compared,
/// ordered and hashed. It is always one of the domain (RULES.md, "Values"): every sphere is
/// supported and no side has more spheres on the board than it owns.
class Position {
 public:
  /// The empty board of base side 4, light to move.
  Position() = default;
  /// The empty board of base side 2, 3 or 4, light to move. Throws InputError for another base.
  static Position empty(int base);
  /// Reads a position from its text, as in "LLD............. l" (README, "Notation"). Throws
  /// InputError with every fault of the text.
  static Position from_text(std::string_view text, int base = 4);
  /// From the cells of either side, one bit per cell. Throws InputError with every fault.
  static Position from_cells(std::uint32_t light, std::uint32_t dark, Side to_move, int base = 4);

  /// The shortest text of the position; reading it gives the same position.
  std::string text() const;
  int base() const { return base_; }
  Side to_move() const { return to_move_; }
  /// The cells that a side holds, one bit per cell.
  std::uint32_t cells_of(Side side) const { return side == Side::light ? light_ : dark_; }
  /// Spheres on the board.
  int spheres() const;
  /// Spheres that a side has off the board, 0 or more.
  int reserve(Side side) const;

  /// The image under one of the eight symmetries of the square, 0 (the position itself) to 7: bit 0
  /// mirrors the columns, then bit 1 the rows, then bit 2 exchanges rows and columns. Throws
  /// InputError for another number.
  Position image(int symmetry) const;
  /// The one that stands for all eight images: equal for two positions exactly when one is an image
  /// of the other.
  Position canonical() const;
  /// The same spheres with the other side to move.
  Position passed() const;
  /// The pyramid drawn level by level, several lines, each ending with a newline.
  std::string drawing() const;

  std::size_t hash() const;
  auto operator<=>(const Position&) const = default;

 private:
  friend struct Access;
  std::uint32_t light_ = 0;
  std::uint32_t dark_ = 0;
  Side to_move_ = Side::light;
  std::uint8_t base_ = 4;
};

/// What is wrong with the text of a position, as Position::from_text would say it; empty when the
/// text is a position. Throws InputError for a base side that does not exist.
std::vector<std::string> faults_of(std::string_view position_text, int base = 4);

/// Every legal move, in a fixed order (clauses 1 to 6); none when the side to move has lost. Throws
/// InputError for a position of another base side than the game's.
std::vector<Move> legal_moves(const Game& game, const Position& position);
/// Whether clause 6 has ended the game: the side to move has lost. Throws as legal_moves.
bool is_over(const Game& game, const Position& position);
/// The position after a move; throws InputError when the move is not legal.
Position play(const Game& game, const Position& position, const Move& move);
/// The position after a move that is known to be legal. Nothing is checked: for other moves the
/// result means nothing.
Position apply(const Position& position, const Move& move);

/// What a move does: "place" (clause 2), "raise" (clause 3), or "relocate" (an option).
std::string_view kind_of(const Move& move, int base = 4);
/// The written form of a move, as in "1d4", "1a1-2b2x1c3x1c4".
std::string to_text(const Move& move, int base = 4);
/// Reads a move; recovered spheres may come in any order. Throws InputError for text that is no
/// move, or for one that is not legal there.
Move move_from_text(const Game& game, const Position& position, std::string_view text);

/// How many sequences of exactly `plies` (0 or more) legal moves there are. Throws as legal_moves,
/// and InputError for a negative number.
std::uint64_t perft(const Game& game, const Position& position, int plies);

/// A game that was played: rules, first position and moves (README, "Notation").
struct Record {
  Game game;
  Position start;
  std::vector<Move> moves;

  /// The position after the first `plies` moves, 0 to moves.size(). Throws InputError.
  Position position(std::size_t plies) const;
  /// The last position.
  Position last() const { return position(moves.size()); }
  /// The written form, one line; a header stands before the moves where the rules are not standard,
  /// the board is not of base 4, or the first position is not the empty board.
  std::string text() const;
};

/// Reads a game: moves separated by spaces, commas or line ends; `1.`, `2.` and {comments} are
/// skipped; a first line `[rules R] [base B] [start POSITION]` may stand before it. `game` is played
/// where the text names no rules. Throws InputError; an illegal move is named with its ply.
Record record_from_text(std::string_view text, const Game& game = Game());

// ---------------------------------------------------------------------------------------- values

enum class Outcome : std::uint8_t { unknown, win, loss, draw };
/// "win", "loss", "draw" or "unknown".
std::string_view to_text(Outcome outcome);

/// What a position is worth to the side that moves (RULES.md, "Values").
struct Value {
  Outcome outcome = Outcome::unknown;
  /// Plies to the end when the winner hurries and the loser delays: odd for a win, even for a loss.
  /// Absent for a draw, and where the file holds outcomes alone.
  std::optional<int> plies;

  bool operator==(const Value&) const = default;
};

/// Who wins and how soon, as in "dark wins in 36 plies", "draw", "unknown".
std::string to_text(const Value& value, Side to_move);

/// A legal move and what it leads to.
struct MoveValue {
  Move move;
  Position after;
  /// Of the position after the move, seen from the side that is then to move.
  Value value;
  /// What the move is worth to the side that makes it, and the plies to the end, the move itself
  /// counted: those of a best move are the position's own value.
  Outcome result = Outcome::unknown;
  std::optional<int> plies_left;
};

/// Positions of the domain by outcome, all images of a position counted.
struct Counts {
  std::uint64_t win = 0;
  std::uint64_t loss = 0;
  std::uint64_t draw = 0;
};

/// A source of values of one game: a file or a solution in memory. It can be copied cheaply (copies
/// share what they read) and asked from many threads at once.
class Solved {
 public:
  const Game& game() const;
  /// The value of the empty board; `unknown` in a slice.
  Value verdict() const;
  /// Whether wins and losses have their plies.
  bool has_distances() const;
  /// Positions with fewer spheres on the board are not held: 0 but for a slice.
  int least_spheres() const;
  /// 16 hexadecimal digits: of a file its checksum, of a solution in memory that of its values.
  const std::string& checksum() const;
  /// The file's path; empty for a solution in memory.
  const std::string& path() const;
  /// Bytes of the file, or of the values in memory.
  std::uint64_t bytes() const;
  /// Of the positions that are held.
  Counts counts() const;
  /// Positions by distance in plies, from 0 to the longest; empty without distances.
  std::vector<std::uint64_t> histogram() const;

  /// The value of a position. Throws InputError for a position of another base side, NotHeldError
  /// for one that a slice leaves out, FileError for a file that is damaged there.
  Value value(const Position& position) const;
  /// Every legal move, best first for the side to move: the fastest win, draws, unknown ones, the
  /// slowest loss; equally good ones in the order of legal_moves. Values that a slice leaves out are
  /// `unknown`. Throws InputError and FileError as value().
  std::vector<MoveValue> moves(const Position& position) const;
  /// Best moves by both sides from a position on, the first of equally good ones each time, at most
  /// `plies` of them; a drawn line ends before it repeats a position. Throws as moves().
  std::vector<MoveValue> line(const Position& position, int plies = 200) const;
  /// The document of a position, JSON text of one line: value, moves, reserves (README, "JSON").
  /// The command, the HTTP server and the other languages give the same bytes. Throws as moves().
  std::string document(const Position& position) const;

  struct Source;
  explicit Solved(std::shared_ptr<const Source> source) : source_(std::move(source)) {}
  const Source& source() const { return *source_; }

 private:
  std::shared_ptr<const Source> source_;
};

/// How a file is opened.
struct OpenOptions {
  /// Most bytes of decoded parts of the file that are kept for the next question.
  std::size_t cache_bytes = std::size_t{64} << 20;
  /// Maps the file into memory instead of reading each part when it is asked for: somewhat faster,
  /// but a file that is cut while it is open then ends the program by a signal.
  bool map = false;
};

/// Opens a database file. Throws FileError.
Solved open(const std::string& path, const OpenOptions& options = {});
/// Opens the database of a game from the home of databases. Throws FileError; a missing file's
/// message names the command that makes it.
Solved open(const Game& game, const OpenOptions& options = {});

/// The folder where databases are kept: $PYLOS_DATA, else $XDG_DATA_HOME/pylos, else
/// ~/.local/share/pylos. It need not exist.
std::string home_of_databases();
/// The name of a game's file there: `RULES.pylos`, or `RULES-baseB.pylos` for a smaller board.
std::string database_path(const Game& game);

// ------------------------------------------------------------------------- the whole library only

/// What every long job takes.
struct WorkOptions {
  /// Threads that work, 1 to 1024; 0 for as many as the machine has.
  int threads = 0;
  /// Most memory that may be asked for, in bytes; 0 for what the machine has free.
  std::uint64_t memory_bytes = 0;
  /// Is told now and then how many positions are done, of how many; from one thread at a time.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
  std::stop_token stop;
};

/// Works out a game in memory: seconds to a minute, and 1 to 2 GB on base 4. Throws MemoryError
/// before any work when memory will not do, StoppedError, InputError for a thread count that does
/// not exist.
Solved solve(const Game& game, const WorkOptions& options = {});

/// The values of many positions, in their order, on several threads. Throws as Solved::value for
/// the first position that is at fault; values that a slice leaves out are `unknown`.
std::vector<Value> values(const Solved& solved, std::span<const Position> positions,
                          const WorkOptions& options = {});

}  // namespace pylos::v1

// Outside of this project the names stand in pylos itself. Its own sources, which have types of the
// same names in pylos, say v1::.
#ifndef PYLOS_INTERNAL
namespace pylos {
using namespace v1;
}
#endif

template <>
struct std::hash<pylos::v1::Position> {
  std::size_t operator()(const pylos::v1::Position& p) const noexcept { return p.hash(); }
};
template <>
struct std::hash<pylos::v1::Move> {
  std::size_t operator()(const pylos::v1::Move& m) const noexcept {
    return (std::size_t{m.recovered} << 16 | std::size_t{m.from} << 8 | m.to) * 0x9e3779b97f4a7c15U;
  }
};
