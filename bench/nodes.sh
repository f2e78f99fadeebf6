#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# CPU time of a firing as the system grows: templates/coka16.yaml with 16 to 4096 nodes of one kind, and so many iterations that all
# runs have about as many firings. Reading and listing are measured by a run of one firing on counts; the least of three runs counts.
#   bench/nodes.sh BUILD_DIR
set -euo pipefail
cd "$(dirname "$0")/.."
binary=$PWD/$1/bin/petriloom
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for folder in templates/*/; do ln -s "$PWD/$folder" "$work/"; done

# The least user CPU seconds of three runs.
seconds() {
  local TIMEFORMAT=%U
  for _ in 1 2 3; do { time "$binary" simulate "$@" > /dev/null 2>&1; } 2>&1; done | sort -g | head -1
}

echo "nodes, firings, s of reading and listing, us a firing beyond them, us a firing with them:"
while read -r nodes rows iterations; do
  net=$work/nodes$nodes
  awk -v n="$nodes" -v r="$rows" -v i="$iterations" '
    /^  nodes:/ {print; print "    - {kind: coka, gpus: 2, count: " n "}"; skip = 1; next}
    skip && /^    / {next}
    {skip = 0}
    /^  grid:/ {sub(/\[.*\]/, "[" r ", " n / r "]")}
    /^  iterations:/ {sub(/[0-9]+/, i)}
    /leaf_switches:/ {sub(/[0-9]+/, n < 32 ? 2 : n / 16)}
    {print}' templates/coka16.yaml > "$net.yaml"
  "$binary" generate "$net.yaml" -o "$net.loom" > /dev/null 2>&1
  firings=$("$binary" simulate "$net.loom" --quiet --json - | awk -F'[:,]' '/^  "firings"/ {print $2 + 0}')
  awk -v n="$nodes" -v f="$firings" -v s="$(seconds "$net.loom" --engine counts --firings 1)" -v t="$(seconds "$net.loom")" \
    'BEGIN {printf "  %5d %9d %6.2f %7.3f %7.3f\n", n, f, s, (t - s) / f * 1e6, t / f * 1e6}'
done << 'END'
16 4 2560
64 8 640
256 16 160
1024 32 40
4096 64 10
END
