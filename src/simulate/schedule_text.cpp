// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/schedule.hpp"
#include <fmt/format.h>
#include <span>

namespace hocket {
namespace {

std::string shown(const spot& at)
{
    static constexpr const char* names[] = {"data", "scratch", "ledger"};
    return fmt::format("{}+{}", names[at.in], at.offset);
}

// Of a message: one spot, or several with the bytes that lie there.
std::string shown(const scheduled& op, const spot& whole)
{
    if (op.pieces.empty()) return shown(whole);
    std::string text;
    for (auto& p : op.pieces) text += fmt::format("{}{}:{}", text.empty() ? "" : " ", shown(p.at), p.count);
    return text;
}

// Of a reduction whose result does not go where an operand lies.
std::string other(const scheduled& op)
{
    return op.has_with ? " with " + shown(op.with) : "";
}

std::string shown(const scheduled& op)
{
    auto where = op.context ? fmt::format(" context {}", op.context) : "";
    switch (op.what) {
    case verb::send: return fmt::format("send {} to {}{} from {}", op.count, op.peer, where, shown(op, op.from));
    case verb::recv: return fmt::format("recv {} from {}{} into {}", op.count, op.peer, where, shown(op, op.into));
    case verb::recv_reduce:
        return fmt::format("recv-reduce {} from {}{} into {}{}", op.count, op.peer, where, shown(op.into), other(op));
    case verb::reduce:
        return fmt::format("reduce {} into {} from {}{}", op.count, shown(op.into), shown(op.from), other(op));
    default: return fmt::format("copy {} into {} from {}", op.count, shown(op.into), shown(op.from));
    }
}

std::string head_of(const schedule& s, std::size_t rank)
{
    auto& r = s.ranks[rank];
    auto text = fmt::format("\nrank {}", rank);
    auto each = s.blocks.size() / s.ranks.size();
    if (each > 0) text += fmt::format(" block {}", fmt::join(std::span(s.blocks).subspan(rank * each, each), ","));
    text += fmt::format(" scratch {}", r.scratch);
    if (r.ledger > 0) text += fmt::format(" ledger {}", r.ledger);
    return text + '\n';
}

} // namespace

std::string text_of(const schedule& s)
{
    auto text = fmt::format("# hocket schedule 1\n# {} {}\nranks {} layout {} root {} bytes {}\n", s.collective,
                            s.algorithm, s.ranks.size(), s.layout, s.root, s.bytes);
    for (std::size_t r = 0; r < s.ranks.size(); ++r) {
        text += head_of(s, r);
        int line = 0;
        for (auto& op : s.ranks[r].operations) {
            text += fmt::format("{}: {}", line++, shown(op));
            for (std::size_t i = 0; i < op.after.size(); ++i)
                text += (i ? "," : " after ") + std::to_string(op.after[i]);
            text += '\n';
        }
    }
    return text;
}

} // namespace hocket
