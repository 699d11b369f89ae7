// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "drive/user_blocks.hpp"
#include "transports/mpi/mpi_port.hpp"

namespace hocket {

// Where everybody's blocks begin when they are packed one behind the other, and the end, in memory of the operation.
inline std::span<std::size_t> block_offsets(mpi_port& port, const user_blocks& of, int ranks)
{
    auto memory = port.scratch((std::size_t(ranks) + 1) * sizeof(std::size_t));
    std::span list(reinterpret_cast<std::size_t*>(memory.data()), std::size_t(ranks) + 1);
    list[0] = 0;
    for (int i = 0; i < ranks; ++i) list[std::size_t(i) + 1] = list[std::size_t(i)] + of.size_of(i);
    return list;
}

} // namespace hocket
