// Numbers as the bytes of a file: the lowest byte first, whatever the machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace pylos {

/// Appends the sizeof(T) bytes of `number`.
template <class T>
void put(std::string& bytes, T number) {
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    bytes += static_cast<char>(static_cast<std::uint64_t>(number) >> (8 * i) & 255);
  }
}

/// The number that the first sizeof(T) of `bytes` are; there must be as many.
template <class T>
T number_in(std::span<const std::uint8_t> bytes) {
  std::uint64_t result = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) result |= std::uint64_t{bytes[i]} << (8 * i);
  return static_cast<T>(result);
}

}  // namespace pylos
