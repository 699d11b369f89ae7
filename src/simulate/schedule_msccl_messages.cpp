// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/schedule_msccl_messages.hpp"

namespace hocket {

msccl_messages::msccl_messages(const schedule& s)
{
    for (std::size_t r = 0; r < s.ranks.size(); ++r)
        for (auto& op : s.ranks[r].operations) {
            if (!op.is_message()) continue;
            auto& ends = cuts_[next(r, op)];
            std::size_t end = 0;
            for (auto& part : whole(op)) ends.insert(end += part.count);
        }
    again();
}

std::pair<msccl_messages::channel, std::size_t> msccl_messages::next(std::size_t rank, const scheduled& op)
{
    auto peer = std::size_t(op.peer);
    channel in = op.is_send() ? channel{op.context, rank, peer} : channel{op.context, peer, rank};
    return {in, seen_[{in, op.is_send()}]++};
}

std::vector<msccl_part> msccl_messages::whole(const scheduled& op)
{
    if (op.pieces.empty()) return {{op.is_send() ? op.from : op.into, op.count}};
    std::vector<msccl_part> all;
    for (auto& p : op.pieces) all.push_back({p.at, p.count});
    return all;
}

std::vector<msccl_part> msccl_messages::parts(std::size_t rank, const scheduled& op)
{
    auto& ends = cuts_.at(next(rank, op));
    std::vector<msccl_part> found;
    std::size_t at = 0;
    for (auto& part : whole(op)) {
        for (std::size_t done = 0; done < part.count;) {
            auto size = std::min(*ends.upper_bound(at), at + part.count - done) - at;
            found.push_back({{part.at.in, part.at.offset + done}, size});
            at += size, done += size;
        }
    }
    return found;
}

} // namespace hocket
