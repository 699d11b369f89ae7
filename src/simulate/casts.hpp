// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "net/request.hpp"
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace hocket {

// A message that the network copies to all nodes, at one of those who take part in it.
struct cast_leg {
    enum stage : std::uint8_t { leaves, enters, arrives, is_here, is_told };
    request* posted = nullptr; // its rank has come to it, and waits
    stage next = leaves;       // what its event does
    bool has = false;
    bool asks = false;         // the one above for what it lacks, once that one has it
    int unheard = 0;           // of those below who have not told that they have it
    double repair = 0;         // microseconds
    std::int32_t traced = -1;
};

// Positions count nodes from the sender's on. As a tree: the parent of i is (i - 1) / radix.
struct cast_flight {
    int sender = -1, context = 0;
    std::uint32_t number = 0; // of the sender's
    std::size_t count = 0;    // bytes
    double sent_at = 0, takes = 0; // takes: from its first byte's departure to its last's
    int open = 0; // legs that are not over, or have yet to tell
    std::vector<cast_leg> legs;
};

// All of them that are under way. Who comes first, the sender or a receiver, opens one; numbers in the order of posting
// say which belong together.
class cast_book {
public:
    cast_flight& operator[](std::uint32_t i) { return all_[i]; }
    std::uint32_t of_sender(int context, int sender, int nodes)
    {
        return find({context, sender, told_[{context, sender}]++}, nodes);
    }
    std::uint32_t of_receiver(int context, int sender, int rank, int nodes)
    {
        auto& by_rank = heard_[{context, sender}];
        if (by_rank.size() <= std::size_t(rank)) by_rank.resize(std::size_t(rank) + 1);
        return find({context, sender, by_rank[std::size_t(rank)]++}, nodes);
    }
    void release(std::uint32_t i)
    {
        auto& one = all_[i];
        open_.erase({one.context, one.sender, one.number});
        free_.push_back(i);
    }
    void clear() { *this = {}; }

private:
    using key = std::tuple<int, int, std::uint32_t>; // context, sender, number
    std::uint32_t find(const key& of, int nodes);

    std::vector<cast_flight> all_;
    std::vector<std::uint32_t> free_;
    std::map<key, std::uint32_t> open_;
    std::map<std::pair<int, int>, std::uint32_t> told_;
    std::map<std::pair<int, int>, std::vector<std::uint32_t>> heard_; // of these, by rank
};

} // namespace hocket
