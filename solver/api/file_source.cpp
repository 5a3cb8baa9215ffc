// Values from a database file.
#include <cstdlib>
#include <filesystem>

#include "solver/api/convert.hpp"
#include "solver/api/source.hpp"
#include "solver/reader/database.hpp"

namespace pylos::v1 {
namespace {

std::string hexadecimal(std::uint64_t number) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text(16, '0');
  for (std::size_t i = text.size(); i-- > 0; number >>= 4) text[i] = kDigits[number & 15];
  return text;
}

class FileSource final : public Solved::Source {
 public:
  explicit FileSource(database::Database database)
      : Source(database.game(), shown_game(database.game())), database_(std::move(database)) {
    has_distances = database_.has_distances();
    least_spheres = database_.least_spheres();
    checksum = hexadecimal(database_.header().body_checksum);
    path = database_.path();
    bytes = database_.header().file_bytes;
    statistics = database_.statistics();
  }

  pylos::Value value(pylos::Position p) const override { return database_.value(p); }

 private:
  database::Database database_;
};

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

Solved open(const std::string& path, const OpenOptions& options) {
  return translated([&] {
    database::OpenOptions inner;
    inner.access = options.map ? database::Access::mapped : database::Access::read;
    inner.cache_bytes = options.cache_bytes;
    return Solved(std::make_shared<FileSource>(database::Database(path, inner)));
  });
}

std::string home_of_databases() {
  namespace fs = std::filesystem;
  if (const std::string data = variable("PYLOS_DATA"); !data.empty()) return data;
  if (const std::string xdg = variable("XDG_DATA_HOME"); !xdg.empty()) {
    return (fs::path(xdg) / "pylos").string();
  }
  return (fs::path(variable("HOME")) / ".local" / "share" / "pylos").string();
}

std::string database_path(const Game& game) {
  const std::string board = game.base() == 4 ? "" : "-base" + std::to_string(game.base());
  return (std::filesystem::path(home_of_databases()) / (game.rules() + board + ".pylos")).string();
}

Solved open(const Game& game, const OpenOptions& options) {
  const std::string path = database_path(game);
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    const std::string board = game.base() == 4 ? "" : " --base " + std::to_string(game.base());
    throw FileError("there is no database of " + game.rules() + ", base " +
                    std::to_string(game.base()) + ", at " + path + "; make it with: pylos solve --rules " +
                    game.rules() + board + " --save");
  }
  return open(path, options);
}

}  // namespace pylos::v1
