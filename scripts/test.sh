#!/usr/bin/env bash
# Usage: scripts/test.sh [CTEST_OPTION...]
#
# Installs what is missing, builds build/release and runs all tests; ctest's summary comes last.
#
#   -LE slow     leave out the slow tests (whole games of the real size)
#   -R NAME      only tests whose name matches
#
# PYLOS_PRESET=portable scripts/test.sh takes another preset: debug, developer, portable, asan
# or tsan.
#
# The exit status is that of ctest; 1 when the build fails, 2 when packages are missing and cannot
# be installed.

set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

case "${1:-}" in
  -h | --help)
    print_help "$0"
    exit 0
    ;;
esac

preset="${PYLOS_PRESET:-release}"
"$project_root/scripts/install-deps.sh"
if [[ $preset == tsan ]]; then
  "$project_root/scripts/build-tsan-tbb.sh"
fi
build_preset "$preset" all
cd -- "$project_root"
exec ctest --preset "$preset" "$@"
