// An opening book: positions near the empty board with their values and best moves, made from a
// database.
//
// Transpositions and symmetries are merged: one entry a canonical position and side to move. A book
// tells which game and which database it came from. What it does not do: read or write files
// (book_file.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.hpp"
#include "engine/moves.hpp"
#include "engine/text.hpp"
#include "engine/value.hpp"
#include "solver/reader/database.hpp"

namespace pylos::book {

enum class Kind : std::uint8_t {
  /// Every position within the plies, with all best moves.
  full,
  /// For the side that wins: one winning reply to every move of the other side.
  winning,
  /// For the side that loses, or that holds a draw: one move of longest resistance against every
  /// move of the other side.
  resist,
};

/// "full", "winning", "resist".
std::string_view to_text(Kind kind);
std::optional<Kind> kind_from_text(std::string_view text);

struct BookEntry {
  /// Canonical (engine/symmetry.hpp); light moves first, so `to_move` tells the parity of the ply.
  ColouredPosition start;
  /// Fewest plies from the empty board, within the book.
  int ply = 0;
  Value value;
  /// Full books: all best moves. Others: the one to play. Empty if the game is over.
  std::vector<Move> best;
  bool operator==(const BookEntry&) const = default;
};

struct Book {
  Game game;
  Kind kind = Kind::full;
  /// The side whose moves the book tells; nothing for both (full books only).
  std::optional<Colour> side;
  /// Plies from the empty board that the book covers.
  int plies = 0;
  /// Header::body_checksum of the database.
  std::uint64_t database_checksum = 0;
  /// By ply, then by position.
  std::vector<BookEntry> entries;
  bool operator==(const Book&) const = default;
};

struct BookOptions {
  Kind kind = Kind::full;
  /// For full books: entries with this side to move only. For winning and resist books, nothing is
  /// the side that wins or loses.
  std::optional<Colour> side;
  /// 0 to kMostPlies.
  int plies = 0;
  std::stop_token stop;
  /// Positions looked at so far.
  std::function<void(std::uint64_t positions)> progress;
};

inline constexpr int kMostPlies = 40;

/// There is no such book: the side does not win, or does not lose; the message says what the value
/// is.
class NoSuchBook : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Makes a book. In a winning book the reply is chosen among the fastest wins so that the tree of
/// replies, taken as a tree, is the smallest; transpositions are merged after that. Throws
/// InputError for a database without distances or a slice, NoSuchBook, Stopped, BadFile.
Book make_book(const database::Database& database, const BookOptions& options);

/// What a book says of a position.
struct BookAnswer {
  Value value;
  /// In the position's own orientation.
  std::vector<Move> best;
};

/// Nothing if neither the position nor an image of it is in the book. The colour to move does not
/// matter.
std::optional<BookAnswer> find(const Book& book, Position p);

}  // namespace pylos::book
