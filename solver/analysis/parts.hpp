// What is counted of a game twice: once over the positions that can arise, once over all others of
// the domain. The domain's figures are the sum of both.
#pragma once

#include <array>
#include <cstddef>

#include <tbb/enumerable_thread_specific.h>

#include "solver/table/bundle.hpp"

namespace pylos::analysis {

enum Part : std::size_t { kReachable, kOther, kParts };

/// A tally of each part; `Tally` is added to by `+=`.
template <class Tally>
using ByPart = std::array<Tally, kParts>;

/// The tallies of all threads added up.
template <class Tally>
ByPart<Tally> sum_of(const tbb::enumerable_thread_specific<ByPart<Tally>>& tallies) {
  ByPart<Tally> sum;
  for (const ByPart<Tally>& of_thread : tallies) {
    for (std::size_t part = 0; part < kParts; ++part) sum[part] += of_thread[part];
  }
  return sum;
}

/// The colourings of each part among those of a bundle that are `valid`, of which `arises` can
/// arise.
inline ByPart<table::Bundle> parts_of(const table::Bundle& valid, const table::Bundle& arises) {
  return {valid & arises, valid & ~arises};
}

}  // namespace pylos::analysis
