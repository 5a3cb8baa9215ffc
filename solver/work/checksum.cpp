#include "solver/work/checksum.hpp"

#include <string>

#include <xxhash.h>

namespace pylos {

std::uint64_t checksum(std::span<const std::uint8_t> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

std::uint64_t fingerprint(Game game) {
  return checksum(bytes_of("pylos " + to_text(game.rules) + " base " + std::to_string(game.base)));
}

}  // namespace pylos
