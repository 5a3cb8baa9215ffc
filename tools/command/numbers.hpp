// Numbers in arguments, read strictly: all of the text is the number, or it is an error naming the
// option.
#pragma once

#include <cstdint>
#include <string_view>

namespace pylos::tools {

/// A whole number from `least` to `most`, decimal digits only. `name` is what a message calls it,
/// such as
/// "--threads". Throws InputError.
std::uint64_t number_from_text(std::string_view name, std::string_view text, std::uint64_t least,
                               std::uint64_t most);

/// A number of bytes, 1 or more: digits, then nothing or one of K, M, G, T for powers of 1024 (also
/// as KB or KiB, in either case). Throws InputError.
std::uint64_t bytes_from_text(std::string_view name, std::string_view text);

}  // namespace pylos::tools
