// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "transports/arena.hpp"
#include "transports/mpi/mpi.hpp"

namespace hocket {

// One element at MPI_BOTTOM that stands for the bytes of several pieces of memory, one after the other. MPI keeps it
// alive for the operations that use it.
class piece_type {
public:
    piece_type(std::span<const bytes> pieces, arena& room);
    ~piece_type();
    piece_type(const piece_type&) = delete;
    piece_type& operator=(const piece_type&) = delete;

    int error() const { return error_; } // MPI_SUCCESS if type() can be used
    MPI_Datatype type() const { return type_; }

private:
    MPI_Datatype type_ = MPI_DATATYPE_NULL;
    int error_;
};

} // namespace hocket
