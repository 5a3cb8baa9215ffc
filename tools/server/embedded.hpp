// The files that are compiled into the program: those of the page (tools/web), the puzzles
// (data/puzzles) and the description of the API (tools/server/openapi.json).
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace pylos::server {

struct EmbeddedFile {
  /// The name of the folder that the file came from: "web", "puzzles" or "server".
  std::string_view folder;
  /// The name without folders.
  std::string_view name;
  /// The content type.
  std::string_view type;
  /// 16 hexadecimal digits that change with the bytes.
  std::string_view checksum;
  std::string_view bytes;
};

/// All of them, in the order of their paths.
std::span<const EmbeddedFile> embedded_files();

/// The one of a folder and a name; null when there is none.
const EmbeddedFile* embedded_file(std::string_view folder, std::string_view name);

}  // namespace pylos::server
