// SPDX-License-Identifier: BSD-3-Clause
// What alltoalls in hops take.
#pragma once
#include "algorithms/algorithm.hpp"
#include "shapes/hops.hpp"

namespace hocket::alltoall {

// The messages of a step, j times the weight far, of so many bytes on average.
struct hop_step {
    int weight;
    double messages, bytes;

    // One after the other.
    double in_turn(const problem& of) const
    {
        double time = 0;
        for (int j = 1; j <= messages; ++j) time += of.exchange(bytes, double(j) * weight);
        return time;
    }
    // All at once: the interfaces carry those that leave a node while its memory carries the others.
    double at_once(const problem& of) const { return std::max(inside(of), outside(of)); }
    double inside(const problem& of) const
    {
        double stay = std::min(of.ranks, of.per_node) - leaving(of);
        if (stay <= 0) return 0;
        return std::max(of.node.several(messages, bytes, stay * of.at_once), working(of.node));
    }
    double outside(const problem& of) const
    {
        double leave = leaving(of);
        if (leave == 0) return 0;
        double carried = of.network.several(messages, bytes, std::ceil(leave * of.at_once / of.nics));
        return std::max(carried, working(of.network));
    }
    // What may be lost of them: two at least may overlap.
    double lost(const problem& of) const { return of.lost(std::max(2.0, messages) * leaving(of), bytes); }
    // At every distance some of the messages stay in the node.
    bool near(const problem& of) const { return of.stride == 1 && of.spans_nodes && weight * messages < of.per_node; }

private:
    // A rank has sent all before it takes the first, or else waits for that.
    double working(const price& by) const
    {
        if (by.one_port) return 0;
        double all = messages * by.overhead(bytes);
        return std::max(all, by(bytes) - by.overhead(bytes)) + all;
    }
    // So many of the ranks of a node send out of it, on average over the messages.
    double leaving(const problem& of) const
    {
        double all = 0, ranks = of.ranks, node = of.per_node;
        if (!of.spans_nodes) return 0;
        for (int j = 1; j <= messages; ++j) {
            double far = double(j) * weight;
            if (of.stride == 1) all += std::min({far, ranks - far, node});
            else all += std::fmod(far, of.stride) == 0 ? 0 : node;
        }
        return all / messages;
    }
};

// Of one step after the other. On the way that those lead which are shorter than a node, a block leaves its node once.
class time_of_hops {
public:
    void add(const problem& of, const hop_step& step, bool at_once)
    {
        bool waits = !at_once && step.bytes > of.level().eager_limit, exact = of.level().one_port || waits;
        double time = exact ? step.in_turn(of) : step.at_once(of);
        add(step.near(of) && !exact ? step.inside(of) : time, time);
    }
    // What a step takes that stays in a node, and what at the most.
    void add(double inside, double time)
    {
        all_ += std::min(inside, time);
        way_out_ = std::max(way_out_, time - inside);
    }
    double all() const { return all_ + way_out_; }

private:
    double all_ = 0, way_out_ = 0;
};

// Copies: into messages from the second step on, and out of them where a block has come with others.
inline cost cost_of_hops(const problem& of, const hop_weights& by, int sends)
{
    double block = of.block(), copied = 0, count = 0, moved = 0, lost = 0;
    time_of_hops steps;
    if (of.bytes == 0) return {};
    auto scratch = of.in_scratch();
    each_hop(by, [&](int step, int j, std::int64_t n, std::int64_t runs) {
        ++count, moved += double(n) * block;
        if (step > 0) copied += double(n) * block;
        if (n > 1) copied += double(runs) * block;
        double most = by.most(step);
        if (j < most) return;
        hop_step whole{by.weight[std::size_t(step)], most, moved / most};
        steps.add(step == 0 ? of : scratch, whole, sends != 1);
        lost = std::max(lost, whole.lost(of));
        moved = 0;
    });
    double time = steps.all() + copied * of.copy_per_byte + lost;
    return {time, time, count * of.ranks};
}

} // namespace hocket::alltoall
