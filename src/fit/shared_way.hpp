// SPDX-License-Identifier: BSD-3-Clause
// Messages between two ranks as Hocket has them inside a node: its cells, and its reads of what is lent.
#pragma once
#include "transports/shared/mapped_area.hpp"
#include "transports/shared/remote_memory.hpp"
#include "transports/shared/segment.hpp"
#include "transports/shared/shared_links.hpp"

namespace hocket::fit {

class shared_way {
public:
    static constexpr area_shape shape{.ranks = 2};
    static std::size_t memory_size() { return 2 * shape.size(); }

    // me: 0 or 1. process: of the other, 0: nothing is read and all is copied twice. Messages of more than `lend` bytes
    // are lent, and all that are too long for a cell.
    shared_way(segment memory, int me, pid_t process, std::size_t lend);

    // Until the buffer is the caller's again: what goes into a cell has then been copied there.
    void send(const std::byte* from, std::size_t n);
    void receive(std::byte* into, std::size_t n);
    // The other does the same.
    void exchange(const std::byte* from, std::byte* into, std::size_t n);

private:
    request sending(const std::byte* from, std::size_t n) const
    {
        return {.what = verb::send, .peer = other_, .from = from, .count = n};
    }
    request receiving(std::byte* into, std::size_t n) const
    {
        return {.what = verb::recv, .peer = other_, .into = into, .count = n};
    }
    void finish(std::span<request> all);

    int other_;
    segment memory_;
    remote_memory far_;
    shared_links<mapped_area> links_;
};

} // namespace hocket::fit
