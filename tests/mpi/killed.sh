#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# killed.sh LAUNCH... : LAUNCH is a command line that runs killed.c. The job has to end by its launcher within a minute,
# not successfully, and nothing of Hocket's may stay behind.
set -u
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
left_behind() { find /dev/shm "$scratch" -name '*hocket*' -newer "$scratch/mark" 2>/dev/null; }
touch "$scratch/mark"
SECONDS=0
TMPDIR=$scratch timeout -k 5 60 "$@" >/dev/null 2>&1 </dev/null
status=$?
# A launcher may well return 137 itself, so the clock tells who ended the job.
if [ $SECONDS -ge 60 ]; then echo "FAILED: the job did not end"; exit 1; fi
if [ $status = 0 ]; then echo "FAILED: the job ended as if nothing had happened"; exit 1; fi
if [ -n "$(left_behind)" ]; then echo "FAILED: left behind: $(left_behind)"; exit 1; fi
echo "ok: the job ended with status $status and left nothing"
