#include "solver/book/book_file.hpp"

#include <algorithm>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include <boost/archive/text_iarchive.hpp>
#include <boost/archive/text_oarchive.hpp>
#include <boost/serialization/vector.hpp>
#include <zstd.h>

#include "engine/domain.hpp"
#include "engine/game.hpp"
#include "engine/legal_moves.hpp"
#include "engine/rules.hpp"
#include "solver/work/errors.hpp"
#include "solver/reader/format.hpp"
#include "solver/work/input_file.hpp"
#include "solver/work/little_endian.hpp"
#include "solver/work/output_file.hpp"
#include "solver/work/checksum.hpp"

namespace pylos::book {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kMagic = "PYLOSBK\0"sv;
constexpr std::size_t kHeaderBytes = 8 + 4 + 8 + 8;
constexpr std::uint64_t kMostArchiveBytes = std::uint64_t{1} << 32;
constexpr int kPackLevel = 19;
constexpr unsigned kArchiveFlags = boost::archive::no_header;

// What the archive holds: plain numbers and text, so that no class of the program is tied to the
// file.
struct StoredMove {
  std::uint32_t to = 0;
  std::uint32_t from = 0;
  std::uint32_t recovered = 0;
  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& to& from& recovered;
  }
};

struct StoredEntry {
  std::uint64_t position = 0;
  bool light_to_move = true;
  int ply = 0;
  int outcome = 0;
  int plies = 0;
  std::vector<StoredMove> best;
  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& position& light_to_move& ply& outcome& plies& best;
  }
};

struct StoredBook {
  std::string rules;
  int base = 0;
  std::string kind;
  std::string side;
  int plies = 0;
  std::uint64_t database_checksum = 0;
  std::vector<StoredEntry> entries;
  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& rules& base& kind& side& plies& database_checksum& entries;
  }
};

StoredBook stored(const Book& book) {
  StoredBook result{pylos::to_text(book.game.rules),
                    book.game.base,
                    std::string(to_text(book.kind)),
                    book.side ? std::string(pylos::to_text(*book.side)) : "both",
                    book.plies,
                    book.database_checksum,
                    {}};
  for (const BookEntry& e : book.entries) {
    StoredEntry& entry = result.entries.emplace_back();
    entry.position = e.start.position.bits();
    entry.light_to_move = e.start.to_move == Colour::light;
    entry.ply = e.ply;
    entry.outcome = static_cast<int>(e.value.outcome);
    entry.plies = e.value.plies.value_or(e.value.decided() ? -1 : 0);
    for (const Move& m : e.best)
      entry.best.push_back({m.to.index, m.from.index, m.recovered.bits()});
  }
  return result;
}

// Throws std::runtime_error for what no book can hold: a file may be made to have a right checksum.
void require_possible(const BookEntry& entry, Game game) {
  const Position p = entry.start.position;
  if (!in_domain(p, game.base)) throw std::runtime_error("a position that cannot be");
  if (entry.value.outcome < Outcome::unknown || entry.value.outcome > Outcome::draw) {
    throw std::runtime_error("a value that cannot be");
  }
  const std::vector<Move> legal = legal_moves(p, game);
  for (const Move& m : entry.best) {
    if (std::find(legal.begin(), legal.end(), m) == legal.end())
      throw std::runtime_error("a move that is not legal");
  }
}

Book book_of(const StoredBook& stored) {
  Book book;
  book.game = {rule_set_from_text(stored.rules), stored.base};
  const auto kind = kind_from_text(stored.kind);
  const bool sided = stored.side == "light" || stored.side == "dark";
  if (!kind || (!sided && stored.side != "both"))
    throw std::runtime_error("an unknown kind of book");
  book.kind = *kind;
  if (sided) book.side = stored.side == "light" ? Colour::light : Colour::dark;
  book.plies = stored.plies;
  book.database_checksum = stored.database_checksum;
  for (const StoredEntry& e : stored.entries) {
    BookEntry& entry = book.entries.emplace_back();
    entry.start = {Position::from_bits(e.position), e.light_to_move ? Colour::light : Colour::dark};
    entry.ply = e.ply;
    entry.value.outcome = static_cast<Outcome>(e.outcome);
    if (entry.value.decided() && e.plies >= 0) entry.value.plies = e.plies;
    for (const StoredMove& m : e.best) {
      entry.best.push_back(
          {Cell(static_cast<int>(m.to)), Cell(static_cast<int>(m.from)), CellSet(m.recovered)});
    }
    require_possible(entry, book.game);
  }
  return book;
}

}  // namespace

void write_book(const Book& book, const std::string& path) {
  std::ostringstream text;
  {
    boost::archive::text_oarchive archive(text, kArchiveFlags);
    const StoredBook whole = stored(book);
    archive << whole;
  }
  const std::string plain = std::move(text).str();
  std::string packed(ZSTD_compressBound(plain.size()), '\0');
  packed.resize(
      ZSTD_compress(packed.data(), packed.size(), plain.data(), plain.size(), kPackLevel));
  std::string body;
  put(body, std::uint64_t{plain.size()});
  body += packed;
  std::string head(kMagic);
  put(head, kBookVersion);
  put(head, checksum(bytes_of(body)));
  OutputFile file(path);
  file.append(head);
  file.append(body);
  file.finish();
}

Book read_book(const std::string& path) {
  const InputFile file(path, true);
  std::vector<std::uint8_t> buffer;
  const auto all = file.bytes(0, file.size(), buffer);
  if (all.size() < kHeaderBytes || !std::equal(kMagic.begin(), kMagic.end(), all.begin())) {
    throw BadFile(path, "is no book of this program");
  }
  const auto version = number_in<std::uint32_t>(all.subspan(8));
  if (version != kBookVersion) {
    throw BadFile(path, "is a book of version " + std::to_string(version) +
                                      ", this program reads version " +
                                      std::to_string(kBookVersion));
  }
  const auto body = all.subspan(20);
  if (checksum(body) != number_in<std::uint64_t>(all.subspan(12))) {
    throw BadFile(path, "its checksum is wrong: the book is damaged or cut short");
  }
  const std::uint64_t plain_bytes = number_in<std::uint64_t>(body);
  if (plain_bytes > kMostArchiveBytes) throw BadFile(path, "its archive is too large");
  std::string plain(plain_bytes, '\0');
  const std::size_t unpacked =
      ZSTD_decompress(plain.data(), plain.size(), body.data() + 8, body.size() - 8);
  if (unpacked != plain.size()) throw BadFile(path, "its archive cannot be unpacked");
  try {
    std::istringstream text(plain);
    boost::archive::text_iarchive archive(text, kArchiveFlags);
    StoredBook whole;
    archive >> whole;
    return book_of(whole);
  } catch (const std::exception& e) {
    throw BadFile(path, std::string("its archive cannot be read: ") + e.what());
  }
}

}  // namespace pylos::book
