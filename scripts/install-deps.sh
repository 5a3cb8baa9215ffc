#!/usr/bin/env bash
# Usage: scripts/install-deps.sh [--plots | --python]
#
# Installs the Debian packages that building and testing need, those that are missing only.
# Does nothing, and asks for no rights, when all are there. Needs root or sudo otherwise;
# without them it prints the command to run and exits with status 2.
#
#   --plots    also what scripts/plot.py needs
#   --python   also what the Python package and its tests need

set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

packages=(
  g++
  cmake
  ninja-build
  pkg-config
  git
  libboost-dev
  libboost-program-options-dev
  libboost-serialization-dev
  libtbb-dev
  libxxhash-dev
  libzstd-dev
  libgtest-dev
  libbenchmark-dev
  nlohmann-json3-dev
  python3-jsonschema
)

case "${1:-}" in
  "") ;;
  --plots) packages+=(python3 python3-matplotlib) ;;
  --python)
    packages+=(
      python3
      python3-dev
      python3-pybind11
      pybind11-dev
      python3-numpy
      python3-pytest
      python3-venv
      python3-xxhash
      python3-zstandard
    )
    ;;
  -h | --help)
    print_help "$0"
    exit 0
    ;;
  *) die 2 "unknown argument '$1'; see --help" ;;
esac

# is_installed PACKAGE: also true when another installed package provides it (pkgconf does
# provide pkg-config on some releases).
is_installed() {
  dpkg-query --show --showformat='${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed ||
    grep -qxF "$1" <<<"$provided"
}

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  note "This system has no apt-get. Install what these Debian packages hold: ${packages[*]}"
  note "Then build with: cmake --preset release && cmake --build --preset release"
  exit 2
fi

provided="$(dpkg-query --show --showformat='${db:Status-Status}\t${Provides}\n' |
  sed -n 's/^installed\t//p' | sed 's/([^)]*)//g; s/ //g' | tr ',' '\n')"

missing=()
for package in "${packages[@]}"; do
  is_installed "$package" || missing+=("$package")
done
if ((${#missing[@]} == 0)); then
  exit 0
fi

# Through env, because sudo does not pass variables on.
as_root=(env DEBIAN_FRONTEND=noninteractive)
if ((EUID != 0)); then
  if ! command -v sudo >/dev/null; then
    note "Missing packages: ${missing[*]}"
    note "Neither root nor sudo here. As root, run:"
    note "  apt-get update && apt-get install ${missing[*]}"
    exit 2
  fi
  as_root=(sudo "${as_root[@]}")
fi

note "installing: ${missing[*]}"
"${as_root[@]}" apt-get update -qq >&2 || note "apt-get update failed; going on with the old lists"
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2 ||
  die 2 "could not install: ${missing[*]}"
