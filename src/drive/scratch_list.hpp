// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "transports/mpi/mpi_port.hpp"
#include <memory>

namespace hocket {

// n of them, cleared, in memory of the operation.
template <class T> T* scratch_list(mpi_port& port, int n)
{
    auto* first = reinterpret_cast<T*>(port.scratch(std::size_t(n) * sizeof(T)).data());
    std::uninitialized_value_construct_n(first, n);
    return first;
}

} // namespace hocket
