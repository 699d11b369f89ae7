// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/reduction_call.hpp"
#include "interpose/arguments.hpp"
#include "interpose/call_library.hpp"
#include "interpose/narrow.hpp"
#include "interpose/process.hpp"

namespace hocket {

int reduction_call::native() const
{
    if (is_beyond_library(*this)) return native_narrowed(*this);
    return later ? start_native() : native(from, to);
}

int reduction_call::native(const void* in, void* out) const
{
    if (is_beyond_library(*this)) {
        auto other = *this;
        other.from = in, other.to = out, other.later = {};
        return native_narrowed(other);
    }
    auto plain = [&](auto* f) { return call_library(f, in, out, count, type, op, comm); };
    switch (which) {
    case collective::reduce:
        return large ? call_library(mpi.Reduce_c, in, out, count, type, op, root, comm)
                     : call_library(mpi.Reduce, in, out, count, type, op, root, comm);
    case collective::reduce_scatter:
        return large ? call_library(mpi.Reduce_scatter_c, in, out, large_counts, type, op, comm)
                     : call_library(mpi.Reduce_scatter, in, out, counts, type, op, comm);
    case collective::allreduce: return large ? plain(mpi.Allreduce_c) : plain(mpi.Allreduce);
    case collective::reduce_scatter_block:
        return large ? plain(mpi.Reduce_scatter_block_c) : plain(mpi.Reduce_scatter_block);
    case collective::scan: return large ? plain(mpi.Scan_c) : plain(mpi.Scan);
    default: return large ? plain(mpi.Exscan_c) : plain(mpi.Exscan);
    }
}

std::optional<reduction_user> reduction_call::judge(int rank, int ranks) const
{
    std::size_t element = 0;
    if (root < 0 || root >= ranks || op == MPI_OP_NULL || !is_type(type, element) || element == 0) return {};
    reduction_user user{.rank = rank, .ranks = ranks, .from = from, .to = to, .count = 0, .how = {}};
    user.parts = {.type = type, .each = count, .counts = counts, .large_counts = large_counts, .element = element};
    user.scatters = scatters();
    user.gets_result = which != collective::reduce || rank == root;
    user.result_is_void = which == collective::exscan && rank == 0;
    if (!judge_counts(user) || !judge_buffers(user)) return {};
    auto use = use_of(op, type, element);
    if (!use) return {};
    user.how = *use;
    return user;
}

bool reduction_call::judge_counts(reduction_user& user) const
{
    if (which == collective::reduce_scatter && user.parts.alike()) return false; // no list
    if (user.parts.alike()) {
        user.count = std::size_t(count) * std::size_t(user.scatters ? user.ranks : 1);
        return count >= 0;
    }
    for (int i = 0; i < user.ranks; ++i) {
        if (user.parts.count_of(i) < 0) return false;
        user.count += std::size_t(user.parts.count_of(i));
    }
    return true;
}

bool reduction_call::judge_buffers(reduction_user& user) const
{
    auto element = user.parts.element;
    bool equal = user.gets_result && from == to && from != MPI_IN_PLACE;
    if (equal && process::here().refuses_equal_buffers(which, user.count)) return false;
    if (is_void_on(user.rank)) {
        user.to = const_cast<void*>(from);
    } else if (user.gets_result) {
        if (to == MPI_IN_PLACE) return false;
        if (from == MPI_IN_PLACE) user.from = to;
        if (!has_address(to, MPI_Count(user.result_count()), type, element)) return false;
    }
    return user.from != MPI_IN_PLACE && has_address(user.from, MPI_Count(user.count), type, element);
}

} // namespace hocket
