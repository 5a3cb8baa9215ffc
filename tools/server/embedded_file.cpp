#include "tools/server/embedded.hpp"

namespace pylos::server {

const EmbeddedFile* embedded_file(std::string_view folder, std::string_view name) {
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.folder == folder && file.name == name) return &file;
  }
  return nullptr;
}

}  // namespace pylos::server
