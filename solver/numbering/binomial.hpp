// Binomial coefficients, to count colourings.
#pragma once

#include <cstdint>

namespace pylos {

/// How many sets of `k` there are among `n` things; n from 0 to 60, k from 0 to n.
constexpr std::uint64_t binomial(int n, int k) {
  std::uint64_t result = 1;
  for (int i = 1; i <= k; ++i) {
    result = result * static_cast<std::uint64_t>(n - k + i) / static_cast<std::uint64_t>(i);
  }
  return result;
}

}  // namespace pylos
