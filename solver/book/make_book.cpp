// Full books breadth first; books for one side by way of the smallest tree of its replies.
#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engine/errors.hpp"
#include "engine/legal_moves.hpp"
#include "solver/book/book.hpp"
#include "solver/numbering/orientation.hpp"
#include "solver/book/perfect_play.hpp"
#include "solver/work/errors.hpp"

namespace pylos::book {
namespace {

using database::Database;
using database::MoveValue;

class Maker {
 public:
  Maker(const Database& database, const BookOptions& options)
      : database_(database), options_(options), game_(database.game()) {}

  std::vector<BookEntry> full() {
    std::vector<BookEntry> entries;
    walk(options_.plies + 1, [&](Position p, Colour to_move, int ply) {
      if (!options_.side || *options_.side == to_move) {
        entries.push_back(entry(p, to_move, ply, moves_of(best(p))));
      }
      return ply == options_.plies ? std::vector<Position>{} : successors(p);
    });
    return entries;
  }

  // One move for each position of `side` that can come up when it plays by the book.
  std::vector<BookEntry> one_sided(Colour side) {
    std::vector<BookEntry> entries;
    walk(options_.plies, [&](Position p, Colour to_move, int ply) {
      if (to_move != side) return successors(p);
      const std::vector<MoveValue>& moves = best(p);
      if (moves.empty()) {
        entries.push_back(entry(p, to_move, ply, {}));
        return std::vector<Position>{};
      }
      const auto size = [&](const MoveValue& m) {
        return others_tree(canonical(m.after), options_.plies - ply - 1);
      };
      const MoveValue chosen =
          *std::min_element(moves.begin(), moves.end(),
                            [&](const auto& x, const auto& y) { return size(x) < size(y); });
      entries.push_back(entry(p, to_move, ply, {chosen.move}));
      return std::vector<Position>{canonical(chosen.after)};
    });
    return entries;
  }

 private:
  // Calls visit(position, side to move, ply), which returns where to go on, for every canonical
  // position and side to move once: ply by ply from the empty board, `levels` of them, each in
  // order.
  template <class Visit>
  void walk(int levels, Visit&& visit) {
    std::array<std::unordered_set<std::uint64_t>, 2> seen;  // by side to move
    std::vector<Position> level{canonical(Position{})};
    seen[0].insert(level.front().bits());
    for (int ply = 0; ply < levels && !level.empty(); ++ply) {
      std::vector<Position> next;
      std::sort(level.begin(), level.end());
      for (const Position p : level) {
        for (const Position q : visit(p, ply % 2 == 0 ? Colour::light : Colour::dark, ply)) {
          if (seen[static_cast<std::size_t>((ply + 1) % 2)].insert(q.bits()).second)
            next.push_back(q);
        }
      }
      level = std::move(next);
    }
  }

  Position canonical(Position p) const { return oriented(p, game_.base).position; }

  // Different up to symmetry, in a fixed order.
  std::vector<Position> successors(Position p) const {
    std::vector<Position> all;
    for (const Move& move : legal_moves(p, game_)) all.push_back(canonical(apply(p, move)));
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  // References stay good while more is looked up.
  const std::vector<MoveValue>& best(Position p) {
    const auto known = best_.find(p.bits());
    if (known != best_.end()) return known->second;
    look();
    return best_.emplace(p.bits(), best_moves(database_, p)).first->second;
  }

  static std::vector<Move> moves_of(const std::vector<MoveValue>& best) {
    std::vector<Move> moves;
    for (const MoveValue& m : best) moves.push_back(m.move);
    return moves;
  }

  BookEntry entry(Position p, Colour to_move, int ply, std::vector<Move> moves) const {
    return {{p, to_move}, ply, database_.value(p), std::move(moves)};
  }

  // Entries below a position of the book's own side, itself included, within `left` plies, as a
  // tree.
  std::uint64_t own_tree(Position p, int left) {
    if (left == 0) return 0;
    const Key key{p.bits(), left};
    if (const auto known = own_.find(key); known != own_.end()) return known->second;
    std::uint64_t least = 0;
    bool first = true;
    for (const MoveValue& m : best(p)) {
      const std::uint64_t size = others_tree(canonical(m.after), left - 1);
      if (first || size < least) least = size;
      first = false;
    }
    own_.emplace(key, least + 1);
    return least + 1;
  }

  std::uint64_t others_tree(Position p, int left) {
    if (left == 0) return 0;
    const Key key{p.bits(), left};
    if (const auto known = others_.find(key); known != others_.end()) return known->second;
    std::uint64_t sum = 0;
    for (const Position q : successors(p)) sum += own_tree(q, left - 1);
    others_.emplace(key, sum);
    return sum;
  }

  void look() {
    if (options_.stop.stop_requested()) throw Stopped("stopped");
    ++looked_;
    if (options_.progress) options_.progress(looked_);
  }

  using Key = std::pair<std::uint64_t, int>;

  const Database& database_;
  const BookOptions& options_;
  const Game game_;
  std::uint64_t looked_ = 0;
  std::unordered_map<std::uint64_t, std::vector<MoveValue>> best_;
  std::map<Key, std::uint64_t> own_;
  std::map<Key, std::uint64_t> others_;
};

// The side that a winning or a resist book is for.
Colour side_of(const Database& database, const BookOptions& options) {
  const Value value = database.value(Position{});
  const std::string game =
      pylos::to_text(database.game().rules) + " on base " + std::to_string(database.game().base);
  if (value.outcome == Outcome::draw) {
    if (options.kind == Kind::winning)
      throw NoSuchBook(game + " is a draw: neither side has a winning book");
    if (!options.side)
      throw NoSuchBook(game + " is a draw: either side may hold it, say which with --side");
    return *options.side;
  }
  const Colour winner = value.outcome == Outcome::win ? Colour::light : Colour::dark;
  const Colour side = options.kind == Kind::winning ? winner : other(winner);
  if (options.side && *options.side != side) {
    throw NoSuchBook(game + " is won by " + std::string(pylos::to_text(winner)) + ": the " +
                     std::string(to_text(options.kind)) + " book is for " +
                     std::string(pylos::to_text(side)));
  }
  return side;
}

}  // namespace

Book make_book(const Database& database, const BookOptions& options) {
  database::require_all_distances(database);
  if (options.plies < 0 || options.plies > kMostPlies) {
    throw InputError("plies: " + std::to_string(options.plies) + " is not from 0 to " +
                     std::to_string(kMostPlies));
  }
  Book book;
  book.game = database.game();
  book.kind = options.kind;
  book.side = options.side;
  book.plies = options.plies;
  book.database_checksum = database.header().body_checksum;
  Maker maker(database, options);
  if (options.kind == Kind::full) {
    book.entries = maker.full();
  } else {
    book.side = side_of(database, options);
    book.entries = maker.one_sided(*book.side);
  }
  return book;
}

}  // namespace pylos::book
