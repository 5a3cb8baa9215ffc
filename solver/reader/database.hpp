// A database file opened for reading: the value of any position of its game.
//
// Const and safe to use from many threads: the file is never changed, and decoded segments are kept
// in a cache of bounded size behind locks of its own. Opening reads and checks all of the file but
// its blocks; a block is checked when it is first read, and a damaged one throws BadFile instead of
// answering. Nothing here generates moves but moves().
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/game.hpp"
#include "engine/moves.hpp"
#include "engine/position.hpp"
#include "engine/value.hpp"
#include "solver/reader/format.hpp"
#include "solver/reader/layout.hpp"
#include "solver/reader/tier_entries.hpp"
#include "solver/numbering/statistics.hpp"

namespace pylos::database {

enum class Access {
  /// The file is mapped into memory: no block is copied, but a file that is cut while it is open
  /// ends the program by a signal.
  mapped,
  /// Each block is read when it is needed; a file that is cut while it is open is a BadFile.
  read,
};

struct OpenOptions {
  Access access = Access::read;
  /// Most bytes of decoded segments that are kept, about; at least one segment is.
  std::size_t cache_bytes = std::size_t{64} << 20;
};

/// A legal move, the position after it, and that position's value, seen from the side then to move.
struct MoveValue {
  Move move;
  Position after;
  Value value;
};

class Database {
 public:
  /// Opens a file. Throws BadFile, naming what is wrong, if it is not a whole, undamaged database
  /// that this program can read.
  explicit Database(const std::string& path, const OpenOptions& options = {});
  ~Database();
  Database(Database&&) noexcept;
  Database& operator=(Database&&) noexcept;

  const std::string& path() const;
  Game game() const;
  Metric metric() const;
  /// Without distances no win or loss has its plies.
  bool has_distances() const { return metric() == Metric::distance; }
  /// Positions with fewer spheres on the board are not in the file.
  int least_spheres() const;
  const Header& header() const;
  const Layout& layout() const;
  /// Of the positions that are in the file, all images counted; no distances if there are none.
  const Statistics& statistics() const;
  const std::vector<TierStatistics>& tier_statistics() const;

  /// The value of a position of the domain (anything else stops the program); `unknown` if it has
  /// too few spheres. Throws BadFile if its block is damaged or cannot be read.
  Value value(Position p) const;

  /// Every legal move, best first for the side to move: fastest win, draw, unknown, slowest loss;
  /// moves that are as good in the order of the generator.
  std::vector<MoveValue> moves(Position p) const;

  /// The entries of a segment in the order of segment_order.hpp, past the cache.
  std::vector<Symbol> segment(std::uint64_t number) const;
  SegmentShape segment_shape(std::uint64_t number) const;
  /// Where the entries with so many spheres are in an array of them all; valid while this is open.
  TierEntries tier_entries(int spheres) const;
  /// Spheres on the board in the positions of a segment.
  int segment_spheres(std::uint64_t number) const;

  /// Reads the whole file and checks every checksum and the structure of every block; throws
  /// BadFile for the first fault. `progress` gets bytes and may be empty. Throws Stopped.
  void check(const std::function<void(std::uint64_t done, std::uint64_t total)>& progress = {},
             const std::stop_token& stop = {}) const;

  /// The bytes of a block as they are in the file, checked.
  std::string block(std::uint64_t number) const;
  const std::vector<TierEntry>& tiers() const;
  const std::vector<Model>& models() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Throws InputError, saying what is missing, unless the file has the distance of every position of
/// its game: it is no slice and has not win, loss and draw alone.
void require_all_distances(const Database& database);

}  // namespace pylos::database
