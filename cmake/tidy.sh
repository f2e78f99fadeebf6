#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tidy.sh BUILD: clang-tidy on every source of the program, two at a time. A file that passed is passed over as long as it, the
# headers it includes and .clang-tidy stay as they are. Prints findings; exits 1 if there are any.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$1
cache=$build/tidy
mkdir -p "$cache"

check_one() {
  local source=$1 key log
  key=$({ cat "$root/.clang-tidy" "$source"; awk -v f="$source" '$1 == f { print $2 }' "$cache/dependencies" | sort -u | xargs -r cat; } | sha256sum | cut -d' ' -f1)
  [ -f "$cache/$key" ] && return 0
  log=$(mktemp)
  if clang-tidy --quiet -p "$build" --extra-arg=-Wno-unknown-warning-option "$source" >"$log" 2>/dev/null; then
    touch "$cache/$key"
    rm -f "$log"
  else
    cat "$log"
    rm -f "$log"
    return 1
  fi
}
export -f check_one
export root build cache

# Which headers of ours each source includes, as the compiler found them: "source header" on each line.
ninja -C "$build" -t deps | awk -v root="$root/" '
  /^[^ ]/ { source = ""; next }
  NF && source == "" { source = $1 }
  NF && index($1, root) == 1 { print source, $1 }' >"$cache/dependencies"
find "$root"/engine "$root"/formats "$root"/analysis "$root"/generator "$root"/cli -name '*.cpp' | sort |
  xargs -P 2 -I '{}' bash -c 'check_one {}'
