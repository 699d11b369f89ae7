// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "transports/multicast/delivery.hpp"
#include <array>
#include <map>
#include <optional>

namespace hocket {

struct cast_counts {
    std::uint64_t malformed = 0, of_others = 0, forged = 0, unknown = 0; // packets dropped
    std::uint64_t packets = 0, duplicates = 0;                           // come and taken
};

// One rank of a communicator whose nodes hear multicast: all its messages, and what comes from anywhere.
class cast_member {
public:
    cast_member(const cast_group& group, const cast_measures& by, const packet_format& format, cast_channels& to)
        : group_(group), by_(by), format_(format), to_(to), pace_(by_), copies_(by.owed)
    {
        for (auto& one : copies_) free_.push_back(one.data());
    }
    cast_member(const cast_member&) = delete;
    cast_member& operator=(const cast_member&) = delete;

    // To all nodes but the own one, and one of those messages; the memory is left alone until `owner` has ended.
    void tell(std::uint32_t context, cbytes data, void* owner, cast_time now);
    void hear(int sender, std::uint32_t context, bytes into, void* owner, cast_time now);
    // Nobody waits for it any longer, after an error.
    void withdraw(const void* owner);

    // From the network.
    void datagram(cbytes what, cast_time now);
    // From a rank.
    void letter(int from, cbytes what, cast_time now);
    // Does what is due; the owners of what has ended, each once.
    const std::vector<void*>& go_on(cast_time now);

    bool is_idle() const { return posted_.empty(); }
    // Somebody may still need what has been left, or has to be told of a failure that was found here: go_on() has to be
    // called until nobody does.
    bool owes() const { return failed_ ? told_ < group_.ranks() : !owed_.empty(); }
    // Nothing but packets is waited for, and by nobody.
    bool only_listens() const;
    // So long nothing is likely to need it.
    cast_time quiet(cast_time now) const;
    // Something is wrong here or at another rank, and nothing more will come, to anybody: those who wait have to be
    // told.
    bool has_failed() const { return failed_; }
    // Messages are no longer multicast, since they do not get through.
    bool has_given_up() const { return pushes_; }
    const cast_counts& counts() const { return counts_; }
    std::size_t kept() const { return kept_; } // bytes that came before they were called for

private:
    struct waiting {
        cast_id id;
        void* owner;
    };
    struct left {
        cast_id id;
        std::byte* copy;
    };
    void go_on_with_owed(cast_time now);
    void go_on_with_posted(cast_time now);
    void fail();
    void hear_failure(int from);
    void tell_failure();
    bool leave(delivery& one, const cast_id& id);
    delivery& at(const cast_id& id);
    bool may_come(const cast_id& id) const;
    bool is_past(const cast_id& id) const;
    void begin(int sender, std::uint32_t context, bytes data, void* owner, cast_time now);
    void learn_from(const delivery& of);
    delivery& go_on_with(const cast_id& id, cast_time now);
    void forget(const cast_id& id);
    // For packets that come early; letters bring no more than their writers know to have room.
    std::size_t room() const
    {
        auto all = std::size_t(by_.window) * cast_packet::most;
        return all - std::min(kept_, all);
    }

    cast_group group_;
    cast_measures by_;
    packet_format format_;
    cast_channels& to_;
    cast_pace pace_;
    std::map<cast_id, delivery> known_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> next_; // number, by sender and context
    std::vector<waiting> posted_;
    std::vector<left> owed_;
    std::vector<std::array<std::byte, cast_packet::most>> copies_;
    std::vector<std::byte*> free_; // of these
    std::vector<void*> ended_;
    cast_counts counts_;
    std::size_t kept_ = 0;
    int missed_ = 0; // messages in a row
    int told_ = 0;   // once it has failed: the next rank to be told
    bool failed_ = false, pushes_ = false;
};

} // namespace hocket
