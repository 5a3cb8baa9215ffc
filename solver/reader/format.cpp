#include "solver/reader/format.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include <zstd.h>

#include "engine/check.hpp"
#include "engine/errors.hpp"
#include "engine/quote.hpp"
#include "solver/work/checksum.hpp"
#include "solver/work/errors.hpp"
#include "solver/work/little_endian.hpp"

namespace pylos::database {
namespace {

constexpr std::string_view kMagic = "PYLOSDB\n";
constexpr std::string_view kComplete = "complete";
constexpr std::size_t kCompleteOffset = 16;
constexpr std::size_t kRulesBytes = 48;
constexpr std::size_t kProducerBytes = 64;
constexpr std::uint8_t kIndexScheme = 1;
constexpr std::uint8_t kCoding = 1;
constexpr int kModelTier = 19;

void put_text(std::string& bytes, std::string_view text, std::size_t width) {
  PYLOS_CHECK(text.size() < width);
  bytes += text;
  bytes.append(width - text.size(), '\0');
}

void put_section(std::string& bytes, const Section& s) {
  put(bytes, s.offset);
  put(bytes, s.bytes);
  put(bytes, s.checksum);
}

class Bytes {
 public:
  Bytes(const std::string& path, std::span<const std::uint8_t> bytes)
      : path_(path), bytes_(bytes) {}

  template <class T>
  T number() {
    return number_in<T>(take(sizeof(T)));
  }
  std::string text(std::size_t width) {
    const auto from = take(width);
    return {from.begin(), std::find(from.begin(), from.end(), 0)};
  }
  Section section() {
    Section s;
    s.offset = number<std::uint64_t>();
    s.bytes = number<std::uint64_t>();
    s.checksum = number<std::uint64_t>();
    return s;
  }
  std::span<const std::uint8_t> take(std::size_t count) {
    if (count > bytes_.size())
      throw BadFile(path_, "damaged: a section is shorter than it should be");
    const auto result = bytes_.first(count);
    bytes_ = bytes_.subspan(count);
    return result;
  }
  void expect_end() const {
    if (!bytes_.empty()) throw BadFile(path_, "damaged: a section is longer than it should be");
  }

 private:
  const std::string& path_;
  std::span<const std::uint8_t> bytes_;
};

std::string hex(std::uint64_t number) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text(16, '0');
  for (std::size_t i = 0; i < 16; ++i) text[15 - i] = kDigits[number >> (4 * i) & 15];
  return text;
}

}  // namespace

std::string to_bytes(const Header& h, bool complete) {
  std::string bytes(kMagic);
  put(bytes, kFormatVersion);
  put(bytes, static_cast<std::uint32_t>(kHeaderBytes));
  bytes.append(kComplete.size(), '\0');
  put(bytes, h.file_bytes);
  put_text(bytes, to_text(h.game.rules), kRulesBytes);
  put(bytes, fingerprint(h.game));
  put(bytes, static_cast<std::uint8_t>(h.game.base));
  put(bytes, static_cast<std::uint8_t>(h.metric));
  put(bytes, kIndexScheme);
  put(bytes, kCoding);
  put(bytes, static_cast<std::uint8_t>(h.least_spheres));
  put(bytes, std::uint8_t{0});
  put(bytes, static_cast<std::uint16_t>(kSegmentsPerBlock));
  put_text(bytes, h.producer, kProducerBytes);
  put(bytes, h.blocks);
  put(bytes, h.entries);
  put(bytes, h.body_checksum);
  for (const Section& s : {h.statistics, h.tiers, h.models, h.index}) put_section(bytes, s);
  PYLOS_CHECK(bytes.size() <= kHeaderBytes - 8);
  bytes.append(kHeaderBytes - 8 - bytes.size(), '\0');
  put(bytes, checksum(bytes_of(bytes)));  // of the header without the mark
  if (complete) bytes.replace(kCompleteOffset, kComplete.size(), kComplete);
  return bytes;
}

Header header_from_bytes(const std::string& path, std::span<const std::uint8_t> bytes,
                         std::uint64_t file_bytes) {
  if (bytes.size() < kMagic.size() ||
      std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) != 0) {
    throw BadFile(path, "not a Pylos database: it does not begin with \"PYLOSDB\"");
  }
  Bytes in(path, bytes);
  in.take(kMagic.size());
  if (bytes.size() < 16) throw BadFile(path, "truncated: it ends within its header");
  const auto version = in.number<std::uint32_t>();
  if (version > kFormatVersion || version == 0) {
    throw BadFile(path, "format version " + std::to_string(version) +
                            "; this program reads version " + std::to_string(kFormatVersion) +
                            (version == 0 ? "" : ", a newer one is needed"));
  }
  if (bytes.size() < kHeaderBytes) throw BadFile(path, "truncated: it ends within its header");
  if (in.number<std::uint32_t>() != kHeaderBytes) {
    throw BadFile(path, "damaged: the header's size is not " + std::to_string(kHeaderBytes));
  }
  std::string plain(bytes.begin(), bytes.begin() + kHeaderBytes);
  const std::string mark = plain.substr(kCompleteOffset, kComplete.size());
  plain.replace(kCompleteOffset, kComplete.size(), kComplete.size(), '\0');
  if (mark != kComplete) {
    throw BadFile(path, mark == std::string(kComplete.size(), '\0')
                            ? "unfinished: it was never marked complete"
                            : "damaged: the mark of a complete file is " + quoted(mark));
  }
  in.take(kComplete.size());
  const std::uint64_t expected = checksum(bytes_of(plain).first(kHeaderBytes - 8));
  Bytes last(path, bytes.subspan(kHeaderBytes - 8, 8));
  const auto found = last.number<std::uint64_t>();
  if (found != expected) {
    throw BadFile(
        path, "damaged header: its checksum is " + hex(expected) + ", the file says " + hex(found));
  }
  Header h;
  h.file_bytes = in.number<std::uint64_t>();
  if (h.file_bytes != file_bytes) {
    throw BadFile(path, "expected " + std::to_string(h.file_bytes) + " bytes, found " +
                            std::to_string(file_bytes));
  }
  const std::string rules = in.text(kRulesBytes);
  const auto print = in.number<std::uint64_t>();
  h.game.base = in.number<std::uint8_t>();
  try {
    h.game.rules = rule_set_from_text(rules);
  } catch (const InputError& e) {
    throw BadFile(path, std::string("unknown rule set: ") + e.what());
  }
  if (h.game.base < 2 || h.game.base > 4 || print != fingerprint(h.game)) {
    throw BadFile(path, "its fingerprint is not that of " + to_text(h.game.rules) + ", base " +
                            std::to_string(h.game.base));
  }
  const auto metric = in.number<std::uint8_t>();
  const auto scheme = in.number<std::uint8_t>();
  const auto coding = in.number<std::uint8_t>();
  if ((metric != 1 && metric != 2) || scheme != kIndexScheme || coding != kCoding) {
    throw BadFile(path, "unknown metric, index scheme or coding");
  }
  h.metric = static_cast<Metric>(metric);
  h.least_spheres = in.number<std::uint8_t>();
  in.take(1);
  if (in.number<std::uint16_t>() != kSegmentsPerBlock) {
    throw BadFile(path, "unknown number of segments a block");
  }
  h.producer = in.text(kProducerBytes);
  h.blocks = in.number<std::uint64_t>();
  h.entries = in.number<std::uint64_t>();
  h.body_checksum = in.number<std::uint64_t>();
  for (Section* s : {&h.statistics, &h.tiers, &h.models, &h.index}) {
    *s = in.section();
    if (s->offset < kHeaderBytes || s->offset > file_bytes || s->bytes > file_bytes - s->offset) {
      throw BadFile(path, "damaged header: a section lies outside of the file");
    }
  }
  return h;
}

std::string to_bytes(const std::vector<TierStatistics>& tiers) {
  std::string bytes;
  for (const TierStatistics& tier : tiers) {
    put(bytes, tier.wins);
    put(bytes, tier.losses);
    put(bytes, tier.draws);
    put(bytes, static_cast<std::uint32_t>(tier.by_distance.size()));
    for (const std::uint64_t count : tier.by_distance) put(bytes, count);
  }
  return bytes;
}

std::vector<TierStatistics> statistics_from_bytes(const std::string& path,
                                                   std::span<const std::uint8_t> bytes,
                                                   int tiers) {
  Bytes in(path, bytes);
  std::vector<TierStatistics> result(static_cast<std::size_t>(tiers));
  for (TierStatistics& tier : result) {
    tier.wins = in.number<std::uint64_t>();
    tier.losses = in.number<std::uint64_t>();
    tier.draws = in.number<std::uint64_t>();
    const auto count = in.number<std::uint32_t>();
    if (count > 256) throw BadFile(path, "damaged statistics");
    for (std::uint32_t i = 0; i < count; ++i) {
      tier.by_distance.push_back(in.number<std::uint64_t>());
    }
  }
  in.expect_end();
  return result;
}

std::string to_bytes(const std::vector<TierEntry>& tiers) {
  std::string bytes;
  for (const TierEntry& tier : tiers) {
    put(bytes, static_cast<std::uint64_t>(tier.low_slots));
    put(bytes, tier.segments);
    put(bytes, tier.entries);
    put(bytes, tier.first_block);
  }
  return bytes;
}

std::vector<TierEntry> tiers_from_bytes(const std::string& path,
                                          std::span<const std::uint8_t> bytes, int tiers) {
  Bytes in(path, bytes);
  std::vector<TierEntry> result(static_cast<std::size_t>(tiers));
  for (TierEntry& tier : result) {
    tier.low_slots = static_cast<int>(in.number<std::uint64_t>() & 255);
    tier.segments = in.number<std::uint64_t>();
    tier.entries = in.number<std::uint64_t>();
    tier.first_block = in.number<std::uint64_t>();
  }
  in.expect_end();
  return result;
}

std::string to_bytes(const std::vector<BlockEntry>& blocks) {
  std::string bytes;
  for (const BlockEntry& block : blocks) {
    put(bytes, block.offset);
    put(bytes, block.checksum);
  }
  return bytes;
}

std::vector<BlockEntry> index_from_bytes(const std::string& path,
                                         std::span<const std::uint8_t> bytes,
                                         std::uint64_t blocks) {
  if (blocks >= bytes.size() || bytes.size() != (blocks + 1) * 16) {
    throw BadFile(path,
                  "damaged index: its size does not fit " + std::to_string(blocks) + " blocks");
  }
  Bytes in(path, bytes);
  std::vector<BlockEntry> result(blocks + 1);
  std::uint64_t before = kHeaderBytes;
  for (BlockEntry& block : result) {
    block.offset = in.number<std::uint64_t>();
    block.checksum = in.number<std::uint64_t>();
    if (block.offset < before) throw BadFile(path, "damaged index: its offsets do not rise");
    before = block.offset;
  }
  in.expect_end();
  return result;
}

std::string to_bytes(const std::vector<Model>& models) {
  std::string bytes;
  for (const Probability p : Model::kProbabilities) put(bytes, p);
  for (const Model& model : models) {
    const std::vector<std::uint8_t>& steps = model.steps();
    std::string packed(ZSTD_compressBound(steps.size()), '\0');
    const std::size_t size =
        ZSTD_compress(packed.data(), packed.size(), steps.data(), steps.size(), kModelTier);
    if (ZSTD_isError(size))
      throw std::bad_alloc();  // the buffer is large enough: nothing else can fail
    put(bytes, static_cast<std::uint32_t>(size));
    bytes.append(packed, 0, size);
  }
  return bytes;
}

std::vector<Model> models_from_bytes(const std::string& path, std::span<const std::uint8_t> bytes,
                                     int tiers) {
  Bytes in(path, bytes);
  Model::Probabilities probabilities{};
  for (Probability& p : probabilities) {
    p = in.number<Probability>();
    if (p == 0) throw BadFile(path, "damaged models: a probability is 0");
  }
  std::vector<Model> result;
  for (int i = 0; i < tiers; ++i) {
    const auto packed = in.take(in.number<std::uint32_t>());
    std::vector<std::uint8_t> steps(Contexts::kCount);
    const std::size_t size =
        ZSTD_decompress(steps.data(), steps.size(), packed.data(), packed.size());
    if (ZSTD_isError(size) || size != steps.size()) throw BadFile(path, "damaged models");
    result.emplace_back(std::move(steps), probabilities);
  }
  in.expect_end();
  return result;
}

std::string block_of(std::span<const std::string> segments) {
  std::string bytes;
  for (const std::string& s : segments) {
    std::size_t rest = s.size();
    for (; rest >= 128; rest >>= 7) bytes += static_cast<char>(128 | (rest & 127));
    bytes += static_cast<char>(rest);
  }
  for (const std::string& s : segments) bytes += s;
  return bytes;
}

std::vector<std::uint32_t> segments_in(const std::string& path, std::span<const std::uint8_t> block,
                                       std::uint64_t segments) {
  std::vector<std::uint32_t> offsets(segments + 1);
  std::size_t at = 0;
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < segments; ++i) {
    std::uint64_t length = 0;
    for (int shift = 0;; shift += 7) {
      if (at >= block.size() || shift > 21) throw BadFile(path, "damaged block: bad lengths");
      const std::uint8_t byte = block[at++];
      length |= std::uint64_t{byte & 127U} << shift;
      if (byte < 128) break;
    }
    sum += length;
    offsets[i + 1] = static_cast<std::uint32_t>(sum);
  }
  if (at + sum != block.size()) throw BadFile(path, "damaged block: its lengths do not add up");
  for (std::uint32_t& offset : offsets) offset += static_cast<std::uint32_t>(at);
  return offsets;
}

}  // namespace pylos::database
