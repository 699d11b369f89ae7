// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "levels/exchanged_sizes.hpp"
#include "levels/message_sizes.hpp"
#include <algorithm>

namespace hocket {

// What passes a lane's head in an alltoall: how many bytes the ranks of each group of its node have for those of its
// lane on each node. Where blocks differ the heads of a node tell one another, an entry for each pair of ranks.
class lane_sizes {
public:
    lane_sizes(net on, const exchanged_sizes& sizes)
        : on_(on), sizes_(sizes), at_(sizes.at()), nodes_(at_.where().nodes())
    {
    }
    task tell(net heads)
    {
        if (sizes_.each()) co_return;
        runs_ = on_.ledger<std::size_t>(at_.lanes() * nodes_);
        auto step = heads.together(2 * at_.lanes());
        auto come = on_.ledger<std::span<std::uint64_t>>(at_.lanes());
        for (int lane = 0; lane < at_.lanes(); ++lane) {
            auto told = entries_for(lane);
            auto& room = come[std::size_t(lane)];
            room = lane == at_.lane() ? told : on_.ledger<std::uint64_t>(size_of(lane) * ranks_of_lane(at_.lane()));
            if (lane == at_.lane()) continue;
            step.recv(lane, std::as_writable_bytes(room)).send(lane, std::as_writable_bytes(told));
        }
        co_await step;
        for (int lane = 0; lane < at_.lanes(); ++lane) add_up(lane, come[std::size_t(lane)]);
    }
    // Bytes from the own node's group of a lane to the own lane's group of a node.
    std::size_t of(int lane, int node) const
    {
        if (!sizes_.each()) return runs_[std::size_t(lane * nodes_ + node)];
        return *sizes_.each() * std::size_t(size_of(lane)) * std::size_t(at_.group_of(node, at_.lane()).size);
    }
    // One message for each lane of what comes from it, and one for each node of what goes there.
    message_sizes from_lanes() const
    {
        message_sizes all(on_, at_.lanes(), sizes_.message(message_order::by_lane));
        for (int lane = 0; !sizes_.each() && lane < at_.lanes(); ++lane) {
            std::size_t n = 0;
            for (int node = 0; node < nodes_; ++node) n += of(lane, node);
            all.next(n);
        }
        return all;
    }
    message_sizes to_nodes() const
    {
        message_sizes all(on_, nodes_, sizes_.message(message_order::by_node));
        for (int node = 0; !sizes_.each() && node < nodes_; ++node) {
            std::size_t n = 0;
            for (int lane = 0; lane < at_.lanes(); ++lane) n += of(lane, node);
            all.next(n);
        }
        return all;
    }

private:
    int size_of(int lane) const { return at_.group_of(at_.node(), lane).size; }
    int ranks_of_lane(int lane) const
    {
        int n = 0;
        for (int node = 0; node < nodes_; ++node) n += at_.group_of(node, lane).size;
        return n;
    }
    // In the order in which the blocks themselves lie in the message.
    std::span<std::uint64_t> entries_for(int lane) const
    {
        auto all = on_.ledger<std::uint64_t>(sizes_.members() * ranks_of_lane(lane));
        std::size_t next = 0;
        for (message_ranks at({&at_, message_order::by_lane}, lane); !at.done(); at.next())
            for (int i = 0; i < sizes_.members(); ++i) all[next++] = sizes_.out(i, at.rank());
        return all;
    }
    void add_up(int lane, std::span<const std::uint64_t> entries)
    {
        for (int node = 0; node < nodes_; ++node) {
            auto n = std::size_t(size_of(lane) * at_.group_of(node, at_.lane()).size), sum = std::size_t(0);
            for (auto one : entries.first(n)) sum += one;
            runs_[std::size_t(lane * nodes_ + node)] = sum;
            entries = entries.subspan(n);
        }
    }

    net on_;
    const exchanged_sizes& sizes_;
    const lane_groups& at_;
    int nodes_;
    std::span<std::size_t> runs_; // by lane, there by node
};

} // namespace hocket
