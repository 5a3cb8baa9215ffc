#!/usr/bin/env bash
# Usage: scripts/bench-signature.sh [PYLOS]
#
# Compares the node total of `pylos bench` with the last signature in the history: the newest commit
# message with a line "Bench: N". PYLOS is the command, build/release/tools/pylos unless given.
# Exit status: 0 the same, 1 different, 2 there is nothing to compare.

set -euo pipefail

if [[ "${1:-}" == -h || "${1:-}" == --help ]]; then
  sed -n '2,6s/^# \{0,1\}//p' "$0"
  exit 0
fi
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
pylos="${1:-build/release/tools/pylos}"
[[ -x "$pylos" ]] || { echo "no command $pylos; build it or name it" >&2; exit 2; }
expected="$(git log --format=%B | sed -n 's/^Bench: \([0-9]\+\)$/\1/p' | head -n 1 || true)"
[[ -n "$expected" ]] || { echo "no commit carries a signature" >&2; exit 2; }
found="$("$pylos" bench | sed -n 's/^Bench: //p')"
if [[ "$found" == "$expected" ]]; then
  echo "Bench: $found, as in the history"
else
  echo "Bench: $found, but the history says $expected" >&2
  exit 1
fi
