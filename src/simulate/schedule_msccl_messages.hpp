// SPDX-License-Identifier: BSD-3-Clause
// A step of MSCCL moves what lies in one piece on both sides: a message of several pieces is several steps.
#pragma once
#include "simulate/schedule_msccl_memory.hpp"
#include <set>

namespace hocket {

class msccl_messages {
public:
    explicit msccl_messages(const schedule& s);

    // Operations of all ranks in the order of the schedule, each once.
    std::vector<msccl_part> parts(std::size_t rank, const scheduled& op);
    void again() { seen_.clear(); }

private:
    using channel = std::tuple<int, std::size_t, std::size_t>; // context, sender, receiver
    using key = std::tuple<channel, bool, std::size_t>; // whether it is the sender's half, number in the channel
    using cuts = std::set<std::size_t>; // bytes from the beginning of a message, where a piece ends on either side

    std::pair<channel, std::size_t> next(std::size_t rank, const scheduled& op);
    static std::vector<msccl_part> whole(const scheduled& op);

    std::map<std::pair<channel, std::size_t>, cuts> cuts_;
    std::map<std::pair<channel, bool>, std::size_t> seen_;
};

} // namespace hocket
