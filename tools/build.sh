#!/usr/bin/env bash
# build.sh PRESET [JOBS [TARGET]]: configures and builds one preset. Example: tools/build.sh release 4
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
preset=${1:?usage: tools/build.sh PRESET [JOBS [TARGET]]} jobs=${2:-$(nproc)} target=${3:-all}
export PATH=$PWD/.deps/venv/bin:$PATH
mkdir -p build
log=build/configure-$preset.log

# Only the lines of Hocket itself are of interest, unless it fails.
if ! cmake --preset "$preset" >"$log" 2>&1; then
    cat "$log" >&2
    exit 1
fi
grep -E 'hocket: |Warning' "$log" | sed "s/^-- /$preset: /" >&2 || true
cmake --build --preset "$preset" -j "$jobs" --target "$target"
