#!/usr/bin/env bash
# Usage: scripts/test-web.sh [--no-install] [NODE_TEST_OPTION...]
#
# Tests the browser page (tools/web): type check, modules, and the page in Chromium and Firefox.
# Installs what is missing (Node.js, npm, Chromium, Firefox ESR, the packages of
# tests/tools/web/package.json), builds `pylos`, and solves the games that the tests ask about into
# build/web-data (children, standard, advanced+min0: 0.3 GB, 5 to 10 minutes, once).
#
#   --no-install   install nothing: what is missing is said, and its tests are skipped
#
#   PYLOS_WEB_URL=http://127.0.0.1:8080/   test the page of a running `pylos serve`; nothing is
#                                          built or solved
#   PYLOS_WEB_BROWSERS=chrome              one browser only; firefox is the other
#   PYLOS_WEB_RULES="children standard"    fewer games; tests that need others are skipped
#
# The exit status is 0 when all tests pass or are skipped, 1 when one fails or the build fails, 2
# when packages are missing and cannot be installed.

set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

install=yes
case "${1:-}" in
  -h | --help)
    print_help "$0"
    exit 0
    ;;
  --no-install)
    install=no
    shift
    ;;
esac

tests="$project_root/tests/tools/web"

# install_programs: the Debian packages of the programs that are not there.
install_programs() {
  local missing=() as_root=(env DEBIAN_FRONTEND=noninteractive)
  command -v node >/dev/null || missing+=(nodejs)
  command -v npm >/dev/null || missing+=(npm)
  command -v python3 >/dev/null || missing+=(python3)
  command -v chromium >/dev/null || missing+=(chromium)
  command -v firefox-esr >/dev/null || missing+=(firefox-esr)
  ((${#missing[@]} == 0)) && return 0
  command -v apt-get >/dev/null || die 2 "no apt-get here; install: ${missing[*]}"
  if ((EUID != 0)); then
    command -v sudo >/dev/null || die 2 "neither root nor sudo here; as root: apt-get install ${missing[*]}"
    as_root=(sudo "${as_root[@]}")
  fi
  note "installing: ${missing[*]}"
  "${as_root[@]}" apt-get update -qq >&2 || note "apt-get update failed; going on with the old lists"
  "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2 ||
    die 2 "could not install: ${missing[*]}"
}

# make_database RULES: solves the game once; a file that is there is kept.
make_database() {
  local file="$project_root/build/web-data/$1.pylos"
  [[ -f $file ]] && return 0
  note "solving $1 into ${file#"$project_root"/}"
  mkdir -p -- "$project_root/build/web-data"
  "$project_root/build/release/tools/pylos" solve --rules "$1" --out "$file" >/dev/null
}

if [[ $install == yes ]]; then
  install_programs
  if [[ ! -e $tests/node_modules/.package-lock.json || $tests/package-lock.json -nt $tests/node_modules/.package-lock.json ]]; then
    (cd -- "$tests" && npm ci --no-audit --no-fund >&2 && touch node_modules/.package-lock.json) ||
      die 2 "npm ci failed in ${tests#"$project_root"/}"
  fi
fi
if ! command -v node >/dev/null; then
  note "Node.js is not installed: the tests of the page are skipped"
  exit 0
fi
if [[ -z ${PYLOS_WEB_URL:-} && $install == yes ]]; then
  "$project_root/scripts/install-deps.sh"
  build_preset release pylos
  read -ra games <<<"${PYLOS_WEB_RULES:-children standard advanced+min0}"
  for game in "${games[@]}"; do
    make_database "$game"
  done
fi

cd -- "$tests"
if [[ -x node_modules/.bin/tsc ]]; then
  note "type check: tools/web, tests/tools/web"
  node_modules/.bin/tsc -p tsconfig.json
else
  note "TypeScript is not installed: the type check is skipped"
fi
# One file after the other: the browsers want the machine for themselves.
exec node --test --test-concurrency=1 "$@" rules.test.mjs modules.test.mjs browser.test.mjs
