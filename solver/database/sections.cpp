#include "solver/database/sections.hpp"

#include "solver/work/checksum.hpp"

namespace pylos::database {

void append_sections(OutputFile& file, const std::vector<TierStatistics>& statistics,
                     const std::vector<TierEntry>& tiers, const std::vector<Model>& models,
                     const std::vector<BlockEntry>& index, Header& header) {
  const auto section = [&](const std::string& bytes) {
    const Section s{file.size(), bytes.size(), checksum(bytes_of(bytes))};
    file.append(bytes);
    return s;
  };
  header.statistics = section(to_bytes(statistics));
  header.tiers = section(to_bytes(tiers));
  header.models = section(to_bytes(models));
  header.index = section(to_bytes(index));
  header.file_bytes = file.size();
  header.body_checksum = file.checksum();
  file.finish(to_bytes(header, false), to_bytes(header, true));
}

}  // namespace pylos::database
