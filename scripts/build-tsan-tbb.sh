#!/usr/bin/env bash
# Usage: scripts/build-tsan-tbb.sh [--help]
#
# Builds oneTBB with the thread sanitizer into build/tsan-tbb, where the preset tsan looks for it.
# Debian's library is not instrumented, so the sanitizer would not see what its tasks order and
# report races that are none. Takes Debian's own source package, through apt-get; needs no root.
# Does nothing when the library is there.

set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

case "${1:-}" in
  "") ;;
  -h | --help)
    print_help "$0"
    exit 0
    ;;
  *) die 2 "unknown argument '$1'; see --help" ;;
esac

prefix="$project_root/build/tsan-tbb"
if [[ -e $prefix/complete ]]; then
  exit 0
fi

work="$(mktemp -d)"
trap 'rm -rf -- "$work"' EXIT
mkdir -p "$work"/{lists,cache}/partial

# The machine's own package sources, as sources of source packages.
# shellcheck disable=SC2016  # apt-get fills these in
apt-get indextargets --format 'deb-src $(REPO_URI) $(RELEASE) $(COMPONENT)' \
  'Created-By: Packages' | sort -u >"$work/sources.list"
apt=(
  apt-get -qq
  -o "Dir::Etc::sourcelist=$work/sources.list" -o Dir::Etc::sourceparts=-
  -o "Dir::State::lists=$work/lists" -o "Dir::Cache=$work/cache"
  -o APT::Sandbox::User=root
)

note "building oneTBB with the thread sanitizer: build/tsan-tbb"
cd -- "$work"
"${apt[@]}" update >&2 || note "apt-get update failed in part; going on"
"${apt[@]}" source --download-only onetbb >&2 ||
  die 2 "cannot get the source package onetbb; run 'apt-get update' and try again"
{
  cmake -E tar xf onetbb_*.orig.tar.* &&
    cmake -S oneTBB-* -B out -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
      -DCMAKE_INSTALL_PREFIX="$prefix" -DTBB_SANITIZE=thread -DTBB_TEST=OFF \
      -DTBBMALLOC_BUILD=OFF -DTBB_STRICT=OFF &&
    cmake --build out --target install
} >log 2>&1 || {
  cat log >&2
  die 1 "the build failed; its output is above"
}
touch "$prefix/complete"
