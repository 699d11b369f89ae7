// SPDX-License-Identifier: BSD-3-Clause
#include "bench/kept.hpp"

namespace hocket::bench {
namespace {

int forget(MPI_Comm, int, void* all, void*)
{
    delete static_cast<kept*>(all);
    return MPI_SUCCESS;
}

int new_key()
{
    int key;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget, &key, nullptr);
    return key;
}

} // namespace

kept::~kept()
{
    if (sum != MPI_OP_NULL) MPI_Op_free(&sum);
    if (pieces != MPI_DATATYPE_NULL) MPI_Type_free(&pieces);
}

kept& kept::of(MPI_Comm comm)
{
    static const int key = new_key();
    void* found = nullptr;
    int there = 0;
    MPI_Comm_get_attr(comm, key, &found, &there);
    if (!there) MPI_Comm_set_attr(comm, key, found = new kept);
    return *static_cast<kept*>(found);
}

} // namespace hocket::bench
