// The end of writing a database file: the sections after the blocks, and the header.
#pragma once

#include <vector>

#include "solver/reader/format.hpp"
#include "solver/work/output_file.hpp"

namespace pylos::database {

/// Adds the sections after the blocks, completes the header with where they are and finishes the
/// file.
void append_sections(OutputFile& file, const std::vector<TierStatistics>& statistics,
                     const std::vector<TierEntry>& tiers, const std::vector<Model>& models,
                     const std::vector<BlockEntry>& index, Header& header);

}  // namespace pylos::database
