#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Firings per CPU second of `petriloom simulate`, beside the hand-written loops of ../shared/peers/sim built and run in the same run, and
# beside what GreatSPN's simulator did on the same nets (its figures are of another day: see the README there).
#   bench/simulation.sh BUILD_DIR [FIRINGS]
set -euo pipefail
cd "$(dirname "$0")/.."
binary=$1/bin/petriloom
firings=${2:-20000000}
peers=../shared/peers/sim
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

g++ -O3 -march=native -I"$peers" "$peers/bench.cpp" -o "$work/loops"
echo "hand-written loops (model, million events per CPU second):"
timeout 60 "$work/loops" 2>/dev/null | head -9 | awk -F, '{printf "  %-26s %-22s %6.1f\n", $1, $2, $6 / 1e6}' || true

# CPU seconds of a run, user and system.
seconds() {
  local TIMEFORMAT='%U %S'
  { time "$binary" simulate "$@" --quiet > /dev/null 2>&1; } 2>&1 | awk '{print $1 + $2}'
}

echo "petriloom (net, million firings per CPU second, times GreatSPN's):"
line() {
  local name=$1 file=$2 theirs=$3
  awk -v n="$name" -v s="$(seconds "$file" --firings "$firings")" -v f="$firings" -v g="$theirs" \
    'BEGIN {r = f / s / 1e6; printf "  %-14s %6.2f", n, r; if (g > 0) printf "  %6.1f", r / g; print ""}'
}
line mm1 bench/mm1.loom 0
while read -r name theirs; do line "$name" "$peers/greatspn/$name.net" "$theirs"; done << 'END'
mm1k 2.7
tandem10 2.2
tandem100 0.57
tandem1000 0.16
closed10 1.5
kanban10 1.05
fms10 1.3
phil10 0.2
phil100 0.011
polling10 0.93
polling100 0.60
polling1000 0.21
repair10 1.2
repair100 0.83
repair1000 0.19
END
