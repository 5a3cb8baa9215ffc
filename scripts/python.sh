#!/usr/bin/env bash
# Usage: scripts/python.sh [ARGUMENT...]
#
# Installs what is missing, builds the Python package `pylos` for Debian's /usr/bin/python3 into
# build/release/python, says how to use it, and runs the example tools/python/examples/who_wins.py.
#
#   ARGUMENT   passed on to the example; `children --base 3 --plies 4` unless given
#
# Examples:
#   scripts/python.sh
#   scripts/python.sh standard --plies 2
#
# The exit status is that of the example; 1 when the build fails, 2 when packages are missing
# and cannot be installed.

set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

case "${1:-}" in
  -h | --help)
    print_help "$0"
    exit 0
    ;;
esac
if (($# == 0)); then
  set -- children --base 3 --plies 4
fi

"$project_root/scripts/install-deps.sh" --python
configure_options=(-DPYLOS_BUILD_PYTHON=ON)
build_preset release pylos_python

package="$project_root/build/release/python"
note "The package is in $package. To use it in this shell:"
note "  export PYTHONPATH='$package'"
note "  /usr/bin/python3 -c 'import pylos; print(pylos.__doc__)'"
note "Or in a virtual environment of its own:"
note "  /usr/bin/python3 -m venv --system-site-packages ENVIRONMENT"
note "  echo '$package' > \"\$(echo ENVIRONMENT/lib/python3*/site-packages)/pylos.pth\""
note "The example: tools/python/examples/who_wins.py $*"
PYTHONPATH="$package" exec /usr/bin/python3 "$project_root/tools/python/examples/who_wins.py" "$@"
