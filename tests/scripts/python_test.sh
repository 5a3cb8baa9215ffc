#!/usr/bin/env bash
# Usage: tests/scripts/python_test.sh BUILT PYTHON PACKAGE PYLOS
#
# Runs the tests of the Python package and of the plain reader.
#   BUILT    ON where the build has the package (PYLOS_BUILD_PYTHON)
#   PYTHON   the interpreter that the package was built for
#   PACKAGE  the folder that PYTHONPATH has to name
#   PYLOS    the command `pylos`, which writes the databases
# Exit status: 0 as it should be; 1 a fault; 77 something is missing, nothing was tested.

set -euo pipefail

usage='usage: tests/scripts/python_test.sh BUILT PYTHON PACKAGE PYLOS'
built="${1:?$usage}" python="${2:?$usage}" package="${3:?$usage}" pylos="${4:?$usage}"
tests="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../tools/python" && pwd)"

case "$built" in
  ON | on | 1 | TRUE | true | YES | yes) ;;
  *)
    echo "skipped: the package is not built; configure with -DPYLOS_BUILD_PYTHON=ON"
    exit 77
    ;;
esac
for module in pytest numpy; do
  if ! "$python" -c "import $module" 2>/dev/null; then
    echo "skipped: $python has no $module; scripts/install-deps.sh --python installs it"
    exit 77
  fi
done

export PYLOS_EXECUTABLE="$pylos"
pytest=("$python" -B -m pytest -q -p no:cacheprovider)

PYTHONPATH="$package" "${pytest[@]}" "$tests" --ignore="$tests/reader_test.py"
# The plain reader, from its source folder and without the compiled module.
if "$python" -c 'import xxhash, zstandard' 2>/dev/null; then
  "${pytest[@]}" "$tests/reader_test.py"
else
  echo "the tests of the plain reader are left out: $python has no xxhash or no zstandard"
fi
