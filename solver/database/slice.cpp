#include "solver/database/slice.hpp"

#include "engine/errors.hpp"
#include "solver/work/output_file.hpp"
#include "solver/work/checksum.hpp"
#include "solver/database/sections.hpp"

namespace pylos::database {

WriteReport write_slice(const Database& database, int least_spheres, const std::string& path,
                        const std::string& producer) {
  const int least = database.least_spheres();
  const int most = database.layout().cells();
  if (least_spheres < least || least_spheres > most) {
    throw InputError(std::to_string(least_spheres) + " spheres: " + database.path() + " holds " +
                     std::to_string(least) + " to " + std::to_string(most));
  }
  const auto skipped = least_spheres - least;
  const auto from = [&](const auto& all) {
    return std::remove_cvref_t<decltype(all)>(all.begin() + skipped, all.end());
  };
  const std::vector<TierStatistics> statistics = from(database.tier_statistics());
  const std::vector<Model> models = from(database.models());
  std::vector<TierEntry> tiers = from(database.tiers());
  const std::uint64_t first_block = tiers.front().first_block;

  Header header = database.header();
  header.least_spheres = least_spheres;
  header.producer = producer.substr(0, 63);
  header.blocks = database.header().blocks - first_block;
  header.entries = 0;
  for (TierEntry& tier : tiers) {
    tier.first_block -= first_block;
    header.entries += tier.entries;
  }
  OutputFile file(path);
  file.append(std::string(kHeaderBytes, '\0'));
  std::vector<BlockEntry> index;
  for (std::uint64_t i = 0; i < header.blocks; ++i) {
    const std::string block = database.block(first_block + i);
    index.push_back({file.size(), checksum(bytes_of(block))});
    file.append(block);
  }
  index.push_back({file.size(), 0});
  append_sections(file, statistics, tiers, models, index, header);
  return {header.file_bytes, header.entries};
}

}  // namespace pylos::database
