#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# cmake/profiled.sh: builds build-profiled/bin/petriloom, which takes 9 to 14 % less time to simulate tasks than that of ./run
# (bench/RESULTS.md) and more than twice the time to build: once to count what the runs below do, and once with the counts.
# cmake/profiled.sh --runs PROGRAM: only those runs.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/cmake/packages.sh"
build=$root/build-profiled

# counted_runs PROGRAM: some of each kind of work that takes long.
counted_runs() (
  program=$1
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  cd "$root"
  for policy in eager prio random ws lws heteroprio dm dmda dmdas modular-heft three-criteria-heft; do
    "$program" simulate "examples/tasks/cholesky/$policy.loom" --set N=16 --quiet
  done
  "$program" generate templates/coka16.yaml -o "$work/coka16.loom" --quiet
  "$program" simulate "$work/coka16.loom" --quiet
  "$program" simulate bench/ranks.yaml --quiet
  "$program" simulate examples/network/closed.loom --until 2000s --quiet
  "$program" simulate bench/epidemic.loom --until 20s --tau-leap --quiet
  "$program" simulate bench/epidemic_fluid.loom --until 20 --quiet
  "$program" convert "$work/coka16.loom" "$work/flat.pnml" --unfold --untimed --quiet
  "$program" check "$work/flat.pnml" --quiet
  "$program" verify templates/coka-mini.yaml --quiet
  "$program" verify examples/philosophers/left_handed.loom --quiet
  "$program" solve examples/network/closed.loom --quiet
)

# built PROFILE: the program, with PETRILOOM_PROFILE.
built() { cmake --preset profiled -DPETRILOOM_PROFILE="$1" && ninja -C "$build" petriloom; }

if [ $# = 2 ] && [ "$1" = --runs ]; then
  program=$(realpath "$2")
  counted_runs "$program" >/dev/null
  exit 0
elif [ $# != 0 ]; then
  echo "usage: cmake/profiled.sh [--runs PROGRAM]" >&2
  exit 2
fi
ensure_packages run "$build"
cd "$root"
find "$build" -name '*.gcda' -delete
built counted
counted_runs "$build/bin/petriloom" >/dev/null
built used
