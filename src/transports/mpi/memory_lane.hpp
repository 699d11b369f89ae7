// SPDX-License-Identifier: BSD-3-Clause
// A way through memory that the ranks of a node share, for operations that go on by themselves: for one at a time, all
// in the same order on all ranks.
#pragma once
#include "transports/mpi/mpi_port.hpp"
#include "transports/mpi/node_memory.hpp"

namespace hocket {

class memory_lane {
public:
    memory_lane() = default;
    explicit memory_lane(std::shared_ptr<neighbours> links) : links_(std::move(links)) {}
    memory_lane(const memory_lane&) = delete; // its links know where it is
    memory_lane& operator=(const memory_lane&) = delete;
    // Once all ranks have theirs; as node_memory::links().
    static std::shared_ptr<memory_lane> over(node_memory& memory, std::optional<std::size_t> read_from)
    {
        auto made = std::make_shared<memory_lane>();
        made->is_crowded_ = memory.is_crowded();
        made->links_ =
            memory.links(read_from, [&user = made->user_](std::size_t n) { return user->scratch(n).data(); });
        return made;
    }

    // Who has it next, when the one before is through with it.
    void serve(mpi_port& user)
    {
        user_ = &user;
        if (links_) links_->begin(nullptr);
    }
    // Keeps the lane. Null on a rank that is alone on its node.
    static std::shared_ptr<neighbours> links_of(const std::shared_ptr<memory_lane>& lane)
    {
        return lane->links_ ? std::shared_ptr<neighbours>(lane, lane->links_.get()) : nullptr;
    }
    // The ranks outnumber the processors.
    bool is_crowded() const { return is_crowded_; }
    heard_of heard() const { return links_ ? links_->heard() : heard_of{}; }

private:
    mpi_port* user_ = nullptr;
    bool is_crowded_ = false;
    std::shared_ptr<neighbours> links_;
};

} // namespace hocket
