// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "async/frame_pool.hpp"
#include "net/net.hpp"
#include <cassert>

namespace hocket {

// Operations that may overlap: each is posted as it is added, and one await ends them all. Used once. Eight have
// room in the frame; more come from the frame pool.
class [[nodiscard]] round {
public:
    round(const net& on, int at_most)
        : on_(on), room_(at_most),
          ops_(at_most <= inline_ops ? here_ : static_cast<request*>(frame_pool::take(bytes_for(at_most))))
    {
    }
    // fill(round&) posts what is known at once.
    template <class Fill> round(const net& on, int at_most, Fill fill) : round(on, at_most) { fill(*this); }
    // Tells all others, in one message or in one to each.
    round(const net& on, cbytes data, bool at_once) : round(on, at_once ? 1 : on.size() - 1)
    {
        tell(on.sending(on.rank(), data), at_once, [=](int) { return data; });
    }
    // The same for a part of its own to each.
    round(const net& on, std::span<const bytes> parts, bool at_once) : round(on, at_once ? 1 : on.size() - 1)
    {
        tell(on.sending(on.rank(), parts), at_once, [=](int to) { return cbytes(parts[std::size_t(to)]); });
    }
    round(const round&) = delete;
    round& operator=(const round&) = delete;
    ~round()
    {
        for (int i = 0; i < used_; ++i)
            if (ops_[i].in_flight()) on_.port().cancel(ops_[i]);
        if (ops_ != here_) frame_pool::give(ops_, bytes_for(room_));
    }

    round& send(int to, cbytes data) { return add(on_.sending(to, data)); }
    round& recv(int from, bytes data) { return add(on_.receiving(from, data)); }
    round& send(int to, std::span<const bytes> pieces) { return add(on_.sending(to, pieces)); }
    round& recv(int from, std::span<const bytes> pieces) { return add(on_.receiving(from, pieces)); }
    round& recv_reduce(int from, bytes into, cbytes with, const reduction& how)
    {
        return add(on_.receiving_reduce(from, into, with, how, from > on_.rank()));
    }
    round& add(const request& r)
    {
        assert(used_ < room_);
        auto& mine = *new (&ops_[used_++]) request(r);
        mine.done = &done_;
        ++done_.pending;
        if (on_.port().post(mine)) {
            mine.done = nullptr;
            --done_.pending;
        }
        return *this;
    }

    // So many have been posted.
    int count() const noexcept { return used_; }

    bool await_ready() const noexcept { return done_.done(); }
    void await_suspend(std::coroutine_handle<> h) noexcept { done_.who = h; }
    void await_resume() noexcept {}

private:
    static constexpr int inline_ops = 8;
    template <class PartOf> void tell(request all, bool at_once, PartOf part_of)
    {
        all.told = true;
        if (at_once) add(all);
        for (int ahead = 1; ahead < on_.size() && !at_once; ++ahead) send(on_.next(ahead), part_of(on_.next(ahead)));
    }
    static std::size_t bytes_for(int n) { return std::size_t(n) * sizeof(request); }

    net on_;
    int room_, used_ = 0;
    union {
        request here_[inline_ops]; // room, not yet requests
    };
    request* ops_;
    completion done_{0};
};

inline round net::together(int at_most) const
{
    return {*this, at_most};
}

inline round net::tell(cbytes data) const
{
    return {*this, data, tells_all(data.size())};
}

inline round net::deal(std::span<const bytes> parts) const
{
    std::size_t whole = 0;
    for (auto& p : parts) whole += p.size();
    return {*this, parts, tells_all(whole)};
}

} // namespace hocket
