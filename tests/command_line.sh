#!/usr/bin/env bash
# command_line.sh WORD...: tests/python, few at a time, with more words for pytest. They start ranks and threads of their
# own, so few keep any machine busy. What fails beside others has one more try alone, and the log says so.
# Exit status: pytest's.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit
python -m pytest -q -n $(($(nproc) < 4 ? $(nproc) : 4)) --dist worksteal "$@" tests/python
status=$?
[ $status = 1 ] || exit $status
echo "once more, alone: what failed beside others"
exec python -m pytest -q --last-failed "$@" tests/python
