// SPDX-License-Identifier: BSD-3-Clause
// Calls like one before, on contiguous memory of predefined types: what they need no judge, no choice and no staging
// for.
#include "algorithms/places.hpp"
#include "base/copy.hpp"
#include "drive/late_block.hpp"
#include "drive/user_places.hpp"
#include "interpose/allgather_call.hpp"
#include "interpose/alltoall_call.hpp"
#include "interpose/bcast_call.hpp"
#include "interpose/process.hpp"
#include "interpose/reduction_call.hpp"
#include "interpose/rooted_call.hpp"

namespace hocket {

namespace {

// False: it may come to stand for another one, or is to be packed.
bool remember_type(known_call& as, MPI_Count count, MPI_Datatype type, std::size_t element)
{
    as.count = count, as.type = type, as.element = element, as.size = std::size_t(count) * element;
    return is_named(type) && is_contiguous(type);
}

// The same of blocks of equal size, of which a rank's own is copied first: not where the judged call moves it later.
bool remember_block(known_call& as, MPI_Count count, MPI_Datatype type, std::size_t element)
{
    return std::size_t(count) * element <= late_block::short_ones && remember_type(as, count, type, element);
}

user_blocks equal_blocks(const known_call& like, void* at)
{
    return {.at = at, .type = like.type, .each = like.count, .element = like.element};
}

} // namespace

bool bcast_call::remember(known_call& as, std::size_t element) const
{
    return remember_type(as, count, type, element);
}

bool allgather_call::remember(known_call& as, const allgather_user& user) const
{
    return which == collective::allgather && remember_block(as, all.each, all.type, user.blocks.element);
}

void allgather_call::run_now(net on, const known_call& like, prompt& by) const
{
    auto whole = like.size * std::size_t(on.size());
    copy_bytes(like.block(all.at, on.rank()), from, like.size);
    like.run(on, blocks({static_cast<std::byte*>(all.at), whole}, {whole, on.size(), like.size}), by);
}

bool reduction_call::remember(known_call& as, const reduction_user& user) const
{
    bool bound = which == collective::reduce && process::here().by().reproducible; // to the order from rank 0 on
    if (which == collective::reduce_scatter || !user.how.run || bound) return false;
    as.op = op;
    as.how = kernel_reduction(user.how);
    return remember_type(as, count, type, user.how.element);
}

void reduction_call::run_now(net on, const known_call& like, prompt& by) const
{
    auto* mine = static_cast<const std::byte*>(from == MPI_IN_PLACE ? to : from);
    bytes result(static_cast<std::byte*>(to), like.size);
    operands data{{mine, like.size}, result, &like.how};
    if (which == collective::reduce_scatter_block) {
        auto whole = like.size * std::size_t(on.size());
        like.run(on, scattered_operands{{mine, whole}, result, {whole, on.size(), like.element}, &like.how}, by);
    } else if (which == collective::reduce) {
        if (on.rank() != root) data.result = {};
        like.run(on.rooted(root), data, by);
    } else {
        if (is_void_on(on.rank())) data.result = {const_cast<std::byte*>(mine), like.size};
        like.run(on, data, by);
    }
}

bool rooted_call::remember(known_call& as, const rooted_user& user) const
{
    if (!regular()) return false;
    if (user.at_root()) // what it says of its own may mean nothing: MPI_IN_PLACE
        return remember_block(as, all.each, all.type, user.blocks.element);
    return remember_block(as, own.count, own.type, user.own.element);
}

void rooted_call::run_now(net on, const known_call& like, prompt& by) const
{
    equal_sizes sizes(like.size);
    rooted_blocks data;
    data.sizes = &sizes;
    if (on.rank() != root) {
        data.mine = {static_cast<std::byte*>(own.at), like.size};
        return like.run(on.rooted(root), data, by);
    }
    user_places places(equal_blocks(like, all.at), root, on.size());
    auto* among = like.block(all.at, root);
    data.places = &places;
    if (gathers()) copy_bytes(among, own.at, like.size);
    else copy_bytes(own.at, among, like.size);
    like.run(on.rooted(root), data, by);
}

bool alltoall_call::remember(known_call& as, const alltoall_user& user) const
{
    return which == collective::alltoall && remember_block(as, in.each, in.type, user.in.element);
}

void alltoall_call::run_now(net on, const known_call& like, prompt& by) const
{
    user_places to(equal_blocks(like, out.at), 0, on.size()), from(equal_blocks(like, in.at), 0, on.size());
    copy_bytes(like.block(in.at, on.rank()), like.block(out.at, on.rank()), like.size);
    like.run(on, exchanged_blocks{&to, &from, like.size}, by);
}

} // namespace hocket
