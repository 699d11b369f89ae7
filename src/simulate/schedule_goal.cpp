// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/schedule.hpp"
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>

namespace hocket {
namespace {

// GOAL matches by (source, tag) and may start operations that depend on nothing in any order, so every message
// between two ranks gets a tag of its own: tag = n * contexts + c for the n-th message of the c-th context.
class tags {
public:
    explicit tags(const schedule& s)
    {
        for (auto& r : s.ranks)
            for (auto& op : r.operations)
                if (op.is_message()) contexts_.try_emplace(op.context, 0);
        int next = 0;
        for (auto& [context, number] : contexts_) number = next++;
    }
    std::size_t next(const scheduled& op)
    {
        auto n = used_[{op.is_send(), op.peer, op.context}]++;
        return n * contexts_.size() + std::size_t(contexts_.at(op.context));
    }
    void another_rank() { used_.clear(); }

private:
    std::map<int, int> contexts_;
    std::map<std::array<int, 3>, std::size_t> used_;
};

// LogGOPSim charges size - 1 bytes, unsigned: an empty message would take for ever, so it goes as one byte.
std::string shown(const scheduled& op, tags& number)
{
    auto size = std::max<std::size_t>(op.count, 1);
    if (!op.is_message()) return fmt::format("calc {}", op.count);
    return fmt::format("{} {}b {} {} tag {}", op.is_send() ? "send" : "recv", size, op.is_send() ? "to" : "from",
                       op.peer, number.next(op));
}

} // namespace

std::string goal_of(const schedule& s)
{
    auto text = fmt::format("// {} {}, {} ranks, layout {}, root {}, {} bytes\nnum_ranks {}\n", s.collective,
                            s.algorithm, s.ranks.size(), s.layout, s.root, s.bytes, s.ranks.size());
    tags number(s);
    for (std::size_t r = 0; r < s.ranks.size(); ++r) {
        text += fmt::format("\nrank {} {{\n", r);
        number.another_rank();
        int label = 0;
        for (auto& op : s.ranks[r].operations) {
            text += fmt::format("l{}: {}\n", ++label, shown(op, number));
            if (op.what == verb::recv_reduce) {
                // The label of the whole is that of its calculation, on which others depend.
                text += fmt::format("l{}c: calc {}\nl{}c requires l{}\n", label, op.count, label, label);
            }
            for (int i : op.after) {
                bool reduces = s.ranks[r].operations[std::size_t(i)].what == verb::recv_reduce;
                text += fmt::format("l{} requires l{}{}\n", label, i + 1, reduces ? "c" : "");
            }
        }
        text += "}\n";
    }
    return text;
}

} // namespace hocket
