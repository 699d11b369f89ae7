// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "transports/multicast/cast_group.hpp"
#include "transports/multicast/channels.hpp"
#include "transports/multicast/marks.hpp"

namespace hocket {

// One message at one of its members. It is over when the member has it, its children have it, and all that it wanted
// of its parent has been answered: then nobody owes it anything, and it owes nobody. So nobody has to do anything for
// it after its call has ended. But a message of one packet its member may leave before, with a copy of it, where it
// goes on without a call (by_.owed); then children tell that they have it when all below them do too.
class delivery {
public:
    delivery(const cast_group& group, const cast_measures& by, cast_pace& pace, const cast_id& id);

    bool sends() const { return sends_; }
    // Nothing is known of a message before its member has called for it but what came early. Of the sender: `pushes`:
    // without multicast. `seed` spreads the times at which members ask.
    void begin(bytes data, bool pushes, bool unreached, cast_time now, std::uint64_t seed);

    // Before it has begun a packet is kept where there is room; how many bytes that takes.
    std::size_t take(const cast_packet& what, std::size_t room, cast_time now);
    void take(const cast_letter& what, int from, cast_time now);
    void go_on(cast_time now, cast_channels& to);

    bool is_over() const;
    // Its member need not wait for others, if somebody goes on with it.
    bool may_be_left() const { return is_light() && !failed_ && (sends_ ? sent_ == owned_.count() : owned_.all()); }
    // From here on in memory that its member does not give away.
    void leave(std::byte* copy)
    {
        if (!data_.empty()) std::memcpy(copy, data_.data(), data_.size());
        data_ = {copy, data_.size()};
    }
    // Of the sender, once it is over: how long after its last packet.
    void tell_pace(cast_time now)
    {
        if (sends_ && !pushes_ && sent_ == owned_.count()) pace_.answered(now - last_gain_);
    }
    // Nothing but a packet is waited for, and nobody can be helped before it comes.
    bool only_listens() const
    {
        bool helps = !children_.empty() && owned_.count() > 1;
        return begun_ && !sends_ && !pushes_ && !asking_ && !helps && !owned_.all();
    }
    // So long whoever waits for it may sleep, since nothing is likely to need it.
    cast_time quiet(cast_time now) const;
    // A message of another length has come: nothing more will.
    bool has_failed() const { return failed_; }
    std::size_t kept() const { return kept_; } // bytes that came early

    // Once it is over. Most of it came by other ways than multicast; and that can be no chance.
    bool was_missed() const { return !sends_ && !pushes_ && by_letter_ * 4 >= owned_.count() * 3; }
    bool was_surely_missed() const { return was_missed() && owned_.count() >= 64; }
    bool was_pushed() const { return pushes_; }
    bool tells_unreached() const { return unreached_; }

private:
    struct child {
        int rank;
        std::uint32_t have = 0, below = 0, pushed = 0;
        bool asks = false;
        std::vector<std::uint32_t> wanted, later; // what can be answered; what its asker may get otherwise
    };
    struct early {
        std::uint32_t index;
        std::uint64_t length;
        std::vector<std::byte> data;
    };

    static constexpr std::uint32_t counted_anew = 32; // packets: how fast they come may change

    child* find(int rank);
    bool is_light() const { return by_.owed > 0 && begun_ && owned_.count() == 1; }
    bool owns(std::uint32_t i) const { return sends_ ? i < sent_ : owned_.has(i); }
    bool owns_all() const { return sends_ || owned_.all(); }
    std::uint32_t held() const { return sends_ ? owned_.count() : owned_.prefix(); }
    std::uint32_t below() const;
    void keep(std::uint32_t index, std::uint64_t length, cbytes data);
    bool put_in(std::uint32_t index, std::uint64_t length, cbytes data, cast_time now);
    void take_data(const cast_letter& what, cast_time now);
    void take_want(child& of, const cast_letter& what);
    void take_have(child& of, const cast_letter& what);
    void release_wanted(std::uint32_t index);

    void send_packets(cast_time now, cast_channels& to);
    bool send_packet(std::uint32_t i, cast_channels& to);
    void poke(cast_time now, cast_channels& to);
    void serve(child& of, cast_time now, cast_channels& to);
    bool answer(child& of, cast_channels& to);
    void push(child& of, cast_channels& to);
    void report(cast_time now, cast_channels& to);
    void ask(cast_time now, cast_channels& to);
    std::uint32_t late_until() const;
    bool is_late(cast_time now) const;
    cast_time expected() const;
    cast_time gap() const;
    std::vector<std::uint32_t> missing(std::uint32_t until) const;
    cast_letter letter(letter_kind kind) const;

    const cast_measures& by_;
    cast_pace& pace_;
    cast_id id_;
    bool sends_;
    int parent_ = -1;
    std::vector<child> children_;

    bool begun_ = false, failed_ = false, pushes_ = false, unreached_ = false;
    bytes data_;
    marks owned_;
    std::vector<early> early_;
    std::size_t kept_ = 0;
    std::uint32_t by_letter_ = 0;
    cast_time counted_from_ = 0, gap_ = 0, last_gain_ = 0; // gap_: between packets, before these were counted

    // As the sender.
    std::uint32_t sent_ = 0, acknowledged_ = 0, losses_counted_to_ = 0;
    cast_time poke_at_ = 0, poke_after_ = 0;
    int poked_ = 0;

    // As a receiver.
    bool asking_ = false, has_reported_all_ = false;
    std::uint32_t reported_ = 0, reported_below_ = 0;
    unsigned lates_ = 0; // in a row that asked because nothing came
    cast_time wait_ = 0, not_before_ = 0;
};

} // namespace hocket
