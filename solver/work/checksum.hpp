// The checksum of bytes and of a game: XXH3, 64 bits.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/game.hpp"

namespace pylos {

/// The bytes of a text, as a view.
inline std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// XXH3, 64 bits.
std::uint64_t checksum(std::span<const std::uint8_t> bytes);

/// A 64-bit checksum of the game: of its text and its base side. It tells files of different games
/// apart.
std::uint64_t fingerprint(Game game);

}  // namespace pylos
