// SPDX-License-Identifier: BSD-3-Clause
// What an algorithm is written against: a numbered set of ranks and the verbs between them.
#pragma once
#include "net/op.hpp"
#include "net/transport.hpp"
#include <cassert>

namespace hocket {

class round;

// A rank's part of what another one deals: so many bytes lie before it of so many that all others get.
struct share {
    std::size_t before, whole;
};

// Who the members of a net are, where they are not simply all ranks of the communicator.
class membership {
public:
    virtual ~membership() = default;
    virtual int rank_of(int member) const = 0; // rank in the communicator
    // One rank of each node: its first, but rank 0 of the net on its own.
    virtual bool leads_nodes() const { return false; }
    // All ranks that share a node with this one.
    virtual bool is_whole_node() const { return false; }
};

// A small value: copy it freely. Rank 0 of a rooted net is the root, so that no algorithm knows of other roots.
class net {
public:
    // All ranks of a communicator.
    net(transport& port, int rank, int size) noexcept : port_(&port), rank_(rank), size_(size) {}

    int rank() const noexcept { return wrap(rank_ + size_ - origin_); }
    int size() const noexcept { return size_; }
    int next(int by = 1) const noexcept { return wrap(rank() + within(by)); }
    int prev(int by = 1) const noexcept { return wrap(rank() + size_ - within(by)); }

    // The same ranks counted from `root` (a rank of this net as it stands).
    net rooted(int root) const noexcept
    {
        auto copy = *this;
        copy.origin_ = wrap(origin_ + root);
        return copy;
    }
    // Where rank 0 sits in the unrotated numbering, and that numbering.
    int origin() const noexcept { return origin_; }
    net unrooted() const noexcept
    {
        auto copy = *this;
        copy.origin_ = 0;
        return copy;
    }
    // A net of its own over some ranks of the communicator; `who` outlives it. `lane` in 1..7 tells apart the
    // nets that one net begets, so that their messages never mix.
    net among(const membership& who, int rank, int size, int lane) const noexcept
    {
        auto sub = *this;
        sub.who_ = &who;
        sub.rank_ = rank;
        sub.size_ = size;
        sub.origin_ = 0;
        assert(context_ < most_contexts / 8);
        sub.context_ = context_ * 8 + lane;
        return sub;
    }
    // The same ranks, whose messages there never mix with those here; `lane` as in among().
    net apart(int lane) const noexcept
    {
        auto copy = *this;
        assert(context_ < most_contexts / 8);
        copy.context_ = context_ * 8 + lane;
        return copy;
    }
    int context() const noexcept { return context_; }
    transport& port() const noexcept { return *port_; }

    op send(int to, cbytes data) const { return {*port_, sending(to, data)}; }
    op recv(int from, bytes data) const { return {*port_, receiving(from, data)}; }
    // One message of what lies in several pieces, in their order; the list lives until it has ended.
    op send(int to, std::span<const bytes> pieces) const { return {*port_, sending(to, pieces)}; }
    op recv(int from, std::span<const bytes> pieces) const { return {*port_, receiving(from, pieces)}; }
    // Receives and combines with what is there: acc = received o acc, or acc o received where it comes from higher
    // ranks.
    op recv_reduce(int from, bytes acc, const reduction& how) const
    {
        return {*port_, receiving_reduce(from, acc, acc, how, from > rank())};
    }
    // The same with an operand that stays: into = received o with, or with o received.
    op recv_reduce(int from, bytes into, cbytes with, const reduction& how) const
    {
        return {*port_, receiving_reduce(from, into, with, how, from > rank())};
    }
    // Where it is not wanted nothing happens, and no coroutine is needed to decide that.
    op copy(bytes to, cbytes from, bool wanted = true) const { return {*port_, copying(to, from), wanted}; }
    static request copying(bytes to, cbytes from)
    {
        return {.what = verb::copy, .into = to.data(), .from = from.data(), .count = from.size()};
    }
    op reduce(bytes acc, cbytes in, const reduction& how, bool in_is_higher = false) const
    {
        return {*port_,
                {.what = verb::reduce,
                 .in_is_higher = in_is_higher,
                 .into = acc.data(),
                 .from = in.data(),
                 .count = in.size(),
                 .how = &how}};
    }
    // out = low o high; out may be exactly one of them.
    op combine(bytes out, cbytes low, cbytes high, const reduction& how) const
    {
        return {*port_, combining(out, low, high, how)};
    }
    static request combining(bytes out, cbytes low, cbytes high, const reduction& how)
    {
        auto r = request{.what = verb::reduce, .in_is_higher = true, .into = out.data(), .from = high.data()};
        r.with = low.data();
        r.count = out.size();
        r.how = &how;
        return r;
    }
    // The same bytes to all others, each of whom hears them; one message where the transport can do that.
    round tell(cbytes data) const;
    op hear(int from, bytes data) const { return {*port_, hearing(from, data)}; }
    request hearing(int from, bytes data) const
    {
        auto r = receiving(from, data);
        r.told = tells_all(r.count);
        return r;
    }
    // into = with o received, or received o with where that is the lower one.
    request hearing_reduce(int from, bytes into, cbytes with, const reduction& how, bool in_is_higher) const
    {
        auto r = receiving_reduce(from, into, with, how, in_is_higher);
        r.told = tells_all(r.count);
        return r;
    }
    // Can it tell them so many bytes by one message? This one, then.
    bool tells_all(std::size_t n) const
    {
        return who_ ? who_->is_whole_node() && port_->tells_all(n, true) : port_->tells_all(n, false);
    }
    request telling(cbytes data) const
    {
        auto r = sending(rank(), data);
        r.told = true;
        return r;
    }
    // To each other rank a part of its own: one message of which each of them hears its part, where the transport can
    // do that. All know how long all parts are. `parts` is by rank, has nothing for this one, and lives until it ended.
    round deal(std::span<const bytes> parts) const;
    op hear(int from, bytes data, share of) const { return {*port_, hearing(from, data, of)}; }
    // Is the deal one message of which this is a part?
    bool deals(share of) const { return tells_all(of.whole); }
    // A deal whose parts only the two of a pair know the lengths of: the first of them lists, as list_entry, rank by
    // rank, where each one's part ends in the message. It has to be one message.
    request hearing_listed(int from, bytes into) const { return listed(receiving(from, into)); }
    request hearing_listed(int from, std::span<const bytes> into) const { return listed(receiving(from, into)); }
    request hearing(int from, bytes into, share of) const { return heard(receiving(from, into), of); }
    request hearing(int from, std::span<const bytes> into, share of) const { return heard(receiving(from, into), of); }
    // Can rank 0 reach all others by one message over the network?
    bool casts(std::size_t n) const
    {
        return (!who_ || who_->leads_nodes()) && port_->casts(n, size_, who_ != nullptr);
    }
    // Can each of these ranks, the net rooted there? So many bytes at most.
    bool each_casts(std::size_t n) const { return !who_ && port_->casts(n, size_, false); }
    // Do n bytes to or from that rank go as fast in many short pieces as in one?
    bool takes_pieces(int rank, std::size_t n) const { return port_->takes_pieces(world(rank), n); }
    // It does, where it can; all others receive it.
    op multicast(bytes data) const
    {
        auto r = rank() == 0 ? sending(0, data) : receiving(0, data);
        r.cast = true;
        return {*port_, r};
    }
    // The library's own broadcast from rank 0, over exactly the members of this net.
    op native_bcast(bytes data) const
    {
        return {*port_,
                {.what = verb::native_bcast,
                 .peer = world(0),
                 .members = size_,
                 .context = context_,
                 .into = data.data(),
                 .from = data.data(),
                 .count = data.size()}};
    }
    // Several at once: fill, then `co_await step;`.
    round together(int at_most) const;
    request sending(int to, cbytes data) const
    {
        return {.what = verb::send, .peer = world(to), .context = context_, .from = data.data(), .count = data.size()};
    }
    request receiving(int from, bytes data) const
    {
        return {
            .what = verb::recv, .peer = world(from), .context = context_, .into = data.data(), .count = data.size()};
    }

    // Where rank order does not say which operand is the higher one.
    request receiving_reduce(int from, bytes into, cbytes with, const reduction& how, bool in_is_higher) const
    {
        auto r = receiving(from, into);
        r.what = verb::recv_reduce;
        r.how = &how;
        r.with = with.data();
        r.in_is_higher = in_is_higher;
        return r;
    }

    request sending(int to, std::span<const bytes> pieces) const { return in_pieces(verb::send, to, pieces); }
    request receiving(int from, std::span<const bytes> pieces) const { return in_pieces(verb::recv, from, pieces); }

    // Ends the operation with an error: a rank of this net has `announced` bytes where the root expects others.
    void disagree(int rank, std::size_t announced, std::size_t expected) const
    {
        port_->disagree({world(rank), announced, expected});
    }

    // Memory that lives as long as the operation, not cleared.
    bytes scratch(std::size_t n) const { return port_->scratch(n); }
    // The same for what the algorithm reads and writes itself.
    template <class T> std::span<T> ledger(int n) const
    {
        return {reinterpret_cast<T*>(port_->ledger(std::size_t(n) * sizeof(T)).data()), std::size_t(n)};
    }

private:
    request heard(request r, share of) const
    {
        assert(of.before + r.count <= of.whole);
        r.told = deals(of);
        if (r.told) r.before = of.before, r.after = of.whole - of.before - r.count;
        return r;
    }
    request listed(request r) const
    {
        r.told = r.listed = true;
        r.before = std::size_t(rank()) * sizeof(list_entry);
        r.after = std::size_t(size_ - rank() - 1) * sizeof(list_entry);
        return r;
    }
    request in_pieces(verb what, int peer, std::span<const bytes> pieces) const
    {
        request r{.what = what, .peer = world(peer), .context = context_};
        r.pieces = pieces.data();
        r.piece_count = int(pieces.size());
        for (auto& p : pieces) r.count += p.size();
        return r;
    }
    static constexpr int most_contexts = 32768; // what MPI promises for tags
    int within(int by) const noexcept
    {
        assert(by >= 0);
        return by < size_ ? by : by % size_; // most need no division
    }
    int wrap(int r) const noexcept { return r >= size_ ? r - size_ : r; }
    int world(int r) const
    {
        r = wrap(r + origin_);
        return who_ ? who_->rank_of(r) : r;
    }

    transport* port_;
    const membership* who_ = nullptr;
    int rank_, size_, origin_ = 0, context_ = 0;
};

} // namespace hocket

#include "net/round.hpp"
