#!/usr/bin/env bash
# Usage: scripts/serve.sh [FILE...|--rules R,...] [OPTION...]
#
# Installs what is missing, builds build/release, serves the page and opens it in the browser.
#
#   FILE     databases to serve; those at home unless given (pylos serve --help), and where none is,
#            the children's game, which is solved in memory in seconds
#   OPTION   passed on to `pylos serve`, such as --port 9000, --rules standard --solve
#
# Examples:
#   scripts/serve.sh
#   scripts/serve.sh --rules children,standard --solve
#
# PYLOS_NO_BROWSER=1 opens nothing. Ctrl-C ends the server. The exit status is that of `pylos serve`;
# 1 when the build fails, 2 when packages are missing and cannot be installed.

set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

case "${1:-}" in
  -h | --help)
    print_help "$0"
    exit 0
    ;;
esac

"$project_root/scripts/install-deps.sh"
build_preset release pylos

# open_page URL: in the browser of the desktop, if there is one.
open_page() {
  local opener
  [[ -z ${PYLOS_NO_BROWSER:-} ]] || return 0
  for opener in xdg-open open; do
    if command -v "$opener" >/dev/null; then
      "$opener" "$1" >/dev/null 2>&1 || note "open $1 in a browser"
      return 0
    fi
  done
  note "open $1 in a browser"
}

# The server stands in the place of this script, so that signals reach it; what reads its one line
# goes on beside it.
exec "$project_root/build/release/tools/pylos" serve "$@" > >(
  while IFS= read -r line; do
    printf '%s\n' "$line"
    [[ $line != "listening on "* ]] || open_page "${line#listening on }"
  done
)
