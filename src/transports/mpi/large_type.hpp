// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "transports/mpi/mpi.hpp"
#include <cstddef>

namespace hocket {

// One element that stands for `count` of another type, where count is more than an int holds. MPI keeps it alive
// for the operations that use it.
class large_type {
public:
    static constexpr std::size_t chunk = std::size_t(1) << 30;

    large_type(std::size_t count, MPI_Datatype element);
    ~large_type();
    large_type(const large_type&) = delete;
    large_type& operator=(const large_type&) = delete;

    int error() const { return error_; } // MPI_SUCCESS if type() can be used
    MPI_Datatype type() const { return type_; }

private:
    int make(std::size_t count, MPI_Datatype element);
    MPI_Datatype type_ = MPI_DATATYPE_NULL;
    int error_;
};

} // namespace hocket
