#!/usr/bin/env bash
# Usage: tests/scripts/layering.sh ROOT
#
# Checks who may include what, and that libraries neither print nor exit:
#   engine/          the standard library, the compiler's intrinsics and engine/
#   solver/<room>/   engine/ and the rooms that the table `rooms` below names, nothing of tools/, bench/
#                    or tests/, none of the libraries meant for those
#   tools/<room>/    nothing of bench/ or tests/; rooms other than command/ the public header alone
#   tests/reference  the standard library and its own files
# Prints every offending line and exits with 1 when there is one.

set -euo pipefail

root="${1:?usage: tests/scripts/layering.sh ROOT}"
cd -- "$root"
faults=0
files_seen=0

# Headers of C++20, the C headers with a C++ name, and what the compiler itself brings.
standard='algorithm any array atomic barrier bit bitset charconv chrono codecvt compare complex
concepts condition_variable coroutine deque exception execution filesystem format forward_list
fstream functional future initializer_list iomanip ios iosfwd iostream istream iterator latch limits
list locale map memory memory_resource mutex new numbers numeric optional ostream queue random
ranges ratio regex scoped_allocator semaphore set shared_mutex source_location span sstream stack
stdexcept stop_token streambuf string string_view syncstream system_error thread tuple type_traits
typeindex typeinfo unordered_map unordered_set utility valarray variant vector version
cassert cctype cerrno cfenv cfloat cinttypes climits clocale cmath csetjmp csignal cstdarg cstddef
cstdint cstdio cstdlib cstring ctime cuchar cwchar cwctype
immintrin.h x86intrin.h'
standard_regex="<($(tr -s ' \n' '|' <<<"$standard" | sed 's/|$//; s/\./\\./g'))>"

# sources FOLDER: the C++ files below it.
sources() {
  [[ -d $1 ]] || return 0
  find "$1" -type f \( -name '*.cpp' -o -name '*.hpp' -o -name '*.h' -o -name '*.cc' \
    -o -name '*.inc' \) | sort
}

# code FILE: its lines as NUMBER:TEXT, line comments removed.
code() {
  sed 's,//.*,,' "$1" | grep -n '' || true
}

# report FILE WHY LINE...: one line for each offending line.
report() {
  local file="$1" why="$2" line
  while IFS= read -r line; do
    [[ -n $line ]] || continue
    printf '%s:%s: %s: %s\n' "$file" "${line%%:*}" "$why" "${line#*:}"
    faults=$((faults + 1))
  done <<<"$3"
}

include='^[0-9]+:[[:space:]]*#[[:space:]]*include[[:space:]]*'

# only_includes FOLDER REGEX WHY: every include of FOLDER must match.
only_includes() {
  local file
  while IFS= read -r file; do
    files_seen=$((files_seen + 1))
    report "$file" "$3" "$(code "$file" | grep -E "$include" | grep -vE "$include($2)" || true)"
  done < <(sources "$1")
}

# no_includes FOLDER REGEX WHY: no include of FOLDER may match.
no_includes() {
  local file
  while IFS= read -r file; do
    files_seen=$((files_seen + 1))
    report "$file" "$3" "$(code "$file" | grep -E "$include($2)" || true)"
  done < <(sources "$1")
}

# Words that print or end the program. snprintf writes to memory and abort() is for a broken
# invariant, so both may stay; engine/check.cpp says where the invariant broke.
word='(^|[^A-Za-z0-9_])'
speaks="${word}(std::)?(cout|cerr|clog|printf|fprintf|vprintf|vfprintf|puts|fputs|putchar|putc|fputc|perror|println)([^A-Za-z0-9_]|\$)"
ends="${word}(std::)?(exit|quick_exit|_exit|_Exit)[[:space:]]*\\("

silent() {
  local file
  while IFS= read -r file; do
    [[ $file != engine/check.cpp ]] || continue
    report "$file" "a library must not print or exit" \
      "$(code "$file" | grep -E "$speaks|$ends" || true)"
  done < <(sources "$1")
}

# Each room of solver/ and the rooms it may use beside itself. `search` shares nothing with the
# retrograde solver: neither its room nor those it is built on, numbering and table.
rooms='work:
numbering:
table: work numbering
retrograde: work numbering table
verify: work numbering table
reader: work numbering
database: work numbering table verify reader
analysis: work numbering table
book: work numbering reader
search: work
api: work numbering reader
api_solve: work table retrograde api'

# Headers that bring threads or Boost, which readers of files must do without.
threads='<(tbb|oneapi|boost)/|"solver/work/threads\.hpp"'

up='["<]([^">]*/)?\.\./'
# of_rooms ROOM...: what an include of engine/, of these rooms, or of a system header looks like.
of_rooms() {
  local any
  any="$(printf '%s|' "$@")"
  printf '"engine/[a-z_0-9]+\\.hpp"|"solver/(%s)/([a-z_0-9]+/)?[a-z_0-9]+\\.hpp"|<[^>]+>' "${any%|}"
}
only_includes engine "$standard_regex|\"engine/[^\".]+\.[a-z]+\"" \
  "engine/ may use the standard library and engine/ only"
no_includes solver "[\"<](tools|bench|tests)/|[\"<](reference|build_info)|<(gtest|gmock|benchmark)/|<boost/(program_options/|[a-z_]+[.]hpp)|$up" \
  "solver/ must not use what stands above it"
while IFS=: read -r room allowed; do
  # shellcheck disable=SC2086
  only_includes "solver/$room" "$(of_rooms "$room" $allowed)" "solver/$room may use: engine $allowed"
done <<<"$rooms"
for room in solver/*/; do
  room="${room#solver/}"
  grep -q "^${room%/}:" <<<"$rooms" || report "solver/$room" "a room that the table does not name" "0:"
done
for room in solver/*/; do
  [[ $room == solver/api/ ]] || no_includes "${room%/}" '<nlohmann/' "documents are made in solver/api"
done
for room in numbering reader; do
  no_includes "solver/$room" "$threads" "solver/$room must do without threads and Boost"
done
for room in tools/*/; do
  [[ $room == tools/command/ || ! -d $room ]] ||
    no_includes "${room%/}" '"(engine|solver)/' "${room%/} may use the public header, pylos/pylos.hpp, alone"
done
no_includes tools "[\"<](bench|tests)/|<(gtest|gmock|benchmark)/|$up" \
  "tools/ must not use bench/ or tests/"
only_includes tests/reference "$standard_regex|\"(tests/reference/)?[a-z0-9_]+\.(h|hpp)\"" \
  "the reference may use the standard library and its own files only"
silent engine
silent solver

if ((files_seen == 0)); then
  printf 'layering: no file found in %s\n' "$root"
  exit 1
fi
if ((faults > 0)); then
  printf 'layering: %d faults\n' "$faults"
  exit 1
fi
printf 'layering: %d files, no fault\n' "$files_seen"
