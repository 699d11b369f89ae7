// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "catalogue/catalogue.hpp"
#include <array>

namespace hocket {

// The collectives that have algorithms of ours, in the order of own_collectives().
enum class collective : unsigned char {
    barrier,
    bcast,
    gather,
    gatherv,
    scatter,
    scatterv,
    allgather,
    allgatherv,
    reduce,
    allreduce,
    reduce_scatter_block,
    reduce_scatter,
    scan,
    exscan,
    alltoall,
    alltoallv,
    alltoallw,
    neighbor_allgather,
    neighbor_allgatherv,
    neighbor_alltoall,
    neighbor_alltoallv,
    neighbor_alltoallw
};
inline constexpr std::array all_collectives{collective::barrier,
                                            collective::bcast,
                                            collective::gather,
                                            collective::gatherv,
                                            collective::scatter,
                                            collective::scatterv,
                                            collective::allgather,
                                            collective::allgatherv,
                                            collective::reduce,
                                            collective::allreduce,
                                            collective::reduce_scatter_block,
                                            collective::reduce_scatter,
                                            collective::scan,
                                            collective::exscan,
                                            collective::alltoall,
                                            collective::alltoallv,
                                            collective::alltoallw,
                                            collective::neighbor_allgather,
                                            collective::neighbor_allgatherv,
                                            collective::neighbor_alltoall,
                                            collective::neighbor_alltoallv,
                                            collective::neighbor_alltoallw};

// As variables, info keys and tables have it.
inline const std::string& name_of(collective c)
{
    return own_collectives()[std::size_t(c)];
}
inline std::string info_key_of(collective c)
{
    return "hocket_" + name_of(c);
}
// As the program has it.
inline std::string function_of(collective c)
{
    auto name = "MPI_" + name_of(c);
    name[4] = char(name[4] - 'a' + 'A');
    return name;
}

} // namespace hocket
