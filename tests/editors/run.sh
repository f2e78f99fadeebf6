#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh ROOT FOLDER: the test of the grammar for editors. The tokenizer is fetched once into FOLDER, in the versions and with the
# checksums of package-lock.json. Exits 77, which counts as skipped, if there is no node or npm or nothing to fetch from.
set -euo pipefail
root=$1
folder=$2
for program in node npm; do
  command -v "$program" >/dev/null || {
    echo "there is no $program; skipped"
    exit 77
  }
done
mkdir -p "$folder"
if ! cmp -s "$root/tests/editors/package-lock.json" "$folder/fetched.json"; then
  cp "$root/tests/editors/package.json" "$root/tests/editors/package-lock.json" "$folder"
  (cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund) >"$folder/npm.log" 2>&1 || {
    tail -n 5 "$folder/npm.log"
    echo "the tokenizer cannot be fetched; skipped"
    exit 77
  }
  cp "$folder/package-lock.json" "$folder/fetched.json"
fi
node "$root/tests/editors/grammar.js" "$root" "$folder/node_modules"
