// SPDX-License-Identifier: BSD-3-Clause
// The library's own broadcast as a part of ours: over the whole communicator, or between the first ranks of nodes.
#include "transports/mpi/large_type.hpp"
#include "transports/mpi/mpi_port.hpp"

namespace hocket {

int mpi_port::prepare_leaders(const layout& where)
{
    std::vector<int> ranks(std::size_t(where.nodes()));
    for (int node = 0; node < where.nodes(); ++node) ranks[std::size_t(node)] = where.member(node, 0);
    MPI_Group all = MPI_GROUP_NULL, leaders = MPI_GROUP_NULL;
    int code = mpi.Comm_group(comm_, &all);
    if (code == MPI_SUCCESS) code = mpi.Group_incl(all, where.nodes(), ranks.data(), &leaders);
    if (code == MPI_SUCCESS) code = mpi.Comm_create(comm_, leaders, &leaders_);
    if (code == MPI_SUCCESS && leaders_ != MPI_COMM_NULL) code = mpi.Comm_set_errhandler(leaders_, MPI_ERRORS_RETURN);
    if (leaders != MPI_GROUP_NULL) mpi.Group_free(&leaders);
    if (all != MPI_GROUP_NULL) mpi.Group_free(&all);
    where_ = &where;
    has_leaders_ = code == MPI_SUCCESS;
    return code;
}

int mpi_port::start_native(const request& r, MPI_Request& handle)
{
    bool everybody = r.context == 0;
    int root = everybody ? r.peer : where_->node_of(r.peer);
    auto comm = everybody ? comm_ : leaders_;
    if (r.count <= large_type::chunk) return mpi.Ibcast(r.into, int(r.count), MPI_BYTE, root, comm, &handle);
    large_type whole(r.count, MPI_BYTE);
    return whole.error() ? whole.error() : mpi.Ibcast(r.into, 1, whole.type(), root, comm, &handle);
}

} // namespace hocket
