#!/usr/bin/env bash
# run.sh quick|long: runs the tests on what is built. One line a step, then one line of totals.
# Logs are in build/test-logs. Exit status: 0 all passed, 1 something failed, 2 wrong usage.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit
case ${1:-} in quick|long) size=$1 ;; *) echo "usage: tests/run.sh quick|long" >&2; exit 2 ;; esac
export PATH=$PWD/.deps/venv/bin:$PWD/build/release/bin:$PATH
logs=build/test-logs
rm -rf $logs && mkdir -p $logs
passed=0 failed=0 skipped=0

# numbers LOG WORD: the N of each "N WORD" in the log's last lines, where a second try has a line of its own; at least 0.
numbers() { echo 0; tail -n 5 "$1" | grep -aoE "[0-9]+ $2" | grep -oE '^[0-9]+'; }
last() { numbers "$@" | tail -n 1; }
sum() { numbers "$@" | awk '{ n += $1 } END { print n }'; }

# tally LOG STATUS: counts what ctest, pytest or "N passed, N failed, N skipped" say; any other step counts as one. What
# passed at a second try has not failed.
tally() {
    local good=0 bad=0 left=0 total
    # ctest says "86% tests passed, 1 tests failed out of 7", and of late "100% tests passed out of 7".
    total=$(grep -aE '^[0-9]+% tests passed' "$1" | grep -oE 'out of [0-9]+' | grep -oE '[0-9]+')
    if [ -n "$total" ]; then
        bad=$(grep -aoE '[0-9]+ tests? failed out of' "$1" | grep -oE '^[0-9]+' || echo 0)
        good=$((total - bad))
    else
        good=$(sum "$1" passed) bad=$(($(last "$1" failed) + $(last "$1" error))) left=$(sum "$1" skipped)
    fi
    if [ "$2" = 0 ]; then bad=0; fi
    if [ "$2" = 0 ] && [ $((good + bad + left)) = 0 ]; then good=1; fi
    if [ "$2" != 0 ] && [ "$bad" = 0 ]; then bad=1; fi
    passed=$((passed + good)) failed=$((failed + bad)) skipped=$((skipped + left))
    counts="$good passed, $bad failed, $left skipped"
}

# step NAME SECONDS COMMAND...: a step that exceeds its time has failed; it gets 10 s to end by itself.
step() {
    local name=$1 limit=$2 status start=$SECONDS log verdict=ok
    shift 2
    log=$logs/${name//[^a-z0-9]/-}.log
    timeout -k 10 "$limit" "$@" >"$log" 2>&1 </dev/null
    status=$?
    tally "$log" $status
    if [ $status = 124 ] || [ $status = 137 ]; then verdict="FAILED: over $limit s"; elif [ $status != 0 ]; then verdict=FAILED; fi
    printf '%-28s %5d s  %s (%s)\n' "$name" $((SECONDS - start)) "$verdict" "$counts"
    if [ "$verdict" = ok ]; then grep -a '^FAILED' "$log" | sed 's/^/    only at a second try: /'; fi
    if [ "$verdict" != ok ]; then tail -n 40 "$log" | sed 's/^/    /'; echo "    ... all of it: $log"; fi
}

# step_if PATH NAME SECONDS COMMAND...: skipped where PATH does not exist.
step_if() {
    if [ -e "$1" ]; then shift; step "$@"; return; fi
    skipped=$((skipped + 1))
    printf '%-28s %5d s  skipped (no %s)\n' "$2" 0 "$1"
}

tool=build/release/bin/hocket-tool
unit() { step_if "build/$1/CTestTestfile.cmake" "unit tests, $1" "$2" ctest --preset "$1" --no-tests=ignore -j "$(nproc)"; }

if [ "$size" = quick ]; then
    step_if tests/house 'house rules' 60 python -m pytest -q tests/house
    unit release 240
    unit asan 900
    step_if $tool 'check to 33 ranks' 900 tests/check.sh $tool --ranks 1-33
    step_if tests/python 'command line' 900 tests/command_line.sh -m 'not long and not alone'
    step_if tests/python 'command line, alone' 600 python -m pytest -q -m 'not long and alone' tests/python
    step_if tests/simgrid 'beside SimGrid' 90 python -m pytest -q -rs -m 'not long' tests/simgrid
    step_if tests/mpi/run.py 'real MPI' 1800 python tests/mpi/run.py quick
else
    step_if tests/house 'house rules' 60 python -m pytest -q tests/house
    unit release 600
    unit asan 1200
    unit tsan 1800
    step_if $tool 'check to 64 ranks' 1800 tests/check.sh $tool --ranks 1-64
    step_if $tool 'check, all orders' 3600 $tool check --exhaustive --ranks 1-4
    step_if tests/python 'command line' 3600 tests/command_line.sh -m 'not alone'
    step_if tests/python 'command line, alone' 16200 python -m pytest -q -m alone tests/python
    step_if tests/simgrid 'beside SimGrid' 900 python -m pytest -q -rs tests/simgrid
    step_if tests/mpi/run.py 'real MPI, wide' 7200 python tests/mpi/run.py long
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
