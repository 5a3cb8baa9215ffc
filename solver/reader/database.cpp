#include "solver/reader/database.hpp"

#include <algorithm>
#include <bit>

#include <xxhash.h>

#include "engine/check.hpp"
#include "engine/domain.hpp"
#include "engine/errors.hpp"
#include "engine/legal_moves.hpp"
#include "engine/quote.hpp"
#include "solver/work/errors.hpp"
#include "solver/work/input_file.hpp"
#include "solver/reader/segment_cache.hpp"
#include "solver/work/checksum.hpp"

namespace pylos::database {
namespace {

std::vector<std::uint8_t> section(const InputFile& file, const Section& s, const char* name) {
  std::vector<std::uint8_t> buffer;
  const auto bytes = file.bytes(s.offset, s.bytes, buffer);
  if (checksum(bytes) != s.checksum) {
    throw BadFile(file.path(), std::string("damaged: the checksum of its ") + name + " is wrong");
  }
  return {bytes.begin(), bytes.end()};
}

Header read_header(const InputFile& file) {
  std::vector<std::uint8_t> buffer;
  const auto bytes = file.bytes(0, std::min(kHeaderBytes, file.size()), buffer);
  return header_from_bytes(file.path(), bytes, file.size());
}

}  // namespace

struct Database::State {
  State(const std::string& path, const OpenOptions& options)
      : file(path, options.access == Access::mapped),
        header(read_header(file)),
        layout(header.game),
        cache(options.cache_bytes) {
    for (int slots = 0; slots <= kMostLowSlots; ++slots) orders.emplace_back(slots);
    const int count = layout.cells() - header.least_spheres + 1;
    if (count < 1) throw BadFile(path, "damaged header: no board has so many spheres");
    tiers = tiers_from_bytes(path, section(file, header.tiers, "tiers"), count);
    models = models_from_bytes(path, section(file, header.models, "models"), count);
    index = index_from_bytes(path, section(file, header.index, "index"), header.blocks);
    by_tier = statistics_from_bytes(path, section(file, header.statistics, "statistics"), count);
    if (index.front().offset != kHeaderBytes || index.back().offset > file.size()) {
      throw BadFile(path, "damaged index: its blocks lie outside of the file");
    }
    std::uint64_t blocks = 0;
    for (int n = header.least_spheres; n <= layout.cells(); ++n) {
      const TierEntry& entry = tier_entry(n);
      const Tier& tier = layout.tier(n);
      if (entry.low_slots != tier.low_slots || entry.segments != tier.segments ||
          entry.first_block != blocks) {
        throw BadFile(path, "damaged: its segments with " + std::to_string(n) +
                                " spheres are not those of its game");
      }
      blocks += (entry.segments + kSegmentsPerBlock - 1) / kSegmentsPerBlock;
    }
    if (blocks != header.blocks) {
      throw BadFile(path, "expected " + std::to_string(blocks) + " blocks, found " +
                              std::to_string(header.blocks));
    }
    for (std::size_t i = 0; i < by_tier.size(); ++i) {
      const TierStatistics& tier = by_tier[i];
      statistics.by_spheres[i + static_cast<std::size_t>(header.least_spheres)] = {
          tier.wins, tier.losses, tier.draws};
      auto& all = statistics.by_distance;
      all.resize(std::max(all.size(), tier.by_distance.size()), 0);
      for (std::size_t d = 0; d < tier.by_distance.size(); ++d) all[d] += tier.by_distance[d];
    }
  }

  const TierEntry& tier_entry(int spheres) const {
    return tiers[static_cast<std::size_t>(spheres - header.least_spheres)];
  }

  // The segments of a block of a tier, and which they are.
  struct InBlock {
    std::uint64_t block = 0;
    std::uint64_t segments = 0;
    std::uint64_t number = 0;  // of the segment within the block
  };
  InBlock where(std::uint64_t segment, int spheres) const {
    const Tier& tier = layout.tier(spheres);
    const std::uint64_t in_tier = segment - tier.first_segment;
    const std::uint64_t block = in_tier / kSegmentsPerBlock;
    return {tier_entry(spheres).first_block + block,
            std::min(kSegmentsPerBlock, tier.segments - block * kSegmentsPerBlock),
            in_tier % kSegmentsPerBlock};
  }

  std::span<const std::uint8_t> block_bytes(std::uint64_t number,
                                            std::vector<std::uint8_t>& buffer) const {
    const BlockEntry& entry = index[number];
    const auto bytes = file.bytes(entry.offset, index[number + 1].offset - entry.offset, buffer);
    if (checksum(bytes) != entry.checksum) {
      throw BadFile(file.path(), "damaged: the checksum of block " + std::to_string(number) +
                                     " (at byte " + std::to_string(entry.offset) + ") is wrong");
    }
    return bytes;
  }

  SegmentShape shape(int spheres, int high_ones) const {
    const int slots = layout.tier(spheres).low_slots;
    return {&orders[static_cast<std::size_t>(slots)], layout.ones_in_low_slots(spheres, high_ones),
            high_ones, header.metric};
  }

  std::vector<Symbol> decode(std::uint64_t segment, int spheres, const SegmentShape& shape) const {
    const InBlock at = where(segment, spheres);
    std::vector<std::uint8_t> buffer;
    const auto bytes = block_bytes(at.block, buffer);
    const std::vector<std::uint32_t> offsets = segments_in(file.path(), bytes, at.segments);
    std::vector<Symbol> symbols(shape.entries());
    const std::uint32_t begin = offsets[at.number];
    decode_segment(shape, bytes.subspan(begin, offsets[at.number + 1] - begin),
                   models[static_cast<std::size_t>(spheres - header.least_spheres)], symbols);
    return symbols;
  }

  Symbol symbol(const Place& place) const {
    const SegmentShape s = shape(place.spheres, place.high_ones);
    const std::uint32_t number = s.order->number(place.low) - s.first();
    if (const auto known = cache.find(place.segment, number)) return *known;
    std::vector<Symbol> symbols = decode(place.segment, place.spheres, s);
    PYLOS_CHECK(number < symbols.size());
    const Symbol result = symbols[number];
    cache.add(place.segment, std::move(symbols));
    return result;
  }

  InputFile file;
  Header header;
  Layout layout;
  std::vector<SegmentOrder> orders;
  std::vector<TierEntry> tiers;
  std::vector<Model> models;
  std::vector<BlockEntry> index;
  std::vector<TierStatistics> by_tier;
  Statistics statistics;
  mutable SegmentCache cache;
};

Database::Database(const std::string& path, const OpenOptions& options)
    : state_(std::make_unique<State>(path, options)) {}
Database::~Database() = default;
Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;

const std::string& Database::path() const { return state_->file.path(); }
Game Database::game() const { return state_->header.game; }
Metric Database::metric() const { return state_->header.metric; }
int Database::least_spheres() const { return state_->header.least_spheres; }
const Header& Database::header() const { return state_->header; }
const Layout& Database::layout() const { return state_->layout; }
const Statistics& Database::statistics() const { return state_->statistics; }
const std::vector<TierStatistics>& Database::tier_statistics() const { return state_->by_tier; }
const std::vector<TierEntry>& Database::tiers() const { return state_->tiers; }
const std::vector<Model>& Database::models() const { return state_->models; }

Value Database::value(Position p) const {
  PYLOS_CHECK(in_domain(p, game().base));
  if (p.occupied().size() < least_spheres()) return {};
  Value value = state_->layout.value_without_entry(p);
  if (value.outcome == Outcome::unknown) {
    const Symbol symbol = state_->symbol(state_->layout.place(p));
    value = value_of(symbol, metric());
    if (value.outcome == Outcome::unknown) {
      throw BadFile(path(), "damaged: an entry has no value");
    }
  }
  if (!has_distances()) value.plies.reset();
  return value;
}

std::vector<MoveValue> Database::moves(Position p) const {
  std::vector<MoveValue> result;
  for (const Move move : legal_moves(p, game())) result.push_back({move, apply(p, move), {}});
  for (MoveValue& m : result) m.value = value(m.after);
  std::stable_sort(result.begin(), result.end(), [](const MoveValue& a, const MoveValue& b) {
    return badness_of_move(a.value) < badness_of_move(b.value);
  });
  return result;
}

int Database::segment_spheres(std::uint64_t number) const {
  int spheres = layout().cells();
  while (number < layout().tier(spheres).first_segment || layout().tier(spheres).segments == 0) {
    --spheres;
  }
  return spheres;
}

SegmentShape Database::segment_shape(std::uint64_t number) const {
  const int spheres = segment_spheres(number);
  const Tier& tier = layout().tier(spheres);
  const std::uint64_t high = (number - tier.first_segment) % tier.segments_per_shape;
  return state_->shape(spheres, std::popcount(high));
}

TierEntries Database::tier_entries(int spheres) const {
  const auto slots = static_cast<std::size_t>(layout().tier(spheres).low_slots);
  return {layout(), spheres, state_->orders[slots], metric()};
}

std::vector<Symbol> Database::segment(std::uint64_t number) const {
  return state_->decode(number, segment_spheres(number), segment_shape(number));
}

std::string Database::block(std::uint64_t number) const {
  std::vector<std::uint8_t> buffer;
  const auto bytes = state_->block_bytes(number, buffer);
  return {bytes.begin(), bytes.end()};
}

void Database::check(const std::function<void(std::uint64_t, std::uint64_t)>& progress,
                     const std::stop_token& stop) const {
  const InputFile& file = state_->file;
  std::vector<std::uint8_t> buffer;
  // The whole first: one pass, in pieces.
  std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> hash(XXH3_createState(), XXH3_freeState);
  PYLOS_CHECK(hash != nullptr);
  XXH3_64bits_reset(hash.get());
  constexpr std::uint64_t kPiece = std::uint64_t{1} << 20;
  for (std::uint64_t at = kHeaderBytes; at < file.size(); at += kPiece) {
    if (stop.stop_requested()) throw Stopped("stopped");
    const auto bytes = file.bytes(at, std::min(kPiece, file.size() - at), buffer);
    XXH3_64bits_update(hash.get(), bytes.data(), bytes.size());
    if (progress) progress(at, 2 * file.size());
  }
  const bool whole = XXH3_64bits_digest(hash.get()) == header().body_checksum;
  // Block by block, to be able to say where.
  for (int n = least_spheres(); n <= layout().cells(); ++n) {
    const TierEntry& tier = state_->tier_entry(n);
    for (std::uint64_t first = 0; first < tier.segments; first += kSegmentsPerBlock) {
      if (stop.stop_requested()) throw Stopped("stopped");
      const std::uint64_t number = tier.first_block + first / kSegmentsPerBlock;
      const auto bytes = state_->block_bytes(number, buffer);
      segments_in(file.path(), bytes, std::min(kSegmentsPerBlock, tier.segments - first));
      if (progress) progress(file.size() + state_->index[number].offset, 2 * file.size());
    }
  }
  if (!whole) throw BadFile(path(), "damaged: the checksum of the whole file is wrong");
  if (progress) progress(2 * file.size(), 2 * file.size());
}

void require_all_distances(const Database& database) {
  std::string has;
  if (database.least_spheres() > 0) {
    has = "positions from " + std::to_string(database.least_spheres()) + " spheres up alone";
  } else if (!database.has_distances()) {
    has = "win, loss and draw alone";
  } else {
    return;
  }
  throw InputError("file " + pylos::quoted(database.path()) + ": has " + has +
                   "; this needs all positions with their distances");
}

}  // namespace pylos::database
