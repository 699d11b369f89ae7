// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/schedule.hpp"
#include <fmt/format.h>

namespace hocket {
namespace {

std::string shown(const spot& at)
{
    return fmt::format("{}+{}", at.scratch ? "scratch" : "data", at.offset);
}

std::string shown(const scheduled& op)
{
    auto where = op.context ? fmt::format(" context {}", op.context) : "";
    switch (op.what) {
    case verb::send: return fmt::format("send {} to {}{} from {}", op.count, op.peer, where, shown(op.from));
    case verb::recv: return fmt::format("recv {} from {}{} into {}", op.count, op.peer, where, shown(op.into));
    case verb::recv_reduce:
        return fmt::format("recv-reduce {} from {}{} into {}", op.count, op.peer, where, shown(op.into));
    case verb::reduce: return fmt::format("reduce {} into {} from {}", op.count, shown(op.into), shown(op.from));
    default: return fmt::format("copy {} into {} from {}", op.count, shown(op.into), shown(op.from));
    }
}

} // namespace

std::string text_of(const schedule& s)
{
    auto text = fmt::format("# hocket schedule 1\n# {} {}\nranks {} layout {} root {} bytes {}\n", s.collective,
                            s.algorithm, s.ranks.size(), s.layout, s.root, s.bytes);
    for (std::size_t r = 0; r < s.ranks.size(); ++r) {
        text += fmt::format("\nrank {} scratch {}\n", r, s.ranks[r].scratch);
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
