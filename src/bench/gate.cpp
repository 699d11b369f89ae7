// SPDX-License-Identifier: BSD-3-Clause
#include "bench/gate.hpp"
#include "bench/clock.hpp"
#include <atomic>
#include <sched.h>

namespace hocket::bench {
namespace {

constexpr MPI_Aint room = 128; // bytes of a rank: no two share a line, or a pair of lines that come together
// A message of before the gate may still need this rank, but a look at MPI may send it to sleep, for longer than what
// is to be measured: only after so many seconds.
constexpr double in_vain = 2e-3;
constexpr int nobodys_tag = 32767;

} // namespace

gate::gate(MPI_Comm all) : all_(all)
{
    MPI_Comm node;
    int here = 0, ranks = 0;
    MPI_Comm_split_type(all, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_set_errhandler(node, MPI_ERRORS_RETURN);
    MPI_Comm_size(node, &here);
    MPI_Comm_size(all, &ranks);
    int mine = here == ranks && share(node, ranks), everywhere = 0;
    MPI_Comm_free(&node);
    MPI_Allreduce(&mine, &everywhere, 1, MPI_INT, MPI_MIN, all_);
    works_ = everywhere;
}

gate::~gate()
{
    if (memory_ != MPI_WIN_NULL) MPI_Win_free(&memory_);
}

// Memory that only some have is kept: to free it takes all.
bool gate::share(MPI_Comm node, int ranks)
{
    void* mine = nullptr;
    int got = MPI_Win_allocate_shared(room, 1, MPI_INFO_NULL, node, &mine, &memory_) == MPI_SUCCESS, all_got = 0;
    MPI_Allreduce(&got, &all_got, 1, MPI_INT, MPI_MIN, node);
    if (!all_got) return memory_ = MPI_WIN_NULL, false;
    MPI_Win_set_errhandler(memory_, MPI_ERRORS_RETURN);
    int rank = 0;
    MPI_Comm_rank(node, &rank);
    for (int i = 0; i < ranks; ++i) {
        MPI_Aint size = 0;
        int unit = 0;
        void* at = nullptr;
        if (MPI_Win_shared_query(memory_, (rank + i) % ranks, &size, &unit, &at) != MPI_SUCCESS) return false;
        arrived_.push_back(static_cast<std::uint64_t*>(at));
    }
    *arrived_[0] = 0;
    return true;
}

void gate::make_progress() const
{
    int any = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, nobodys_tag, all_, &any, MPI_STATUS_IGNORE);
}

void gate::pass()
{
    std::atomic_ref(*arrived_[0]).store(++passed_, std::memory_order_release);
    double since = now();
    for (auto* of : arrived_)
        while (std::atomic_ref(*of).load(std::memory_order_acquire) < passed_) {
            if (now() - since > in_vain) make_progress();
            sched_yield();
        }
}

} // namespace hocket::bench
