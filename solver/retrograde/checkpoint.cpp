#include "solver/retrograde/checkpoint.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <vector>

#include <zstd.h>

#include "engine/check.hpp"
#include "engine/errors.hpp"
#include "solver/work/errors.hpp"
#include "solver/work/checksum.hpp"
#include "solver/work/input_file.hpp"
#include "solver/work/little_endian.hpp"
#include "solver/work/output_file.hpp"

namespace pylos::retrograde {
namespace {

namespace fs = std::filesystem;

// magic (8 bytes), fingerprint of the game, round; then each part as its size and its pieces; a
// piece is the size of its packed bytes and the bytes, or a size of 0 for zeros alone; the number
// of parts, and the checksum of all before it. Numbers have 64 bits, little-endian as in memory.
constexpr std::string_view kMagic = "PYLOSCP3";
constexpr std::size_t kPiece = std::size_t{1} << 20;
constexpr int kPackLevel = 1;

std::string number_bytes(std::uint64_t number) {
  std::string bytes;
  put(bytes, number);
  return bytes;
}

bool is_zero(const char* data, std::size_t bytes) {
  return bytes == 0 || (data[0] == 0 && std::memcmp(data, data + 1, bytes - 1) == 0);
}

class Reader {
 public:
  explicit Reader(const std::string& path) : file_(path, true) {}
  std::span<const std::uint8_t> take(std::uint64_t count) {
    const auto bytes = file_.bytes(at_, count, buffer_);
    at_ += count;
    return bytes;
  }
  std::uint64_t number() { return number_in<std::uint64_t>(take(8)); }
  // Of all from here to the last number, which tells it.
  bool checksum_is_right() {
    if (file_.size() < at_ + 8) return false;
    std::vector<std::uint8_t> buffer;
    const std::uint64_t begin = at_;
    at_ = file_.size() - 8;
    const std::uint64_t told = number();
    at_ = begin;
    return checksum(file_.bytes(begin, file_.size() - 8 - begin, buffer)) == told;
  }
  bool at_end() const { return at_ + 8 == file_.size(); }

 private:
  InputFile file_;
  std::vector<std::uint8_t> buffer_;
  std::uint64_t at_ = 0;
};

}  // namespace

Checkpoint::Checkpoint(const std::string& folder, Game game)
    : game_(game),
      folder_(folder),
      path_((fs::path(folder) /
             (to_text(game.rules) + "-base" + std::to_string(game.base) + ".checkpoint"))
                .string()) {}

bool Checkpoint::exists() const {
  std::error_code ignored;
  return fs::exists(path_, ignored);
}

void Checkpoint::remove() const {
  std::error_code ignored;
  fs::remove(path_, ignored);
}

void Checkpoint::check_folder(bool resume) const {
  if (exists() && !resume) {
    throw InputError("there is a checkpoint, " + path_ +
                     "; go on from it with --resume, or remove it");
  }
  check_can_write(path_ + ".new", 0);
}

void Checkpoint::write(int plies, const std::function<void(const Part&)>& visit) const {
  OutputFile file(path_, OutputFile::Existing::replace);
  file.append(kMagic);
  file.append(number_bytes(fingerprint(game_)));
  file.append(number_bytes(static_cast<std::uint64_t>(plies)));
  std::string packed(ZSTD_compressBound(kPiece), '\0');
  std::uint64_t parts = 0;
  visit([&](void* memory, std::size_t bytes) {
    ++parts;
    file.append(number_bytes(bytes));
    const char* data = static_cast<const char*>(memory);
    for (std::size_t at = 0; at < bytes; at += kPiece) {
      const std::size_t size = std::min(kPiece, bytes - at);
      if (is_zero(data + at, size)) {
        file.append(number_bytes(0));
        continue;
      }
      const std::size_t packed_size =
          ZSTD_compress(packed.data(), packed.size(), data + at, size, kPackLevel);
      PYLOS_CHECK(!ZSTD_isError(packed_size));
      const std::string_view piece = std::string_view(packed).substr(0, packed_size);
      file.append(number_bytes(packed_size));
      file.append(piece);
    }
  });
  file.append(number_bytes(parts));
  file.append(number_bytes(file.checksum()));
  file.finish();
}

int Checkpoint::read(const std::function<void(int, const Part&)>& visit) const {
  Reader file(path_);
  const auto magic = file.take(kMagic.size());
  if (!std::equal(magic.begin(), magic.end(), kMagic.begin())) {
    throw BadFile(path_, "not a checkpoint of this program");
  }
  if (!file.checksum_is_right()) throw BadFile(path_, "damaged: its checksum is wrong");
  if (file.number() != fingerprint(game_)) {
    throw BadFile(path_, "not a checkpoint of " + to_text(game_.rules) + ", base " +
                             std::to_string(game_.base));
  }
  const std::uint64_t plies = file.number();
  if (plies > 255) throw BadFile(path_, "damaged: it is of ply " + std::to_string(plies));
  std::uint64_t parts = 0;
  visit(static_cast<int>(plies), [&](void* memory, std::size_t bytes) {
    ++parts;
    if (file.number() != bytes) throw BadFile(path_, "damaged: a part has another size");
    char* data = static_cast<char*>(memory);
    for (std::size_t at = 0; at < bytes; at += kPiece) {
      const std::size_t size = std::min(kPiece, bytes - at);
      const std::uint64_t packed_size = file.number();
      if (packed_size == 0) continue;  // pages that were never written stay so
      const auto packed = file.take(packed_size);
      const std::size_t got = ZSTD_decompress(data + at, size, packed.data(), packed.size());
      if (ZSTD_isError(got) || got != size) throw BadFile(path_, "damaged: a part does not unpack");
    }
  });
  if (file.number() != parts || !file.at_end())
    throw BadFile(path_, "damaged: it does not end well");
  return static_cast<int>(plies);
}

}  // namespace pylos::retrograde
