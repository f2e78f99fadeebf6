#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# CPU time and memory of programs of ranks as machines grow: bench/ranks.yaml, with each message alone and with links that are shared.
#   bench/ranks.sh BUILD_DIR [SHARING [SIZES]]      e.g. bench/ranks.sh build-test "alone fair" "4x4:10 32x32:100"
# A size is X x Y nodes : iterations. Each is generated first (s, bytes of the net), and then simulated from the description.
set -euo pipefail
cd "$(dirname "$0")/.."
binary=$PWD/$1/bin/petriloom
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# measured COMMAND...: user and system CPU s, then KiB at most.
measured() { /usr/bin/time -f '%U %S %M' -o "$work/time" "$@" > /dev/null 2>&1; awk '{print $1 + $2, $3}' "$work/time"; }

echo "sharing, nodes x iterations, messages, firings: s and MB of generating; s, MiB, us a message, us a firing"
for sharing in ${2:-alone fair}; do
  for size in ${3:-4x4:10 16x8:10 32x32:10 32x32:100 100x100:10 400x250:10}; do
    IFS='x:' read -r x y iterations <<< "$size"
    set=(--set "machine.nodes[0].count=$((x * y))" --set "machine.network.topology={name: torus, dimensions: [$x, $y]}"
      --set "application.iterations=$iterations" --set "machine.network.sharing=$sharing" --set "application.domain.grid=[$x, $y]")
    read -r generating _ <<< "$(measured "$binary" generate bench/ranks.yaml "${set[@]}" -o "$work/net.loom")"
    read -r seconds kib <<< "$(measured "$binary" simulate bench/ranks.yaml "${set[@]}" --quiet --json "$work/result.json")"
    firings=$(awk -F'[:,]' '/^  "firings"/ {print $2 + 0}' "$work/result.json")
    awk -v s="$sharing" -v n="$((x * y))" -v i="$iterations" -v f="$firings" -v g="$generating" -v b="$(wc -c < "$work/net.loom")" \
      -v t="$seconds" -v k="$kib" 'BEGIN {
        m = 4 * n * i
        printf "  %-6s %6d x %-4d %9d %9d: %5.2f %6.2f; %7.2f %6d %7.2f %7.2f\n", s, n, i, m, f, g, b / 1e6, t, k / 1024, t / m * 1e6, t / f * 1e6}'
  done
done
