# Shared by the scripts beside this file; sourced, not run.
# shellcheck shell=bash

project_root="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)"

# note TEXT...: a message for people. Standard output belongs to the program that is run.
note() {
  printf '%s\n' "$*" >&2
}

# die STATUS TEXT...: says why and ends the script.
die() {
  local status="$1"
  shift
  note "${0##*/}: $*"
  exit "$status"
}

# print_help FILE: the comment at the top of a script, without the first line, is its help text.
print_help() {
  sed -n '2,/^$/s/^# \{0,1\}//p' "$1"
}

# build_preset PRESET TARGET...: configures when needed and builds, quietly unless it fails. The array
# configure_options, empty unless a script sets it, goes to CMake.
configure_options=()
build_preset() {
  local preset="$1" log status
  shift
  log="$(mktemp)"
  note "building ($preset): build/$preset"
  status=0
  {
    cd -- "$project_root" &&
      cmake --preset "$preset" ${configure_options[@]+"${configure_options[@]}"} &&
      cmake --build --preset "$preset" --target "$@"
  } >"$log" 2>&1 || status=$?
  if ((status != 0)); then
    cat "$log" >&2
    rm -f -- "$log"
    die 1 "the build failed; its output is above"
  fi
  rm -f -- "$log"
}
