// SPDX-License-Identifier: BSD-3-Clause
// A collective in nodes and between them, as a chain of others: each reads what the one before it has left.
#pragma once
#include "bench/calls.hpp"
#include "bench/levels.hpp"
#include <array>
#include <string>
#include <variant>

namespace hocket::bench {

enum class among { nodes, first_node, leaders, lanes, root };

// So many times the elements of one block, or of the whole: nodes and places of a node, to these powers.
struct amount {
    int nodes = 0, places = 0;
};

// Which of the blocks that are there comes to place k.
using rearrangement = int (*)(const levels&, int k);

// A call by some ranks, or blocks that these bring into another order.
struct step {
    among who;
    amount of; // a block of the call; or how many blocks
    std::variant<call, rearrangement> act;
};

std::string name_of(const std::vector<step>& steps); // Scatter in the node + Bcast in lanes

class chain {
public:
    chain(const std::vector<step>& steps, const levels& by) : steps_(steps), by_(by) {}

    void settle(int count, MPI_Datatype type); // for calls of this size
    void run(const void* from, void* to);

private:
    enum place : signed char { first_spare, second_spare, source, target };
    struct link {
        call what;
        MPI_Comm on; // null: blocks come into another order
        int count;
        std::vector<int> order;
        std::size_t room; // bytes that it leaves
        place from = source, to = target;
    };
    void add(const step& one);
    void place_data();
    MPI_Comm comm_of(among who) const; // null: this rank takes no part
    int times(int count, amount of) const;
    void reorder(const link& by, const void* from, void* to) const;

    const std::vector<step>& steps_;
    const levels& by_;
    std::vector<link> links_;
    // Of all chains: one runs at a time, and many communicators have one each until the job ends.
    static inline std::array<std::vector<unsigned char>, 2> spare_;
    MPI_Datatype type_ = MPI_BYTE;
    int count_ = 0, size_ = 1; // of a block or the whole, and bytes of an element
};

} // namespace hocket::bench
