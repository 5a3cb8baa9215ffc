// The parts of a database file that are not entries: header, statistics, tiers and the index of
// blocks.
//
// All numbers are little-endian. data/FORMAT.md tells the same in words; the two must agree.
// Reading checks every number before it is used, so that no damage can lead outside of the file.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.hpp"
#include "solver/reader/segment_coder.hpp"
#include "solver/numbering/statistics.hpp"

namespace pylos::database {

inline constexpr std::uint32_t kFormatVersion = 1;
inline constexpr std::uint64_t kHeaderBytes = 512;
/// Segments that share a checksum, but for the last ones of a tier.
inline constexpr std::uint64_t kSegmentsPerBlock = 64;

/// A part of the file with a checksum (XXH3, 64 bits) of its own.
struct Section {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;
  bool operator==(const Section&) const = default;
};

struct Header {
  Game game;
  Metric metric = Metric::distance;
  /// Positions with fewer spheres are not in the file.
  int least_spheres = 0;
  std::string producer;  ///< at most 63 characters
  std::uint64_t file_bytes = 0;
  std::uint64_t blocks = 0;
  std::uint64_t entries = 0;
  Section statistics;
  Section tiers;
  Section models;
  Section index;
  /// Of all bytes after the header.
  std::uint64_t body_checksum = 0;
};

/// The header's kHeaderBytes bytes. The mark of a finished file is there only if `complete`.
std::string to_bytes(const Header& header, bool complete);

/// Reads a header from the first bytes of a file of `file_bytes` bytes. Throws BadFile, naming
/// `path`, for a file that is too short, of another kind, newer than this program, unfinished,
/// damaged or truncated.
Header header_from_bytes(const std::string& path, std::span<const std::uint8_t> bytes,
                         std::uint64_t file_bytes);

/// Positions of the domain by spheres on the board and value, all images counted.
struct TierStatistics {
  std::uint64_t draws = 0;
  std::vector<std::uint64_t> by_distance;  ///< empty in files without distances
  std::uint64_t wins = 0;
  std::uint64_t losses = 0;
  bool operator==(const TierStatistics&) const = default;
};

/// What the file says of a tier.
struct TierEntry {
  int low_slots = 0;
  std::uint64_t segments = 0;
  std::uint64_t entries = 0;
  std::uint64_t first_block = 0;
  bool operator==(const TierEntry&) const = default;
};

/// Where a block is, and the checksum of its bytes.
struct BlockEntry {
  std::uint64_t offset = 0;
  std::uint64_t checksum = 0;
};

// The contents of the sections; the first entry is of the least number of spheres.
std::string to_bytes(const std::vector<TierStatistics>& tiers);
std::string to_bytes(const std::vector<TierEntry>& tiers);
/// A last entry tells where the last block ends.
std::string to_bytes(const std::vector<BlockEntry>& blocks);
std::string to_bytes(const std::vector<Model>& models);

// Each throws BadFile for what cannot be.
std::vector<TierStatistics> statistics_from_bytes(const std::string& path,
                                                   std::span<const std::uint8_t> bytes, int tiers);
std::vector<TierEntry> tiers_from_bytes(const std::string& path,
                                          std::span<const std::uint8_t> bytes, int tiers);
std::vector<BlockEntry> index_from_bytes(const std::string& path,
                                         std::span<const std::uint8_t> bytes, std::uint64_t blocks);
std::vector<Model> models_from_bytes(const std::string& path, std::span<const std::uint8_t> bytes,
                                     int tiers);

/// A block's bytes from those of its segments, and where each segment lies in it: offsets from the
/// block's first byte, one more than there are segments. Throws BadFile for lengths that do not
/// fit.
std::string block_of(std::span<const std::string> segments);
std::vector<std::uint32_t> segments_in(const std::string& path, std::span<const std::uint8_t> block,
                                       std::uint64_t segments);

}  // namespace pylos::database
