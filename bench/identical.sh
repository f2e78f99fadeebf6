#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Whether two builds of the program do the same: runs the same commands with both and compares stdout, stderr, exit codes and every
# file written, byte for byte. For refactorings, before they are handed in.
#   bench/identical.sh BEFORE AFTER [SHARED]            all groups of commands, some minutes on 2 idle cores
#   GROUPS_ONLY='nets plays' bench/identical.sh ...    only these groups
#   KEEP=DIR bench/identical.sh ...                     what came out stays in DIR/before and DIR/after
#   bench/identical.sh --instructions BEFORE AFTER      instructions of one command for each engine, by valgrind; ratio AFTER/BEFORE
# BEFORE and AFTER are binaries, or builds with bin/petriloom. SHARED is the folder of models that lie beside this project (default
# ../shared): without it the groups mcc and formats are left out.
#
# Masked is only what is measured and differs between two runs of one binary:
#   "in T s (R a second), peak memory M MiB"               last line of simulate on stderr
#   seconds, wall_seconds, firings_per_second, peak_bytes  in JSON and in the HTML of reports
#   "T s" and "M MiB" in the tables of verify and solve
#   lines such as "simulating: N firings, ..."             progress on stderr, shown once in some seconds
#   /CreationDate                                          in PDF
# and the folder in which a command runs, or a program has its nets, with the <wbr> that reports put into paths. A command that takes more than LIMIT seconds (default 60) is cut off, counted and not
# compared.
# Exit code 0 if nothing differs, 1 if something does.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/bench/identical_commands.sh"

# binary ARGUMENT: the absolute path of the program that an argument names.
binary() {
  local path
  for path in "$1" "$1/bin/petriloom" "$1/petriloom" "$1/build-test/bin/petriloom"; do
    [ -f "$path" ] && [ -x "$path" ] && { realpath "$path"; return; }
  done
  echo "identical.sh: no program at $1" >&2
  return 2
}

# instructions BINARY COMMAND: how many a command executes (user space, without the kernel).
instructions() {
  (
    cd "$work"
    eval "set -- $1 $2"
    valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
      sed -nE 's/.*I +refs: +([0-9,]+)/\1/p' | tr -d , || true
  )
}

compare_instructions() {
  echo "instructions in millions: before, after, ratio"
  local name arguments
  while IFS='|' read -r name arguments; do
    local counts=()
    for side in "$before" "$after"; do
      instructions "$side" "$arguments" >"$work/count.${#counts[@]}" &
      counts+=($!)
    done
    wait "${counts[@]}"
    awk -v n="$name" -v b="$(cat "$work/count.0")" -v a="$(cat "$work/count.1")" \
      'BEGIN {printf "%-34s %9.1f %9.1f  %.4f\n", n, b / 1e6, a / 1e6, a / b}'
  done < <(measured_commands)
}

# one SIDE CASE COMMAND: runs a command in a folder of its own.
one() {
  local folder=$work/$1/$2 code=0 start=$EPOCHREALTIME
  mkdir -p "$folder"
  cd "$folder"
  PATH=$work/bin-$1:$PATH ROOT=$root IN=$work/in timeout "$LIMIT" bash -c "$3" >stdout 2>stderr </dev/null || code=$?
  echo "$code" >exit_code
  echo "$(((${EPOCHREALTIME/./} - ${start/./}) / 1000)) $1 $2" >>"$work/milliseconds"
}

# mask SIDE PROGRAM: blanks what is measured and where files lie, in place.
mask() {
  local tree
  tree=$(realpath -m "$2/../../..")
  find "$work/$1" -type f \( -name stdout -o -name stderr -o -name '*.json' -o -name '*.html' \) -print0 | xargs -0 sed -i -E \
    -e 's/in [0-9.]+ s \([0-9 ]+ a second\), peak memory [0-9]+ MiB/in T s (R a second), peak memory M MiB/' \
    -e 's/"(wall_seconds|seconds|firings_per_second|peak_bytes)": *[0-9.eE+-]+/"\1": N/' \
    -e '/^((simulating|exploring|verifying [^:]*|unfolding): )?[0-9 ]+ (firings|markings|states), /d' \
    -e 's#<wbr>##g' -e "s#$work/$1|$root|$tree#FOLDER#g"
  find "$work/$1" -type f -name '*.pdf' -print0 | xargs -0 -r sed -i -E 's|/CreationDate \([^)]*\)|/CreationDate|'
}

# drop_cut: takes away what was cut off, on both sides.
drop_cut() {
  (cd "$work" && grep -lx 124 -r before after --include=exit_code || true) | sed -E 's|^[^/]*/(.*)/exit_code|\1|' | sort -u >"$work/cut"
  while read -r case; do rm -rf "$work/before/$case" "$work/after/$case"; done <"$work/cut"
}

# report: one line for each group, then the sum.
report() {
  local group all_commands=0 all_files=0 all_differ=0
  for group in $(cut -d/ -f1 "$work/list" | uniq); do
    local commands files differ
    commands=$(grep -c "^$group/" "$work/list")
    files=$(find "$work/before/$group" -type f | wc -l)
    diff -rq "$work/before/$group" "$work/after/$group" >"$work/differ" || true
    differ=$(wc -l <"$work/differ")
    printf '%-14s %5d commands, %6d files, %d differ\n' "$group" "$commands" "$files" "$differ"
    sed -e "s|$work/||g" -e 's/^/    /' "$work/differ" | head -n 20
    sed -E "s|^Files $work/before/([^/]*/[^/]*)/.*|\1|; s|^Only in $work/[a-z]*/([^/]*/[^/:]*).*|\1|" "$work/differ" | sort -u | head -n 5 |
      while read -r case; do grep "^$case	" "$work/list" | cut -c1-200 | sed 's/^/      /'; done
    all_commands=$((all_commands + commands))
    all_files=$((all_files + files))
    all_differ=$((all_differ + differ))
  done
  echo "$all_commands commands, $all_files files, $all_differ differ ($(wc -l <"$work/cut") cut off after $LIMIT s; ${SECONDS} s)"
  [ "$all_differ" = 0 ]
}

measuring=no
if [ "${1:-}" = --instructions ]; then
  measuring=yes
  shift
fi
[ $# -ge 2 ] || { sed -n '3,11s/^# //p' "$0" >&2; exit 2; }
before=$(binary "$1")
after=$(binary "$2")
shared=$(realpath -m "${3:-$root/../shared}")
work=${KEEP:-$(mktemp -d)}
[ -n "${KEEP:-}" ] || trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/{bin-before,bin-after,in}
work=$(realpath "$work")
rm -rf "$work"/{before,after,milliseconds}
ln -sf "$before" "$work/bin-before/petriloom"
ln -sf "$after" "$work/bin-after/petriloom"
export work root LIMIT=${LIMIT:-60}
export -f one

inputs
if [ "$measuring" = yes ]; then
  compare_instructions
  exit
fi
list >"$work/list"
while IFS=$'\t' read -r case command; do
  printf '%s\0%s\0%s\0' before "$case" "$command" after "$case" "$command"
done <"$work/list" | xargs -0 -P "$(nproc)" -n 3 bash -c 'one "$@"' _
mask before "$before"
mask after "$after"
drop_cut
report
