#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# HOST COMMAND: stands in for ssh, so that Open MPI starts its daemons for several nodes on this machine. Each gets a
# host name of its own, and ranks of different host names take one another for remote.
while [ "${1#-}" != "$1" ]; do shift; done
host=$1
shift
exec unshare --uts sh -c "hostname $host; $*"
