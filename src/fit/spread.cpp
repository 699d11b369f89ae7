// SPDX-License-Identifier: BSD-3-Clause
#include "fit/spread.hpp"
#include <sched.h>
#include <vector>

namespace hocket::fit {
namespace {

std::vector<int> cores_of(const cpu_set_t& set)
{
    std::vector<int> all;
    for (int core = 0; core < CPU_SETSIZE; ++core)
        if (CPU_ISSET(core, &set)) all.push_back(core);
    return all;
}

} // namespace

int cores_here()
{
    cpu_set_t mine;
    CPU_ZERO(&mine);
    sched_getaffinity(0, sizeof mine, &mine);
    return CPU_COUNT(&mine);
}

void spread(MPI_Comm all)
{
    MPI_Comm node;
    MPI_Comm_split_type(all, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    int rank, ranks;
    MPI_Comm_rank(node, &rank);
    MPI_Comm_size(node, &ranks);
    cpu_set_t mine, any, every;
    CPU_ZERO(&mine);
    sched_getaffinity(0, sizeof mine, &mine);
    MPI_Allreduce(&mine, &any, sizeof mine, MPI_BYTE, MPI_BOR, node);
    MPI_Allreduce(&mine, &every, sizeof mine, MPI_BYTE, MPI_BAND, node);
    auto cores = cores_of(any);
    if (CPU_EQUAL(&any, &every) && int(cores.size()) >= ranks) {
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(cores[cores.size() * std::size_t(rank) / std::size_t(ranks)], &one);
        sched_setaffinity(0, sizeof one, &one); // who may not stays where it is
    }
    MPI_Comm_free(&node);
}

} // namespace hocket::fit
