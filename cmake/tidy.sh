#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tidy.sh BUILD: clang-tidy on every source of the program, as BUILD compiles them (several in one translation unit, which spares
# most of the time: it goes into the standard headers), two at a time. A unit that passed is passed over as long as its sources, the
# headers they include and .clang-tidy stay as they are, in any clone: what passed is kept in the user's cache. Prints findings;
# exits 1 if there are any.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$(cd "$1" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/petriloom/tidy
dependencies=$build/tidy-dependencies
mkdir -p "$cache"

check_one() {
  local source=$1 key log
  key=$({ cat "$root/.clang-tidy"; awk -v f="$source" '$1 == f { print $2 }' "$dependencies" | sort -u | xargs -r cat; } | sha256sum | cut -d' ' -f1)
  [ -f "$cache/$key" ] && return 0
  log=$(mktemp)
  if clang-tidy --quiet -p "$build" --extra-arg=-Wno-unknown-warning-option --extra-arg=-Wno-shadow --extra-arg=-Wno-unused-command-line-argument "$source" >"$log" 2>/dev/null; then
    touch "$cache/$key"
    rm -f "$log"
  else
    cat "$log"
    rm -f "$log"
    return 1
  fi
}
export -f check_one
export root build cache dependencies

# Which files of ours each unit is made of, as the compiler found them: "unit member" on each line.
ninja -C "$build" -t deps | awk -v root="$root/" -v build="$build/" '
  /^[^ ]/ { unit = ""; next }
  !NF { next }
  { member = index($1, "/") == 1 ? $1 : index($1, "../") == 1 ? root substr($1, 4) : build $1 }
  unit == "" { unit = member }
  index(member, root) == 1 && index(member, build) == 0 { print unit, member }' >"$dependencies"
cut -d' ' -f1 "$dependencies" | sort -u | grep -E "/petriloom[a-z_0-9]*\.dir/|^$root/(engine|formats|analysis|generator|cli|mpi)/" |
  xargs -P 2 -I '{}' bash -c 'check_one {}'
