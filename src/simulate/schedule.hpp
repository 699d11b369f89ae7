// SPDX-License-Identifier: BSD-3-Clause
// A recorded schedule: what every rank does, and in which order it must, without the algorithm that said so.
#pragma once
#include "net/request.hpp"
#include <string>
#include <vector>

namespace hocket {

// Memory of an operation: the user's buffer, what the operation took as scratch, or what it writes and reads itself.
struct spot {
    enum kind { data, scratch, ledger } in = data;
    std::size_t offset = 0;
};
struct piece {
    spot at;
    std::size_t count; // bytes
};

struct scheduled {
    verb what;
    int peer; // rank of the communicator; messages only
    int context; // which net of the communicator; messages only
    std::size_t count; // bytes
    spot into, from, with; // those that the verb has; with: the operand of a reduction that stays, if it is not into
    bool has_with = false;
    std::vector<piece> pieces; // instead, of a message of several pieces
    std::vector<int> after; // earlier operations of the same rank that must have completed

    bool is_send() const { return what == verb::send; }
    bool is_message() const { return what == verb::send || what == verb::recv || what == verb::recv_reduce; }
};

struct rank_schedule {
    std::vector<scheduled> operations; // in the order of posting
    std::size_t scratch = 0, ledger = 0; // bytes; of the ledger as far as operations use it
};

// The n-th send of a (context, sender, receiver) goes to the n-th receive of the same three.
struct schedule {
    std::string collective, algorithm, layout;
    int root = 0;
    std::size_t bytes = 0; // as the collective counts them
    std::vector<rank_schedule> ranks;
    // Bytes of each rank's block, where there are blocks; in an alltoall of each block that it sends, or where they
    // differ of what it sends to each rank, one rank after the other.
    std::vector<std::size_t> blocks = {};
};

// One line an operation, for people and for comparing; docs/recorded-schedules.md has its grammar.
std::string text_of(const schedule& s);
// The GOAL language of LogGOPSim (Hoefler, Siebert, Lumsdaine 2009).
std::string goal_of(const schedule& s);

} // namespace hocket
