#!/usr/bin/env bash
# Brings everything that Hocket needs to build and run into .deps/ of this repository. Safe to run again at any time:
# what is there already is left alone, and a run with nothing to do takes a fraction of a second.
set -euo pipefail

usage() {
    cat <<'TEXT'
usage: tools/setup.sh [--long] [--applications] [--lint] [--cuda] [--no-system]

Creates in .deps/: venv (build tools and Python packages), mpich and openmpi (one MPI prefix each), and sysroot
(header-only libraries, only where the system lacks them and cannot be asked to install them).

  --long       also Intel MPI, axe-core, and the distribution packages of the wide tests
  --applications
               also the packages of `make test-applications`, as root
  --lint       also clang-format and clang-tidy, from PyPI
  --cuda       also nvcc and NVRTC, from PyPI (190 MB), for the tests that compile kernels; those are skipped where
               they cannot be had
  --no-system  never install distribution packages, not even as root: unpack them into .deps/sysroot instead

example: tools/setup.sh && make build
Exit status: 0, 2 wrong usage, 3 a required thing is missing (named, with the command that brings it).
TEXT
}

long= applications= lint= cuda= system=1
for word in "$@"; do
    case $word in
        --long) long=1 ;;
        --applications) applications=1 ;;
        --lint) lint=1 ;;
        --cuda) cuda=1 ;;
        --no-system) system= ;;
        -h|--help) usage; exit 0 ;;
        *) echo "setup: unknown option '$word'" >&2; usage >&2; exit 2 ;;
    esac
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD deps=$PWD/.deps
mkdir -p "$deps/stamps" "$deps/log"
# make puts the venv's tools first in PATH; what makes the venv must not be the python3 inside it.
PATH=:$PATH: PATH=${PATH//":$deps/venv/bin:"/:} PATH=${PATH#:} PATH=${PATH%:}
say() { echo "setup: $*" >&2; }

. tools/setup/packages.sh
. tools/setup/python.sh

check_base
need_stage build required
need_stage extra optional
if [ -n "$long$applications" ]; then need_stage long optional; fi
if [ -n "$applications" ]; then need_stage applications optional; fi
make_venv
if [ -n "$lint" ]; then make_lint; fi
if [ -n "$cuda" ]; then make_cuda; fi
if [ -n "$long" ]; then make_browser; fi
make_prefixes
say "ready${long:+ (with the libraries of the wide tests)}"
