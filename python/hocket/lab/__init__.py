# SPDX-License-Identifier: BSD-3-Clause
"""One Linux machine as several hosts on a switch with slow links, so that the network is the bottleneck.

A host is a set of namespaces (network, names, IPC, mounts, processes) held by one sleeping process, with a /dev/shm of
its own. eth0 of each hangs on a shaped switch, eth1 on an unshaped one for launchers and output. Both switches live in
one more such set, the head. The process namespaces of all hosts are nested in the head's: its end is the end of all.
"""
