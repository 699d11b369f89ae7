// SPDX-License-Identifier: BSD-3-Clause
// With an operator that a program makes itself, where the library has the same.
#include "bench/mock_up.hpp"

namespace hocket::bench {
namespace {

template <class T> void add(const void* from, void* to, int count)
{
    auto* low = static_cast<const T*>(from);
    auto* high = static_cast<T*>(to);
    for (int i = 0; i < count; ++i) high[i] = T(low[i] + high[i]);
}

void add_any(void* from, void* to, int* count, MPI_Datatype* type)
{
    (*type == MPI_FLOAT ? add<float> : add<signed char>)(from, to, *count);
}

void make_sum(const hands& h)
{
    if (h.by->sum == MPI_OP_NULL) MPI_Op_create(add_any, 1, &h.by->sum);
}

void reduce_by_own(const hands& h)
{
    MPI_Reduce(h.from(), h.to(), h.of.count, h.of.type, h.by->sum, h.root, h.on);
}

void allreduce_by_own(const hands& h)
{
    MPI_Allreduce(h.from(), h.to(), h.of.count, h.of.type, h.by->sum, h.on);
}

void block_by_own(const hands& h)
{
    MPI_Reduce_scatter_block(h.from(), h.to(), h.of.count, h.of.type, h.by->sum, h.on);
}

void blocks_by_own(const hands& h)
{
    MPI_Reduce_scatter(h.from(), h.to(), h.of.counts, h.of.type, h.by->sum, h.on);
}

void scan_by_own(const hands& h)
{
    MPI_Scan(h.from(), h.to(), h.of.count, h.of.type, h.by->sum, h.on);
}

void exscan_by_own(const hands& h)
{
    MPI_Exscan(h.from(), h.to(), h.of.count, h.of.type, h.by->sum, h.on);
}

} // namespace

const std::vector<mock_up>& own_mock_ups()
{
    static const std::vector<mock_up> all{
        {"reduce", "Reduce by a user's sum", reduce_by_own, false, mock_up::anywhere, make_sum},
        {"allreduce", "Allreduce by a user's sum", allreduce_by_own, false, mock_up::anywhere, make_sum},
        {"reduce_scatter_block", "Reduce_scatter_block by a user's sum", block_by_own, false, mock_up::anywhere,
         make_sum},
        {"reduce_scatter", "Reduce_scatter by a user's sum", blocks_by_own, false, mock_up::anywhere, make_sum},
        {"scan", "Scan by a user's sum", scan_by_own, false, mock_up::anywhere, make_sum},
        {"exscan", "Exscan by a user's sum", exscan_by_own, false, mock_up::anywhere, make_sum},
    };
    return all;
}

} // namespace hocket::bench
