// SPDX-License-Identifier: BSD-3-Clause
#include "transports/mpi/piece_type.hpp"
#include "transports/mpi/large_type.hpp"

namespace hocket {

namespace {

// Lengths are ints, so a longer piece counts as several.
int parts_of(std::span<const bytes> pieces)
{
    std::size_t n = 0;
    for (auto& p : pieces) n += (p.size() + large_type::chunk - 1) / large_type::chunk;
    return int(n);
}

} // namespace

piece_type::piece_type(std::span<const bytes> pieces, arena& room)
{
    int n = parts_of(pieces), i = 0;
    auto* lengths = reinterpret_cast<int*>(room.take(std::size_t(n) * sizeof(int)).data());
    auto* places = reinterpret_cast<MPI_Aint*>(room.take(std::size_t(n) * sizeof(MPI_Aint)).data());
    for (auto& p : pieces)
        for (std::size_t at = 0; at < p.size(); at += large_type::chunk, ++i) {
            lengths[i] = int(std::min(large_type::chunk, p.size() - at));
            places[i] = reinterpret_cast<MPI_Aint>(p.data() + at);
        }
    error_ = mpi.Type_create_hindexed(n, lengths, places, MPI_BYTE, &type_);
    if (error_ == MPI_SUCCESS) error_ = mpi.Type_commit(&type_);
}

piece_type::~piece_type()
{
    if (type_ != MPI_DATATYPE_NULL) mpi.Type_free(&type_);
}

} // namespace hocket
