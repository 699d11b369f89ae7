// SPDX-License-Identifier: BSD-3-Clause
// Ranks that multicast to one another in one thread, over a network that loses, doubles, delays and damages packets.
// Time is counted, and nothing else decides what comes when.
#pragma once
#include "transports/multicast/cast_member.hpp"
#include <functional>
#include <limits>
#include <memory>
#include <queue>
#include <random>

namespace hocket {

struct bad_network {
    double lost = 0, doubled = 0, delayed = 0, damaged = 0; // of 1
    cast_time blocked_from = std::numeric_limits<cast_time>::max(); // no packet comes any longer
    int unreached = -1; // the rank that never has one
    cast_time deaf_until = 0; // before that none comes
};

class cast_world {
public:
    cast_world(const layout& where, const bad_network& by, unsigned seed, const cast_measures& measures = {})
        : where_(where), by_(by), measures_(measures), dice_(seed), format_(dice_(), {dice_(), dice_()})
    {
        gone_.resize(std::size_t(where_.ranks()));
        for (int rank = 0; rank < where_.ranks(); ++rank) {
            lines_.push_back(std::make_unique<line>(*this, rank));
            ranks_.push_back(
                std::make_unique<cast_member>(cast_group(where_, rank), measures_, format_, *lines_.back()));
        }
    }

    cast_member& member(int rank) { return *ranks_[std::size_t(rank)]; }
    // It has freed its communicator: it has no turn any longer, and takes nothing.
    void leave(int rank) { gone_[std::size_t(rank)] = true; }
    bool has_left(int rank) const { return gone_[std::size_t(rank)]; }
    const layout& where() const { return where_; }
    cast_time now() const { return now_; }
    std::uint64_t packets() const { return packets_; }
    std::uint64_t letters() const { return letters_; }
    std::size_t most_kept() const { return most_kept_; }
    bool somebody_owes() const
    {
        return std::ranges::any_of(ranks_, [](auto& one) { return one->owes(); });
    }

    // Goes on until `over`, asked after each turn of all; false: not within `turns`. ended(rank, owner).
    bool run(long turns, const std::function<void(int, void*)>& ended, const std::function<bool()>& over)
    {
        for (long turn = 0; turn < turns; ++turn) {
            now_ += 20'000 + cast_time(dice_() % 20'000);
            arrive();
            for (int rank = 0; rank < where_.ranks(); ++rank) {
                if (dice_() % 4 == 0 || has_left(rank)) continue; // it is not running
                for (auto* owner : member(rank).go_on(now_)) ended(rank, owner);
                most_kept_ = std::max(most_kept_, member(rank).kept());
            }
            if (over()) return true;
        }
        return false;
    }
    // Anything at all, to all members.
    void inject(std::vector<std::byte> datagram)
    {
        for (int rank = 0; rank < where_.ranks(); ++rank) member(rank).datagram(datagram, now_);
    }
    const std::vector<std::byte>& last_packet() const { return last_; }

private:
    struct event {
        cast_time at;
        std::uint64_t order;
        int from, to; // from < 0: from the network
        std::vector<std::byte> data;
        bool operator>(const event& b) const { return std::pair(at, order) > std::pair(b.at, b.order); }
    };
    class line final : public cast_channels {
    public:
        line(cast_world& in, int rank) : in_(in), rank_(rank) {}
        bool multicast(const cast_packet& what) override { return in_.multicast(what, rank_); }
        bool post(int to, const cast_letter& what) override { return in_.post(rank_, to, what); }

    private:
        cast_world& in_;
        int rank_;
    };

    bool chance(double p) { return std::uniform_real_distribution<>()(dice_) < p; }
    bool multicast(const cast_packet& what, int from)
    {
        if (dice_() % 8 == 0) return false;
        last_.resize(cast_packet::whole);
        last_.resize(format_.write(what, last_.data()));
        ++packets_;
        for (int rank = 0; rank < where_.ranks(); ++rank)
            if (rank != from && where_.local_of(rank) == 0) send_copies(rank);
        return true;
    }
    void send_copies(int rank)
    {
        if (now_ >= by_.blocked_from || now_ < by_.deaf_until || rank == by_.unreached) return;
        for (int copies = chance(by_.doubled) ? 2 : 1; copies > 0; --copies) {
            if (chance(by_.lost)) continue;
            auto data = last_;
            if (chance(by_.damaged)) data[dice_() % data.size()] ^= std::byte(1 << dice_() % 8);
            if (chance(by_.damaged / 4)) data.resize(dice_() % data.size());
            auto late = chance(by_.delayed) ? cast_time(dice_() % 8'000'000) : cast_time(50'000);
            events_.push({now_ + late, order_++, -1, rank, std::move(data)});
        }
    }
    bool post(int from, int to, const cast_letter& what)
    {
        if (dice_() % 8 == 0) return false;
        ++letters_;
        std::vector<std::byte> data(cast_letter::whole);
        data.resize(write_letter(what, data.data()));
        auto& last = last_between_[{from, to}];
        last = std::max(last, now_ + cast_time(dice_() % 400'000)); // in order
        events_.push({last, order_++, from, to, std::move(data)});
        return true;
    }
    void arrive()
    {
        for (; !events_.empty() && events_.top().at <= now_; events_.pop()) {
            auto& one = events_.top();
            if (has_left(one.to)) continue;
            if (one.from < 0) member(one.to).datagram(one.data, now_);
            else member(one.to).letter(one.from, one.data, now_);
        }
    }

    layout where_;
    bad_network by_;
    cast_measures measures_;
    std::mt19937_64 dice_;
    packet_format format_;
    std::vector<std::unique_ptr<line>> lines_;
    std::vector<std::unique_ptr<cast_member>> ranks_;
    std::vector<bool> gone_;
    std::priority_queue<event, std::vector<event>, std::greater<>> events_;
    std::map<std::pair<int, int>, cast_time> last_between_;
    std::vector<std::byte> last_;
    cast_time now_ = 0;
    std::uint64_t order_ = 0, packets_ = 0, letters_ = 0;
    std::size_t most_kept_ = 0;
};

} // namespace hocket
