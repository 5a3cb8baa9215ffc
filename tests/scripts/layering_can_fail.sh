#!/usr/bin/env bash
# Usage: tests/scripts/layering_can_fail.sh
#
# Plants one fault after another in an otherwise clean tree; layering.sh must find each of them,
# in the planted file, and must find none in the clean tree.

set -euo pipefail

check="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)/layering.sh"
tree="$(mktemp -d)"
trap 'rm -rf -- "$tree"' EXIT
failed=0

clean_tree() {
  rm -rf -- "${tree:?}"/*
  mkdir -p "$tree"/{engine,solver/{table,reader,search,retrograde},tools/{command,server},bench,tests/reference}
  cat >"$tree/engine/cells.hpp" <<'END'
#include <bit>
#include <immintrin.h>
#include "engine/board.hpp"
// std::cout, printf( and exit( in a comment are no fault, nor is #include "solver/x.hpp".
inline int exits(int exit_count) { return exit_count; }
inline void text(char* to) { std::snprintf(to, 2, "x"); std::abort(); }
END
  printf 'void f() { std::cerr << "invariant"; }\n' >"$tree/engine/check.cpp"
  printf '#include <zstd.h>\n#include <sys/mman.h>\n#include "engine/cells.hpp"\n' \
    >"$tree/solver/retrograde/solve.cpp"
  printf '#include <iostream>\n#include <boost/program_options.hpp>\nint main() { std::exit(2); }\n' \
    >"$tree/tools/command/main.cpp"
  printf '#include <vector>\n#include "reference_moves.h"\n' >"$tree/tests/reference/reference.cpp"
}

clean_tree
if ! output="$("$check" "$tree")"; then
  printf 'a clean tree was refused:\n%s\n' "$output"
  failed=1
fi

# expect_fault FILE LINE: the line alone, planted in FILE, must be found.
expect_fault() {
  clean_tree
  printf '\n%s\n' "$2" >"$tree/$1"
  if output="$("$check" "$tree")"; then
    printf 'not found in %s: %s\n' "$1" "$2"
    failed=1
  elif ! grep -qF "$1:2:" <<<"$output"; then
    printf 'found elsewhere than in %s: %s\n%s\n' "$1" "$2" "$output"
    failed=1
  fi
}

for file in engine/bad.cpp engine/bad.hpp; do
  expect_fault "$file" '#include "solver/solve.hpp"'
  expect_fault "$file" '#include "../solver/solve.hpp"'
  expect_fault "$file" '#include "engine/../solver/solve.hpp"'
  expect_fault "$file" '  #  include <zstd.h>'
  expect_fault "$file" '#include <oneapi/tbb/parallel_for.h>'
  expect_fault "$file" '#include <boost/version.hpp>'
  expect_fault "$file" '#include "tools/args.hpp"'
done
expect_fault solver/table/bad.hpp '#include "tools/args.hpp"'
expect_fault solver/table/bad.cpp '#include "bench/cases.hpp"'
expect_fault solver/table/bad.cpp '#include "tests/toy.hpp"'
expect_fault solver/table/bad.cpp '#include "reference_moves.h"'
expect_fault solver/table/bad.cpp '#include "../tools/args.hpp"'
expect_fault solver/table/bad.cpp '#include <nlohmann/json.hpp>'
expect_fault tools/command/bad.cpp '#include "tests/toy.hpp"'
expect_fault solver/table/bad.hpp '#include "solver/retrograde/solve.hpp"'
expect_fault solver/reader/bad.cpp '#include "solver/table/storage.hpp"'
expect_fault solver/reader/bad.cpp '#include <tbb/parallel_for.h>'
expect_fault solver/reader/bad.cpp '#include "solver/work/threads.hpp"'
expect_fault solver/search/bad.cpp '#include "solver/table/bundle.hpp"'
expect_fault solver/search/bad.cpp '#include "solver/numbering/shapes.hpp"'
expect_fault tools/server/bad.cpp '#include "engine/text.hpp"'
expect_fault tests/reference/bad.cpp '#include "engine/cells.hpp"'
expect_fault tests/reference/bad.h '#include "solver/solve.hpp"'
expect_fault tests/reference/bad.h '#include "../../engine/cells.hpp"'
for folder in engine solver/table; do
  expect_fault "$folder/bad.cpp" 'void f() { std::cout << 1; }'
  expect_fault "$folder/bad.cpp" 'void f() { std::cerr << 1; }'
  expect_fault "$folder/bad.cpp" 'void f() { printf("x"); }'
  expect_fault "$folder/bad.cpp" 'void f() { std::fprintf(stderr, "x"); }'
  expect_fault "$folder/bad.cpp" 'void f() { std::puts("x"); }'
  expect_fault "$folder/bad.cpp" 'void f() { std::exit(1); }'
  expect_fault "$folder/bad.cpp" 'void f() { _exit(1); }'
done

rm -rf -- "${tree:?}"/*
if output="$("$check" "$tree")"; then
  printf 'an empty tree was passed\n'
  failed=1
fi
clean_tree
mkdir "$tree/solver/secret"
printf '\n' >"$tree/solver/secret/x.cpp"
if output="$("$check" "$tree")"; then
  printf 'a room that the table does not name was passed\n'
  failed=1
fi

if ((failed)); then
  exit 1
fi
printf 'every planted fault was found\n'
