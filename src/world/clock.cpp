// SPDX-License-Identifier: BSD-3-Clause
#include "world/clock.hpp"
#include <algorithm>

namespace hocket {
namespace {

traffic most(const std::vector<traffic>& by_rank)
{
    traffic top;
    for (auto& t : by_rank) {
        top.messages = std::max(top.messages, t.messages);
        top.bytes = std::max(top.bytes, t.bytes);
    }
    return top;
}

} // namespace

clock_order::clock_order(const layout& where, price node, price network) : prices_{node, network}
{
    for (int r = 0; r < where.ranks(); ++r) node_.push_back(where.node_of(r));
}

void clock_order::begin(int ranks)
{
    auto p = std::size_t(ranks);
    ports_.assign(p, {});
    sent_.assign(p, {});
    received_.assign(p, {});
    total_ = {};
    events_ = {};
    due_.clear();
    met_.clear();
    waiting_.clear();
    posted_ = sequence_ = 0;
    now_ = 0;
}

void clock_order::posted(request& r)
{
    if (r.what == verb::send) r.slot = posted_++;
}

void clock_order::matched(request& first)
{
    auto& send = first.what == verb::send || first.what == verb::native_bcast ? first : *first.next;
    met_.push_back(&send);
}

void clock_order::grant()
{
    std::ranges::sort(met_, {}, [](auto* send) { return send->slot; });
    waiting_.insert(waiting_.end(), met_.begin(), met_.end());
    met_.clear();
    std::vector<request*> left;
    for (auto* send : waiting_) {
        auto end = send->what == verb::send ? start(*send, *send->next) : std::optional{now_};
        if (end) events_.push({*end, sequence_++, send});
        else left.push_back(send);
    }
    waiting_ = std::move(left);
}

std::optional<double> clock_order::start(const request& send, const request& recv)
{
    auto from = std::size_t(send.owner), to = std::size_t(recv.owner), on = std::size_t(node_[from] != node_[to]);
    auto& sender = ports_[from][on].sends_until;
    auto& receiver = ports_[to][on].receives_until;
    if (sender > now_ || receiver > now_) return std::nullopt;
    auto n = std::int64_t(send.count);
    sent_[from].add(n);
    received_[to].add(n);
    total_[on].add(n);
    return sender = receiver = now_ + prices_[on](double(send.count));
}

request* clock_order::next()
{
    if (due_.empty()) {
        bool moment_over = events_.empty() || events_.top().at > now_;
        if (moment_over) grant();
        if (events_.empty()) return nullptr;
        auto e = events_.top();
        events_.pop();
        now_ = e.at;
        for_each_part(*e.first, [&](request& part) { due_.push_back(&part); });
    }
    auto* r = due_.front();
    due_.pop_front();
    return r;
}

counts clock_order::counted() const
{
    return {now_, total_, most(sent_), most(received_)};
}

} // namespace hocket
