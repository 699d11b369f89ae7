// SPDX-License-Identifier: BSD-3-Clause
#include "drive/allgather_data.hpp"
#include "drive/block_offsets.hpp"
#include "drive/elements.hpp"

namespace hocket {

allgather_data::allgather_data(mpi_port& port, const allgather_user& user)
    : port_(port), user_(user),
      offsets_(user.blocks.alike() ? std::span<std::size_t>() : block_offsets(port, user.blocks, user.ranks)),
      packed_(!is_contiguous(user.blocks.type) || !lie_together()),
      all_(packed_ ? port.scratch(user.size) : in_memory())
{
    auto& own = user.own;
    bool is_long = !user.in_place() && own.size() > late_block::short_ones;
    if (!is_long || packed_ || !is_contiguous(own.type) || own.size() != user.blocks.size_of(user.rank)) return;
    own_.emplace(cbytes(static_cast<const std::byte*>(own.at), own.size()), vector()[user.rank]);
}

block_cut allgather_data::cut() const
{
    if (!offsets_.empty()) return block_cut(offsets_);
    return {user_.size, user_.ranks, std::max<std::size_t>(1, user_.blocks.size_of(0))};
}

// Empty blocks may be said to lie anywhere.
bool allgather_data::lie_together() const
{
    auto& all = user_.blocks;
    if (all.alike()) return true;
    bool found = false;
    MPI_Aint next = 0;
    for (int i = 0; i < user_.ranks; ++i) {
        if (all.count_of(i) == 0) continue;
        if (found && all.offset_of(i) != next) return false;
        next = all.offset_of(i) + MPI_Aint(all.count_of(i));
        found = true;
    }
    return true;
}

bytes allgather_data::in_memory() const
{
    int first = 0;
    while (first + 1 < user_.ranks && user_.blocks.count_of(first) == 0) ++first;
    auto offset = user_.blocks.offset_of(first) * MPI_Aint(user_.blocks.element);
    return {static_cast<std::byte*>(user_.blocks.at) + offset, user_.size};
}

void allgather_data::before()
{
    auto n = user_.blocks.size_of(user_.rank);
    if (!user_.in_place() && user_.own.size() != n) return port_.disagree({user_.rank, user_.own.size(), n});
    if (packed_) return pack_own();
    if (user_.in_place() || own_) return;
    if (!copy_) copy_.emplace(user_.own, block_of(user_.blocks, user_.rank));
    port_.fail(copy_->go(port_));
}

void allgather_data::pack_own()
{
    auto from = user_.in_place() ? block_of(user_.blocks, user_.rank) : user_.own;
    auto here = vector()[user_.rank];
    if (from.size() > 0) port_.fail(elements(from, port_.comm()).pack(0, from.count, here.data()));
}

void allgather_data::after()
{
    for (int i = 0; packed_ && i < user_.ranks; ++i) {
        if (i == user_.rank && user_.in_place()) continue;
        auto place = block_of(user_.blocks, i);
        auto is = vector()[i];
        if (place.size() > 0) port_.fail(elements(place, port_.comm()).unpack(0, place.count, is.data()));
    }
}

} // namespace hocket
