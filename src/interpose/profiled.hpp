// SPDX-License-Identifier: BSD-3-Clause
// Calls that are counted for a profile.
#pragma once
#include "interpose/communicator.hpp"
#include "interpose/near_devices.hpp"
#include "interpose/profiler.hpp"
#include <type_traits>

namespace hocket {

// All blocks of a list.
inline std::size_t total_of(const user_blocks& all, int ranks)
{
    std::size_t sum = 0;
    for (int i = 0; i < ranks; ++i)
        if (all.count_of(i) > 0) sum += std::size_t(all.count_of(i)) * (all.types ? all.element_of(i) : 1);
    return sum;
}

struct profiled_size {
    std::optional<std::size_t> agreed; // what MPI makes equal on all ranks
    std::size_t bytes;                 // as this rank has it: of the mean block, where blocks differ
};

inline profiled_size profiled_size_of(const barrier_call&, int, int)
{
    return {0, 0};
}

// What is wrong with a call is the library's to say: it counts as no bytes.
template <class Call> profiled_size profiled_size_of(const Call& call, int rank, int ranks)
{
    std::size_t element = 0;
    auto one = call.size(rank);
    if (one.count >= 0) {
        auto n = is_type(one.type, element) ? std::size_t(one.count) * element : 0;
        return {n, n};
    }
    if constexpr (std::is_same_v<Call, rooted_call>) {
        auto& own = call.own;
        bool has = own.count > 0 && own.at != MPI_IN_PLACE && is_type(own.type, element);
        return {{}, has ? std::size_t(own.count) * element : 0};
    } else if constexpr (std::is_same_v<Call, allgather_call>) {
        auto n = is_type(call.all.type, element) ? total_of(call.all, ranks) * element : 0;
        return {n, n};
    } else if constexpr (std::is_same_v<Call, alltoall_call>) {
        auto& side = call.out.at == MPI_IN_PLACE ? call.in : call.out;
        if (!side.types && !is_type(side.type, element)) return {{}, 0};
        return {{}, total_of(side, ranks) * (side.types ? 1 : element) / std::size_t(ranks)};
    } else if constexpr (std::is_same_v<Call, reduction_call>) {
        user_blocks all;
        all.counts = call.counts, all.large_counts = call.large_counts;
        auto n = all.alike() ? 0 : total_of(all, ranks);
        n = is_type(call.type, element) ? n * element : 0;
        return {n, n};
    } else {
        return {{}, 0}; // a rank's neighbors are its own
    }
}

// Of a call that does not wait the time until it returns.
template <class Call> [[gnu::noinline]] int run_profiled(communicator& on, const Call& call)
{
    auto form = !call.later             ? call_form::blocking
                : call.later.persistent ? call_form::persistent
                                        : call_form::nonblocking;
    auto n = profiled_size_of(call, on.rank(), on.size());
    auto& record = on.profile()->of(int(call.which), form, n.agreed);
    auto before = on.counts().own_of(call.which);
    interval when{steady_ns(), 0};
    int code = run_where_it_lies(on, call);
    when.end = steady_ns();
    record.add(when, n.bytes, on.counts().own_of(call.which) != before ? on.prepared() : nullptr);
    return code;
}

} // namespace hocket
