#!/usr/bin/env bash
# Usage: tests/scripts/install_test.sh BUILD PYLOS
#
# Installs the library of the build folder BUILD into an empty prefix, builds tools/examples against it
# by find_package, static and shared, and runs them; then configures them with the project as a part
# (a build would make the whole library once more). PYLOS is the built command.

set -euo pipefail

build="$(realpath -- "${1:?usage: tests/scripts/install_test.sh BUILD PYLOS}")"
pylos="$(realpath -- "${2:?usage: tests/scripts/install_test.sh BUILD PYLOS}")"
root="$(realpath -- "$(dirname -- "${BASH_SOURCE[0]}")/../..")"
folder="$(mktemp -d)"
trap 'rm -rf -- "$folder"' EXIT

fail() {
  printf 'install_test: %s\n' "$*" >&2
  exit 1
}

cmake --install "$build" --prefix "$folder/prefix" >"$folder/log" || fail "$(cat "$folder/log")"
[[ $(find "$folder/prefix/include" -type f | wc -l) == 1 ]] || fail "not one header is installed"
"$pylos" solve --rules standard --base 3 --out "$folder/standard.pylos" >/dev/null 2>&1

for shared in OFF ON; do
  { cmake -S "$root/tools/examples" -B "$folder/$shared" -G Ninja -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_PREFIX_PATH="$folder/prefix" -DBUILD_SHARED_LIBS=$shared &&
    cmake --build "$folder/$shared"; } >"$folder/log" 2>&1 || fail "$(cat "$folder/log")"
  if "$folder/$shared/probe" "$folder/standard.pylos" ......... 2>/dev/null; then
    fail "probe took a position without a side to move"
  fi
  "$folder/$shared/probe" "$folder/standard.pylos" >"$folder/out"
  grep -q "light wins in 15 plies" "$folder/out" || fail "probe says: $(cat "$folder/out")"
  "$folder/$shared/random_against_perfect" 20 >"$folder/out" || fail "$(cat "$folder/out")"
  "$folder/$shared/solve_all" >"$folder/out"
  [[ $(wc -l <"$folder/out") == 10 ]] || fail "not ten games: $(cat "$folder/out")"
done
# A reader of files needs neither oneTBB nor Boost.
find "$folder/prefix" "$folder/ON" -name 'libpylos_reader.so' -o -name probe |
  xargs -n 1 readelf -d >"$folder/needed"
grep -q 'NEEDED.*libxxhash' "$folder/needed" || fail "what the reader needs was not found"
if grep -E 'NEEDED.*(tbb|boost)' "$folder/needed"; then
  fail "the reader needs more than xxHash and zstd"
fi

cmake -S "$root/tools/examples" -B "$folder/part" -G Ninja -DPYLOS_SOURCE_DIR="$root" \
  >"$folder/log" 2>&1 || fail "$(cat "$folder/log")"
grep -q '^CMAKE_BUILD_TYPE:STRING=$' "$folder/part/CMakeCache.txt" ||
  fail "a build type is forced on the parent"
for option in TESTS BENCH COMMAND; do
  grep -q "^PYLOS_BUILD_$option:BOOL=OFF" "$folder/part/CMakeCache.txt" ||
    fail "PYLOS_BUILD_$option is on in a subproject"
done
