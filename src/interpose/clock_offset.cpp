// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/clock_offset.hpp"
#include "interpose/messages.hpp"
#include <limits>

namespace hocket {

namespace {

constexpr int exchanges = 20;

void answer(int leader, MPI_Comm comm)
{
    for (int i = 0; i < exchanges; ++i) {
        std::int64_t now = 0;
        hear_bytes(&now, sizeof now, leader, comm);
        now = steady_ns();
        tell_bytes(&now, sizeof now, leader, comm);
    }
}

// The shortest exchange says most.
clock_offset ask(MPI_Comm comm)
{
    clock_offset best{0, 0, std::numeric_limits<std::int64_t>::max()};
    for (int i = 0; i < exchanges; ++i) {
        std::int64_t begin = steady_ns(), there = 0;
        tell_bytes(&begin, sizeof begin, 0, comm);
        hear_bytes(&there, sizeof there, 0, comm);
        auto end = steady_ns();
        if ((end - begin) / 2 < best.error) best = {end, there - (begin + end) / 2, (end - begin) / 2};
    }
    return best;
}

} // namespace

clock_offset measure_clock(MPI_Comm comm, const layout& where, int rank)
{
    int node = where.node_of(rank), home = where.node_of(0);
    for (int other = 0; rank == 0 && other < where.nodes(); ++other)
        if (other != home) answer(where.member(other, 0), comm);
    if (node == home) return {steady_ns(), 0, 0};
    int leader = where.member(node, 0);
    clock_offset found;
    if (rank != leader) return hear_bytes(&found, sizeof found, leader, comm), found;
    found = ask(comm);
    for (int local = 1; local < where.size_of(node); ++local)
        tell_bytes(&found, sizeof found, where.member(node, local), comm);
    return found;
}

} // namespace hocket
