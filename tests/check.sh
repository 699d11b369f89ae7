#!/usr/bin/env bash
# check.sh TOOL WORD...: `TOOL check COLLECTIVE WORD...` of every collective of the catalogue, as many at a time as there
# are processors. A summary of each as it ends. Exit status: 0, 1 a check failed.
set -euo pipefail
tool=${1:?usage: tests/check.sh TOOL WORD...}
shift
# Most work first, so that all processors have some to the end.
long='gatherv|scatterv|neighbor_alltoall[vw]|bcast|neighbor_allgatherv'
collectives=$("$tool" list | sed -n 's/^  "collective": "\(.*\)",$/\1/p' | sort -u)
test -n "$collectives"
{ grep -xE "$long" <<<"$collectives"; grep -vxE "$long" <<<"$collectives"; } |
    xargs -P "$(nproc)" -I {} "$tool" check {} --text "$@" || exit 1
