#!/usr/bin/env bash
# Usage: scripts/solve.sh [RULES] [OPTION...]
#
# Installs what is missing, builds build/release, solves Pylos under RULES and prints the verdict.
#
#   RULES    children (default), standard, advanced, with +min0 and +mayraise;
#            several separated by commas, or `all`
#   OPTION   passed on to `pylos solve`, such as --base 3, --threads 4, --json, --verify
#
# Examples:
#   scripts/solve.sh
#   scripts/solve.sh standard+min0 --json
#
# The exit status is that of `pylos solve`; 1 when the build fails, 2 when packages are missing
# and cannot be installed.

set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

rules=children
case "${1:-}" in
  -h | --help)
    print_help "$0"
    exit 0
    ;;
  "" | -*) ;;
  *)
    rules="$1"
    shift
    ;;
esac

"$project_root/scripts/install-deps.sh"
build_preset release pylos
exec "$project_root/build/release/tools/pylos" solve --rules "$rules" "$@"
