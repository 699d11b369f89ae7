#!/usr/bin/env bash
# The main job: rotating_root natively and under Hocket, on the MPIs that tools/setup.sh brings, then simulated on 512
# nodes x 12 ranks; writes build/demo/report.html. Options go to `python -m hocket.demo`; example:
# examples/demo.sh --repetitions 3 --no-simulate
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
python=.deps/venv/bin/python
subjects=()
for prefix in .deps/mpich .deps/openmpi; do
    if [ ! -x "$prefix/bin/mpicc" ]; then
        echo "demo: no $prefix/bin/mpicc. This brings it: tools/setup.sh" >&2
        exit 3
    fi
    program=build/demo/rotating_root-$(basename "$prefix")
    mkdir -p build/demo
    "$prefix/bin/mpicc" -std=c11 -O2 examples/rotating_root.c -o "$program"
    subjects+=(--mpi "$prefix=$program")
done
PYTHONPATH=python exec "$python" -m hocket.demo "${subjects[@]}" "$@"
