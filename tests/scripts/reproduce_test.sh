#!/usr/bin/env bash
# Usage: tests/reproduce_test.sh PYLOS
#
# Runs scripts/reproduce.sh with PYLOS on two games of base 3 in a folder of its own: the tables are filled, the
# hand-written text is kept, a second run solves nothing, a damaged database is made again, and documents that
# disagree are refused. Also: the tables of the tracked RESULTS.md are those of data/results.
# Needs no network; leaves figures out where there is no matplotlib.

set -euo pipefail

pylos="$(realpath -- "${1:?usage: tests/reproduce_test.sh PYLOS}")"
root="$(realpath -- "$(dirname -- "${BASH_SOURCE[0]}")/../..")"

fail() {
  printf 'reproduce_test: %s\n' "$*" >&2
  exit 1
}

work="$(mktemp -d)"
trap 'rm -rf -- "$work"' EXIT
cd -- "$work"

reproduce() {
  "$root/scripts/reproduce.sh" --pylos "$pylos" --out out --base 3 --rules advanced+min0,advanced 2>log ||
    fail "reproduce.sh ended with $?: $(cat log)"
}
results() {
  "$root/scripts/results.py" "$@"
}
# by_hand FILE: what stands outside of the marker lines.
by_hand() {
  sed '/results.py: begin -->$/,/results.py: end -->$/d' "$1"
}

cp "$root/RESULTS.md" tracked.md
reproduce
cmp -s "$root/RESULTS.md" tracked.md || fail "the tracked RESULTS.md was touched"
cmp -s <(by_hand tracked.md) <(by_hand out/RESULTS.md) || fail "text outside of the markers was changed"
(($(by_hand tracked.md | wc -l) > 20)) || fail "nothing is outside of the markers"
# shellcheck disable=SC2016  # backquotes of Markdown
for part in '^| `advanced` | draw | - | 9 of 9 |' '^| `advanced+min0` | draw | - |' 'pylos compare advanced.pylos' \
  '^| `advanced` | 93,990 | 89.47 % | 20 |' '^A line of perfect play' \
  '^The database files'; do
  grep -q -- "$part" out/RESULTS.md || fail "no line with $part"
done
if grep -q 'ICGA' <(sed -n '/begin -->/,/end -->/p' out/RESULTS.md); then fail "base 3 beside figures of base 4"; fi

# The condensed documents make the same tables.
cp out/RESULTS.md again.md
sed -i '/begin -->$/,/end -->$/{/-->$/!d}' again.md
cp -r out/figures . 2>/dev/null || mkdir figures
results --results again.md --figures figures out/condensed
cmp -s again.md out/RESULTS.md || fail "the condensed documents make other tables"

# A second run solves nothing; a damaged file is solved again, to the same bytes.
cp out/advanced.pylos whole.pylos
reproduce
[[ $(grep -c 'solved before' log) == 2 ]] || fail "a second run: $(cat log)"
printf 'x' | dd of=out/advanced.pylos bs=1 seek=9000 conv=notrunc status=none
reproduce
grep -q '^advanced: solving' log || fail "a damaged file was taken: $(cat log)"
cmp -s out/advanced.pylos whole.pylos || fail "the file that was made again differs"

# What is not asked for is left alone.
rm out/compare.json
"$root/scripts/reproduce.sh" --pylos "$pylos" --out out --base 3 --rules advanced 2>log || fail "one game: $(cat log)"
[[ ! -e out/compare.json ]] || fail "compared with a game that was not asked for"

# refused STATUS PART COMMAND...
refused() {
  local expected="$1" text="$2" status=0
  shift 2
  "$@" >/dev/null 2>message || status=$?
  ((status == expected)) || fail "status $status instead of $expected: $*"
  grep -qF -- "$text" message || fail "$* says: $(cat message)"
}
cp again.md kept.md
mkdir wrong
sed 's/"win": 58377/"win": 58376/' out/solve-advanced.json >wrong/solve.json
cp out/check-advanced.json wrong/
refused 1 "advanced, counts: solve says" results --results again.md wrong
echo "no markers" >plain.md
refused 2 "plain.md: no marker lines" results --results plain.md out/condensed
refused 2 "no documents" results --results again.md figures
cmp -s again.md kept.md || fail "a refused run changed the file"
refused 2 "--publish is for the ten games" "$root/scripts/reproduce.sh" --publish --base 3
refused 2 "unknown argument" "$root/scripts/reproduce.sh" --nonsense
refused 2 "unknown rule set" "$root/scripts/reproduce.sh" --pylos "$pylos" --out out --rules chess

# What is committed belongs together.
results --results tracked.md --figures "$root/data/figures" "$root/data/results"
sed -i "s,]([^)]*data/figures/,](data/figures/," tracked.md
cmp -s tracked.md "$root/RESULTS.md" || fail "RESULTS.md is not what results.py makes of data/results"
echo "reproduce_test: no fault"
