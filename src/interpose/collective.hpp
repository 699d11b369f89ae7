// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <string>

namespace hocket {

// The collectives that Hocket stands in front of.
enum class collective : unsigned char { bcast, gather, gatherv, scatter, scatterv };
inline constexpr std::array all_collectives{collective::bcast, collective::gather, collective::gatherv,
                                            collective::scatter, collective::scatterv};

// As variables, info keys and tables have it.
inline const char* name_of(collective c)
{
    constexpr const char* names[]{"bcast", "gather", "gatherv", "scatter", "scatterv"};
    return names[std::size_t(c)];
}
inline std::string info_key_of(collective c)
{
    return std::string("hocket_") + name_of(c);
}
// As the program has it.
inline std::string function_of(collective c)
{
    constexpr const char* names[]{"MPI_Bcast", "MPI_Gather", "MPI_Gatherv", "MPI_Scatter", "MPI_Scatterv"};
    return names[std::size_t(c)];
}

} // namespace hocket
