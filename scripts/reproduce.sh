#!/usr/bin/env bash
# Usage: scripts/reproduce.sh [--out DIR] [--rules R] [--base B] [--threads N] [--publish] [--pylos COMMAND]
#
# From an empty machine to every figure and table: installs, builds, and for each game solves, writes and checks
# the database, then asks for the statistics, the positions that can arise and a perfect line; compares advanced
# with advanced+min0; draws the figures and fills the generated part of RESULTS.md.
#
#   --out DIR        the folder for all of it: R.pylos, one JSON file for each command, figures/, condensed/ and a
#                    RESULTS.md; build/reproduce unless given
#   --rules R        rule sets separated by commas, or `all` (the ten games, the default)
#   --base B         2, 3 or 4, 4 unless given
#   --threads N      passed on to every command that takes it
#   --publish        also replaces data/results, data/figures and the generated part of the tracked RESULTS.md
#   --pylos COMMAND  takes this program; installs and builds nothing, leaves figures out without matplotlib
#
# What is in DIR already is not made again: a game whose file passes `pylos check` (one that does not is replaced),
# and answers newer than the file. So a run that was cut off goes on where it was. The ten games of base 4 take some 1.1 GB of disk,
# a few GB of memory and less than an hour on two cores, most of it for writing the databases.
#
# Exit status: 0 done; 1 a check failed or the documents disagree; otherwise that of the command that failed.

set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

out="$project_root/build/reproduce"
rules=all
base=4
threads=()
publish=
pylos=
while (($# > 0)); do
  case "$1" in
    -h | --help)
      print_help "$0"
      exit 0
      ;;
    --publish)
      publish=yes
      shift
      ;;
    --out | --rules | --base | --threads | --pylos)
      (($# > 1)) || die 2 "$1 takes a value; see --help"
      case "$1" in
        --out) out="$2" ;;
        --rules) rules="$2" ;;
        --base) base="$2" ;;
        --threads) threads=(--threads "$2") ;;
        --pylos) pylos="$2" ;;
      esac
      shift 2
      ;;
    *) die 2 "unknown argument '$1'; see --help" ;;
  esac
done
[[ -z $publish || ($rules == all && $base == 4) ]] || die 2 "--publish is for the ten games of base 4"

if [[ -z $pylos ]]; then
  "$project_root/scripts/install-deps.sh" --plots
  build_preset release pylos
  pylos="$project_root/build/release/tools/pylos"
fi
pylos="$(realpath -- "$pylos")"
mkdir -p -- "$out"

# The program spells the rule sets out, and refuses those that there are not.
named="$("$pylos" solve --base 2 --rules "$rules" --json)" || exit
mapfile -t games < <(sed -n 's/^ *"rules": "\(.*\)",\{0,1\}$/\1/p' <<<"$named")

# answer FILE COMMAND...: the JSON that the command prints; FILE appears when it is whole.
answer() {
  local file="$1"
  shift
  "$pylos" "$@" --json >"$file.part"
  mv -- "$file.part" "$file"
}

# once FILE DATABASE COMMAND...: answer, unless FILE is newer than the database.
once() {
  local file="$1" database="$2"
  shift 2
  if [[ ! -s $file || $file -ot $database ]]; then
    answer "$file" "$@"
  fi
}

for game in "${games[@]}"; do
  database="$out/$game.pylos"
  write_to=()
  if ! "$pylos" check "$database" >/dev/null 2>&1; then
    rm -f -- "$database" "$out/solve-$game.json"
    write_to=(--out "$database")
  fi
  if [[ -s $out/solve-$game.json ]]; then
    note "$game: solved before"
  else
    note "$game: solving"
    answer "$out/solve-$game.json" solve --rules "$game" --base "$base" "${write_to[@]}" "${threads[@]}"
  fi
  answer "$out/check-$game.json" check "$database" "${threads[@]}"
  once "$out/reachable-$game.json" "$database" reachable --rules "$game" --base "$base" "${threads[@]}"
  once "$out/stats-$game.json" "$database" stats "$database" "${threads[@]}"
  once "$out/line-$game.json" "$database" line "$database"
done
if [[ " ${games[*]} " == *" advanced "* && " ${games[*]} " == *" advanced+min0 "* ]]; then
  once "$out/compare.json" "$out/advanced.pylos" compare "$out/advanced.pylos" "$out/advanced+min0.pylos" "${threads[@]}"
fi

# report RESULTS FIGURES CONDENSED: figures, tables and condensed documents.
report() {
  if /usr/bin/python3 -c 'import matplotlib' 2>/dev/null; then
    "$project_root/scripts/plot.py" --out "$2" "$out"/{reachable,stats}-*.json >&2
  else
    note "no figures: /usr/bin/python3 has no matplotlib (scripts/install-deps.sh --plots)"
  fi
  "$project_root/scripts/results.py" --results "$1" --figures "$2" --condense "$3" "$out"
}

cp -- "$project_root/RESULTS.md" "$out/RESULTS.md"
report "$out/RESULTS.md" "$out/figures" "$out/condensed"
note "tables: $out/RESULTS.md, figures: $out/figures"
if [[ -n $publish ]]; then
  report "$project_root/RESULTS.md" "$project_root/data/figures" "$project_root/data/results"
  note "published: RESULTS.md, data/figures, data/results"
fi
