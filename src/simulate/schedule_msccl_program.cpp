// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/schedule_msccl_messages.hpp"
#include <algorithm>
#include <fmt/format.h>

namespace hocket {
namespace {

// The blocks of one rank. What is posted to one peer in one context goes through one block, in the order of posting:
// messages of such a channel complete in that order, too, so that a block that waits for its steps one by one is as
// free of deadlock as the schedule. Contexts are channels, because only inside of one are messages in order.
class msccl_writer {
public:
    msccl_writer(const schedule& s, std::size_t rank, msccl_memory& memory, const std::map<int, int>& channels)
        : operations_(s.ranks[rank].operations), rank_(rank), memory_(memory), channels_(channels)
    {
    }

    msccl_rank write(msccl_messages& messages)
    {
        for (auto& op : operations_) {
            auto block = block_of(op);
            wait_for(block, op.after);
            if (op.is_message()) message(block, op, messages.parts(rank_, op));
            else compute(block, op);
            last_.emplace_back(block, int(made_.blocks[block].steps.size()) - 1);
        }
        made_.scratch = memory_.scratch(rank_);
        return std::move(made_);
    }
    // In an alltoall a rank's own block lies where it belongs from the start; there it is copied.
    void copy_own(std::size_t each, std::size_t of_input)
    {
        auto at = rank_ * each;
        auto block = named({0, -1, -1});
        add(block, {"cpy", find({spot::data, at}), find({spot::data, of_input + at}), each / memory_.chunk()});
    }

private:
    using name = std::tuple<int, int, int>; // channel, peers that are sent to and heard

    std::size_t block_of(const scheduled& op)
    {
        if (!op.is_message()) return named({0, -1, -1});
        int channel = channels_.at(op.context);
        return named(op.is_send() ? name{channel, op.peer, -1} : name{channel, -1, op.peer});
    }
    std::size_t named(const name& which)
    {
        auto [found, fresh] = blocks_.try_emplace(which, made_.blocks.size());
        auto [channel, send, recv] = which;
        if (fresh) made_.blocks.push_back({send, recv, channel, {}});
        return found->second;
    }
    void message(std::size_t block, const scheduled& op, const std::vector<msccl_part>& parts)
    {
        std::size_t done = 0;
        for (auto& part : parts) {
            auto here = find(part.at);
            auto chunks = part.count / memory_.chunk();
            // The operand that stays: beside the others only where a reduction comes in one piece.
            spot with = op.has_with ? spot{op.with.in, op.with.offset + done} : part.at;
            if (op.is_send()) add(block, {"s", here, here, chunks});
            else if (op.what == verb::recv) add(block, {"r", here, here, chunks});
            else add(block, {"rrc", find(with), here, chunks});
            done += part.count;
        }
    }
    void compute(std::size_t block, const scheduled& op)
    {
        auto chunks = op.count / memory_.chunk();
        if (op.what == verb::copy) return add(block, {"cpy", find(op.from), find(op.into), chunks});
        bool from_there = op.from.in == op.into.in && op.from.offset == op.into.offset;
        auto other = from_there && op.has_with ? op.with : op.from;
        if (op.has_with && !from_there) add(block, {"cpy", find(op.with), find(op.into), chunks});
        add(block, {"re", find(other), find(op.into), chunks});
    }
    // A step names one other; further ones are named by steps that do nothing else.
    void wait_for(std::size_t block, const std::vector<int>& after)
    {
        std::vector<std::pair<std::size_t, int>> open;
        for (int i : after) {
            auto [other, step] = last_[std::size_t(i)];
            if (other == block) continue;
            auto [known, fresh] = waited_.try_emplace({block, other}, -1);
            if (known->second >= step) continue;
            known->second = step;
            open.emplace_back(other, step);
        }
        for (std::size_t i = 0; i < open.size(); ++i) {
            auto [other, step] = open[i];
            made_.blocks[other].steps[std::size_t(step)].awaited = true;
            if (i + 1 < open.size()) made_.blocks[block].steps.push_back({"nop", {}, {}, 0, int(other), step});
            else next_after_ = {int(other), step};
        }
    }
    void add(std::size_t block, msccl_step step)
    {
        std::tie(step.after_block, step.after_step) = std::exchange(next_after_, {-1, -1});
        made_.blocks[block].steps.push_back(step);
    }
    msccl_spot find(const spot& at) const { return memory_.find(rank_, at); }

    const std::vector<scheduled>& operations_;
    std::size_t rank_;
    msccl_memory& memory_;
    const std::map<int, int>& channels_;
    msccl_rank made_;
    std::map<name, std::size_t> blocks_;
    std::vector<std::pair<std::size_t, int>> last_; // block and step of each operation
    std::map<std::pair<std::size_t, std::size_t>, int> waited_; // by block and other block: the last step
    std::pair<int, int> next_after_{-1, -1};
};

std::optional<mistake> without_words(const schedule& s)
{
    for (auto& rank : s.ranks)
        for (auto& op : rank.operations) {
            if (op.count == 0) return mistake{"it has messages without bytes, which MSCCL has not"};
            if (op.what == verb::recv_reduce && !op.pieces.empty())
                return mistake{"it combines what comes into several pieces at once"};
        }
    return {};
}

void use_all(const schedule& s, msccl_messages& messages, msccl_memory& memory)
{
    for (std::size_t r = 0; r < s.ranks.size(); ++r)
        for (auto& op : s.ranks[r].operations) {
            std::size_t done = 0;
            if (!op.is_message()) {
                memory.use(r, {op.from, op.count});
                memory.use(r, {op.into, op.count});
                if (op.has_with) memory.use(r, {op.with, op.count});
                continue;
            }
            for (auto& part : messages.parts(r, op)) {
                memory.use(r, part);
                if (op.has_with) memory.use(r, {{op.with.in, op.with.offset + done}, part.count});
                done += part.count;
            }
        }
    messages.again();
}

std::map<int, int> channels_of(const schedule& s)
{
    std::map<int, int> all;
    for (auto& rank : s.ranks)
        for (auto& op : rank.operations)
            if (op.is_message()) all.try_emplace(op.context, 0);
    int next = 0;
    for (auto& [context, channel] : all) channel = next++;
    return all;
}

} // namespace

result<msccl_program> msccl_program_of(const schedule& s)
{
    auto buffers = msccl_buffers_of(s);
    if (!buffers) return buffers.error();
    if (auto reason = without_words(s)) return *reason;
    msccl_messages messages(s);
    msccl_memory memory(*buffers);
    use_all(s, messages, memory);
    if (s.collective == "alltoall") memory.use(0, {{spot::data, 0}, s.bytes});
    if (auto reason = memory.settle()) return *reason;
    auto channels = channels_of(s);
    auto chunks = [&](std::size_t n) { return n / memory.chunk(); };
    msccl_program made{buffers->collective,
                       buffers->in_place,
                       chunks(buffers->in),
                       chunks(buffers->out),
                       std::max(1, int(channels.size())),
                       {}};
    for (std::size_t r = 0; r < s.ranks.size(); ++r) {
        msccl_writer writer(s, r, memory, channels);
        if (s.collective == "alltoall") writer.copy_own(s.bytes, buffers->in);
        made.ranks.push_back(writer.write(messages));
    }
    return made;
}

} // namespace hocket
