#!/usr/bin/env bash
# Usage: tests/plot_test.sh PYLOS
#
# Runs scripts/plot.py on what PYLOS says about two games of base 3: every figure is there as SVG and PNG,
# well formed, of a modest size and the same in a second run; wrong input ends with status 2 and names the file.
# Exit status: 0 as it should be; 1 a fault; 77 there is no matplotlib, nothing was tested.

set -euo pipefail

pylos="$(realpath -- "${1:?usage: tests/plot_test.sh PYLOS}")"
plot="$(realpath -- "$(dirname -- "${BASH_SOURCE[0]}")/../../scripts/plot.py")"

fail() {
  printf 'plot_test: %s\n' "$*" >&2
  exit 1
}

if ! /usr/bin/python3 -c 'import matplotlib' 2>/dev/null; then
  echo "skipped: /usr/bin/python3 has no matplotlib; scripts/install-deps.sh --plots installs it"
  exit 77
fi

work="$(mktemp -d)"
trap 'rm -rf -- "$work"' EXIT
cd -- "$work"
for rules in children advanced+min0; do
  "$pylos" solve --base 3 --rules "$rules" --out "$rules.pylos" --json >"solve-$rules.json" 2>/dev/null
  "$pylos" stats "$rules.pylos" --json >"stats-$rules.json" 2>/dev/null
done
"$pylos" reachable --base 3 --rules children,advanced+min0 --json >reachable.json 2>/dev/null

"$plot" --out first ./*.json >/dev/null
"$plot" --out second ./*.json >/dev/null
for figure in distance outcomes zugzwang only-move reachable; do
  for suffix in svg png; do
    file="first/$figure.$suffix"
    [[ -s $file ]] || fail "no $file"
    (($(stat -c %s "$file") < 300000)) || fail "$file is large"
    cmp -s "$file" "second/$figure.$suffix" || fail "$file differs in a second run"
  done
  /usr/bin/python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' "first/$figure.svg" ||
    fail "first/$figure.svg is not XML"
  [[ $(head -c 8 "first/$figure.png" | od -An -tx1) == " 89 50 4e 47 0d 0a 1a 0a" ]] ||
    fail "first/$figure.png is no PNG"
  if grep -q '<dc:date>' "first/$figure.svg"; then fail "first/$figure.svg holds a date"; fi
done

# solve has the whole domain, and nothing for the figures of stats.
"$plot" --out solved --positions all solve-*.json >/dev/null
[[ $(ls solved) == $'distance.png\ndistance.svg\noutcomes.png\noutcomes.svg' ]] ||
  fail "of solve came: $(ls solved)"

# refused FILE PART: plot.py ends with 2, says PART and leaves no folder.
refused() {
  local status=0
  "$plot" --out refused "$1" >/dev/null 2>message || status=$?
  ((status == 2)) || fail "status $status for $1"
  grep -qF -- "$2" message || fail "for $1 it says: $(cat message)"
  [[ ! -e refused ]] || fail "a folder for $1"
}
echo '{"rules": ' >cut.json
echo '{"rules": "children", "base": 3}' >other.json
refused nothing.json "nothing.json: No such file"
refused cut.json "cut.json: not JSON"
refused other.json "other.json: neither stats"
refused solve-children.json "nothing to draw"
echo "plot_test: five figures, four refusals, no fault"
