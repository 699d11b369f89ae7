// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/device_words.hpp"
#include "algorithms/allgather/shm.hpp"
#include "algorithms/bcast/shm.hpp"
#include "drive/blocking.hpp"
#include "interpose/together.hpp"
#include <algorithm>
#include <vector>

namespace hocket {

template <class Start> int device_words::run(Start start) const
{
    if (int code = port_->failure()) return code;
    auto wait = waits_();
    struct {
    } nothing;
    return run_blocking(*port_, nothing, [&](auto&) { return start(net(*port_, rank_, size_)); }, wait);
}

int device_words::gather(const std::uint64_t* mine, std::uint64_t* all, int n) const
{
    if (size_ == 1) return MPI_SUCCESS;
    auto each = std::size_t(n) * sizeof *all;
    if (!share_memory(each)) return gather_from_all(mine, all, n, quiet_);
    blocks whole({reinterpret_cast<std::byte*>(all), each * std::size_t(size_)}, size_);
    return run([&](net on) { return allgather::shm::run({}, on, whole); });
}

int device_words::spread(std::uint64_t& word) const
{
    if (size_ == 1) return MPI_SUCCESS;
    bytes whole{reinterpret_cast<std::byte*>(&word), sizeof word};
    if (share_memory(sizeof word)) return run([&](net on) { return bcast::shm::run({}, on, whole); });
    auto handle = MPI_REQUEST_NULL;
    return finished(mpi.Ibcast(&word, 1, MPI_UINT64_T, 0, quiet_, &handle), handle);
}

int device_words::greatest(std::uint64_t& word) const
{
    if (size_ == 1) return MPI_SUCCESS;
    auto mine = word;
    if (!share_memory(sizeof word)) return greatest_of_all(&mine, &word, 1, quiet_);
    std::vector<std::uint64_t> all(std::size_t(size_), mine);
    int code = gather(&mine, all.data(), 1);
    word = std::ranges::max(all);
    return code;
}

} // namespace hocket
