// SPDX-License-Identifier: BSD-3-Clause
#include "bench/options.hpp"

namespace hocket::bench {

const char* const usage =
    "usage: hocket-bench-<mpi> [COLLECTIVE] [options]\n"
    "       bcast (without), barrier, gather, gatherv, scatter, scatterv, allgather, allgatherv, reduce, allreduce,\n"
    "       reduce_scatter_block, reduce_scatter, scan, exscan, alltoall, alltoallv, alltoallw,\n"
    "       neighbor_allgather, _allgatherv, _alltoall, _alltoallv, _alltoallw; reductions sum floats\n"
    "       wait: no collective; the last rank is busy for so many nanoseconds, rank r of p for (r + 1) / p of them,\n"
    "       a variant like x1.05 for longer\n"
    "       (started by mpiexec, under hocket-run)\n"
    "  --compare LIST   algorithms, separated by commas (native,auto)\n"
    "  --alone          only these: without native, and native' for the noise, beside them\n"
    "  -m MIN:MAX       bytes, K and M allowed: of the message, of one block, of the mean block (1:4M)\n"
    "  --counts NAME    how blocks differ, in v-forms, alltoallw and reduce_scatter: equal, random, zipf, ... (equal)\n"
    "  --counts-seed N  of what --counts draws (1)\n"
    "  --per-octave N   sizes per doubling (1)\n"
    "  --sizes LIST     these sizes, increasing, instead of -m and --per-octave\n"
    "  -i N  -x N       calls measured and calls before them, per round and variant (10, 2)\n"
    "  -r N             rounds; in each, at every size, the variants take turns in shuffled order (20)\n"
    "  --communicators N   of each variant, one a round in turn: the memory of one is part of every time on it (1)\n"
    "  --race           at each size, variants that cannot win any more take no part in further rounds\n"
    "  --slice US       fewer than -i calls, but at least 1, where native would take longer for them\n"
    "  --seconds S      no further round after so long, and no later size that there is no time for\n"
    "  --form HOW       blocking; nonblocking, with its overlap; persistent (blocking)\n"
    "  --buffers HOW    same; rotating: data that no cache holds any more (same)\n"
    "  -d KIND          where the data of a reduction lie: host; cuda, the devices of a node in turn (host)\n"
    "  --skew NAME:US   ranks arrive late:US, one of them, ramp:US, evenly spread, or random:US, exponentially; times\n"
    "                   count from the last arrival\n"
    "  --until P%       a size is left when the 95 % intervals of its medians are within P % of them\n"
    "  --graph NAME  --graph-seed N   neighbors: cartesian, stencil2d, random, multigraph, ... (cartesian, 1)\n"
    "  --guidelines     beside native, other calls of the library that do the same, its nonblocking and persistent\n"
    "                   forms, and ranks renumbered inside their nodes, in an order drawn by --seed\n"
    "  --root R  --seed N\n"
    "  --start HOW      of a call: window, an agreed moment; barrier, each rank's own after one; first, the first "
    "rank's\n"
    "                   after one; auto: window, or first where ranks share cores (auto)\n"
    "  --window US      head start for a window, longer where many are late (50)\n"
    "  --fake-clocks N  for tests: each rank has a clock that is off by seconds and drifts, drawn by N\n"
    "example: mpiexec -n 4 hocket-run hocket-bench-mpich bcast -m 1K:1M --compare native,knomial:k=4\n";

} // namespace hocket::bench
