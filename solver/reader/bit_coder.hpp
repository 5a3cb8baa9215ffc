// Arithmetic coding of single bits with probabilities that both sides know.
//
// The interval of 32-bit numbers is split in the proportion of the two outcomes and the leading
// bytes that its ends share are written out (the carry-free coder of the public domain program lpaq
// by M. Mahoney). What follows the last byte reads as zeros, so trailing zero bytes are left away:
// bits that all turn out as expected take no byte at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace pylos::database {

/// The probability that a bit is 1, in 1/65536: 1 to 65535.
using Probability = std::uint16_t;

class BitEncoder {
 public:
  void encode(bool bit, Probability one) {
    const std::uint32_t middle = split(low_, high_, one);
    if (bit) {
      high_ = middle;
    } else {
      low_ = middle + 1;
    }
    while (((low_ ^ high_) >> 24) == 0) {
      bytes_ += static_cast<char>(high_ >> 24);
      low_ <<= 8;
      high_ = high_ << 8 | 255;
    }
  }

  /// The bytes of all bits so far; the encoder is as new after it.
  std::string finish() {
    // The number of the interval with most zero bytes at its end.
    std::uint32_t number = low_;
    for (int zeros = 32; zeros > 0; zeros -= 8) {
      const std::uint64_t unit = std::uint64_t{1} << zeros;
      const std::uint64_t rounded = (low_ + unit - 1) / unit * unit;
      if (rounded <= high_) {
        number = static_cast<std::uint32_t>(rounded);
        break;
      }
    }
    for (int shift = 24; shift >= 0; shift -= 8) bytes_ += static_cast<char>(number >> shift & 255);
    while (!bytes_.empty() && bytes_.back() == 0) bytes_.pop_back();
    low_ = 0;
    high_ = 0xffffffff;
    std::string result;
    result.swap(bytes_);
    return result;
  }

  /// Where the 1-part of the interval ends.
  static std::uint32_t split(std::uint32_t low, std::uint32_t high, Probability one) {
    return low + static_cast<std::uint32_t>((std::uint64_t{high - low} * one) >> 16);
  }

 private:
  std::uint32_t low_ = 0;
  std::uint32_t high_ = 0xffffffff;
  std::string bytes_;
};

class BitDecoder {
 public:
  explicit BitDecoder(std::span<const std::uint8_t> bytes) : bytes_(bytes) {
    for (int i = 0; i < 4; ++i) value_ = value_ << 8 | next();
  }

  bool decode(Probability one) {
    const std::uint32_t middle = BitEncoder::split(low_, high_, one);
    const bool bit = value_ <= middle;
    if (bit) {
      high_ = middle;
    } else {
      low_ = middle + 1;
    }
    while (((low_ ^ high_) >> 24) == 0) {
      low_ <<= 8;
      high_ = high_ << 8 | 255;
      value_ = value_ << 8 | next();
    }
    return bit;
  }

 private:
  std::uint32_t next() { return at_ < bytes_.size() ? bytes_[at_++] : 0; }

  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  std::uint32_t low_ = 0;
  std::uint32_t high_ = 0xffffffff;
  std::uint32_t value_ = 0;
};

}  // namespace pylos::database
