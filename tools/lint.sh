#!/usr/bin/env bash
# lint.sh [--fix]: layout (clang-format, ruff) and static checks (clang-tidy, ruff). With --fix it lays out the sources.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PATH=$PWD/.deps/venv/bin:$PATH

# What lies with the Fortran tests is Fortran.
mapfile -t sources < <(git ls-files -co --exclude-standard -- '*.cpp' '*.hpp' '*.c' '*.h' ':!tests/mpi/fortran/*')
if [ "${1:-}" = --fix ]; then
    [ ${#sources[@]} = 0 ] || clang-format -i "${sources[@]}"
    ruff format -q .
    ruff check -q --fix .
    exit
fi

failed=0
# check NAME COMMAND...: one line per check, and the complaints of those that fail.
check() {
    local name=$1 said
    shift
    if said=$("$@" 2>&1); then echo "ok      $name"; else echo "FAILED  $name"; echo "$said" | tail -n 60; failed=1; fi
}

tidy() {
    tools/build.sh debug "$(nproc)" hocket-core >/dev/null
    local files
    mapfile -t files < <(git ls-files -co --exclude-standard -- 'src/*.cpp' | grep -v '^src/interpose/\|^src/transports/\|^src/drive/\|^src/bench/')
    [ ${#files[@]} = 0 ] || printf '%s\0' "${files[@]}" |
        xargs -0 -n 4 -P "$(nproc)" clang-tidy --quiet -p build/debug --extra-arg=-Wno-unknown-argument \
            --extra-arg=-Qunused-arguments --removed-arg=-fno-gnu-unique --warnings-as-errors='*' |
        { grep -E ': (error|warning): ' || true; } | sort -u # a header's once
}

[ ${#sources[@]} = 0 ] || check clang-format clang-format --dry-run -Werror "${sources[@]}"
check 'ruff format' ruff format --check .
check 'ruff check' ruff check .
check clang-tidy tidy
exit $failed
