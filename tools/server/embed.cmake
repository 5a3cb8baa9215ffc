# cmake -DOUT=FILE.cpp -DFILES=A;B;... -P embed.cmake
#
# Writes a C++ source that holds the bytes of the files, under their names without folders, with the
# content type that the ending of a name stands for and a checksum of the bytes.

function(type_of name result)
  cmake_path(GET name EXTENSION LAST_ONLY ending)
  if(ending STREQUAL ".html")
    set(type "text/html; charset=utf-8")
  elseif(ending STREQUAL ".js")
    set(type "text/javascript; charset=utf-8")
  elseif(ending STREQUAL ".css")
    set(type "text/css; charset=utf-8")
  elseif(ending STREQUAL ".svg")
    set(type "image/svg+xml")
  elseif(ending STREQUAL ".json")
    set(type "application/json")
  elseif(ending STREQUAL ".wasm")
    set(type "application/wasm")
  elseif(ending STREQUAL ".txt")
    set(type "text/plain; charset=utf-8")
  else()
    message(FATAL_ERROR "no content type is known for ${name}")
  endif()
  set(${result} "${type}" PARENT_SCOPE)
endfunction()

set(arrays "")
set(entries "")
set(number 0)
foreach(path IN LISTS FILES)
  cmake_path(GET path FILENAME name)
  cmake_path(GET path PARENT_PATH folder)
  cmake_path(GET folder FILENAME folder)
  type_of("${name}" type)
  file(READ "${path}" hex HEX)
  file(SHA256 "${path}" checksum)
  string(SUBSTRING "${checksum}" 0 16 checksum)
  string(LENGTH "${hex}" digits)
  math(EXPR size "${digits} / 2")
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  # A 0 at the end, so that an empty file is an array too.
  string(APPEND arrays "constexpr unsigned char kBytes${number}[] = {${bytes}0};\n")
  string(APPEND entries
    "    {\"${folder}\", \"${name}\", \"${type}\", \"${checksum}\", text(kBytes${number}, ${size})},\n")
  math(EXPR number "${number} + 1")
endforeach()

file(WRITE "${OUT}" "// Made by embed.cmake.
#include \"tools/server/embedded.hpp\"

namespace pylos::server {
namespace {

${arrays}
std::string_view text(const unsigned char* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

}  // namespace

std::span<const EmbeddedFile> embedded_files() {
  static const EmbeddedFile files[] = {
${entries}  };
  return files;
}

}  // namespace pylos::server
")
