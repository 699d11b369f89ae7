#!/usr/bin/env bash
# run.sh [--double] [--built]: on a machine with a GPU builds, checks and measures, in under 9 minutes, without a network.
# Needs .deps, as `make setup` makes it. What comes of it lies in $OUT, else in build/gpu-results: summary.txt first.
# --double: the same steps on the test double of a driver, which has no GPU, to see that they work; numbers mean nothing.
# --built: with what lies in build/release, brought from a machine with a compiler for C++.
# shellcheck disable=SC2317 # functions are called by way of bash -c, so that each has its time limit
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit
double='' built=''
for word in "$@"; do
    case $word in
        --double) double=$word ;;
        --built) built=$word ;;
        *) echo "usage: tests/gpu/run.sh [--double] [--built]" >&2; exit 2 ;;
    esac
done
root=$PWD out=${OUT:-build/gpu-results} whole=520 failed=0
if [ ! -x .deps/mpich/bin/mpiexec ]; then
    echo "gpu: no .deps/mpich: run \`make setup\` where there is a network, and bring .deps along" >&2
    exit 3
fi
if [ -n "$double" ]; then
    export LD_LIBRARY_PATH=$root/build/release/tests/double
elif ! nvidia-smi >/dev/null 2>&1; then
    echo "gpu: no GPU here (nvidia-smi fails); with --double the steps run on the test double" >&2
    exit 3
fi
mkdir -p "$out"
out=$(cd "$out" && pwd)
export PATH=$root/.deps/venv/bin:$PATH:/usr/local/cuda/bin
: >"$out/summary.txt"

say() { printf '%4d s  %s\n' "$SECONDS" "$*" | tee -a "$out/summary.txt"; }

# step NAME SECONDS COMMAND...: its output is in NAME.txt; no step goes on when the whole time is over.
step() {
    local name=$1 limit=$2 left=$((whole - SECONDS)) status
    shift 2
    if [ "$left" -lt 5 ]; then say "$name: left out, no time"; failed=1; return 1; fi
    timeout -k 5 $((limit < left ? limit : left)) "$@" >"$out/$name.txt" 2>&1 </dev/null
    status=$?
    if [ $status = 0 ]; then say "$name: ok, $(tail -n 1 "$out/$name.txt")"; return 0; fi
    failed=1
    say "$name: FAILED, exit status $status, $(tail -n 1 "$out/$name.txt")"
    return 1
}

machine() { nvidia-smi 2>/dev/null; nvcc --version 2>/dev/null | tail -n 2; git log -1 --format=%H 2>/dev/null; nproc; }

architecture() { nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -n 1 | tr -d .; }

# With kernels of nvcc's for this device where there is one; else they are compiled when they are first wanted.
build() {
    local of=
    if [ -z "$double" ] && command -v nvcc >/dev/null; then of=$(architecture); fi
    cmake --preset release "-DHOCKET_CUDA_ARCHITECTURES=$of" && cmake --build --preset release -j "$(nproc)" --target hocket --target hocket-mpich \
        --target hocket-ompi --target hocket-run --target hocket-tool --target unit-device --target gpu-kernels \
        --target driver-double --target hocket-bench-mpich --target hocket-bench-ompi
}

# For the device that is here: by nvcc where there is one, else by NVRTC.
image() {
    local of
    of=sm_$(architecture)
    if command -v nvcc >/dev/null; then
        nvcc -x cu -std=c++20 -fmad=false -arch="$of" -cubin -o "$out/kernels.image" src/kernels/cuda/reduce_kernels.hpp
    else
        python tests/gpu/nvrtc.py "$out/kernels.image" "$of"
    fi && echo "$of"
}

sanitized() {
    if ! command -v compute-sanitizer >/dev/null; then echo "skipped: no compute-sanitizer"; return; fi
    compute-sanitizer --error-exitcode 1 build/release/tests/gpu-kernels check "$kernels" 3
}

# One library and number of ranks: the same vectors given to Hocket, and staged by hand, in turns; then Hocket alone,
# three launches of each setting in turns, since launches differ.
measure() {
    local library=$1 ranks=$2 most=$3 setting
    # shellcheck source=tests/mpi-env.sh
    . tests/mpi-env.sh "$library" || return
    "$MPICC" -O2 -o "$out/measure-$library" tests/gpu/measure.c -ldl || return
    launch() {
        echo "HOCKET_DEVICE=$1${2:+, $2 alone}"
        "${MPIEXEC[@]}" -n "$ranks" env "HOCKET_DEVICE=$1" build/release/bin/hocket-run -- \
            "$out/measure-$library" "$most" "${@:2}"
    }
    launch auto || return
    for setting in auto kernel host auto kernel host auto kernel host; do launch "$setting" hocket || return; done
    rm -f "$out/measure-$library"
}

# One document of hocket bench, whose native variant is the library's, staged by Hocket.
bench() {
    PYTHONPATH=python python -m hocket bench allreduce reduce -d cuda -n "$1" -m "4:$2" -r 5 -i 5 -o "$out/bench.json"
}
export -f build architecture image sanitized measure machine bench
export out double kernels=-

step machine 20 bash -c machine
if [ -z "$built" ] && ! step build 300 bash -c build; then exit 1; fi
step unit-device 30 build/release/tests/unit-device
if [ -z "$double" ]; then
    if step image 60 bash -c image; then kernels=$out/kernels.image; fi
fi
step kernels 60 build/release/tests/gpu-kernels check "$kernels" "$RANDOM"
step bandwidth 30 build/release/tests/gpu-kernels speed "$kernels"
most=$([ -n "$double" ] && echo 4096 || echo 67108864)
for ranks in 2 $([ -n "$double" ] || echo 8 16); do
    for library in mpich ompi5; do step "measured-$library-$ranks" 90 bash -c "measure $library $ranks $most"; done
done
step thresholds 10 python tests/gpu/thresholds.py "$out"
sed 's/^/        /' "$out/thresholds.txt" | tee -a "$out/summary.txt"
step bench 60 bash -c "bench 2 $most"
if [ -z "$double" ]; then step sanitizer 120 bash -c sanitized; fi
step collectives 200 python tests/gpu/on_device.py ${double:+"$double"}
rm -f "$out/kernels.image"
if [ $failed = 0 ]; then say "all passed${double:+, on the test double}"; else say "something FAILED"; fi
exit $failed
