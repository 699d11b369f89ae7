// SPDX-License-Identifier: BSD-3-Clause
// What goes over the network to all nodes at once. Anybody may send to a group: nothing in a packet is believed before
// its keyed hash is right.
#pragma once
#include "net/request.hpp"
#include "transports/multicast/keyed_hash.hpp"
#include <compare>

namespace hocket {

// Messages are numbered by sender and by net of the communicator, from 0 on, on all ranks alike.
struct cast_id {
    std::uint32_t sender = 0, context = 0; // rank in the communicator; as in a request
    std::uint64_t number = 0;
    auto operator<=>(const cast_id&) const = default;
};

// A part of a message. Bytes lie where they were read from.
struct cast_packet {
    cast_id of;
    std::uint32_t index = 0; // of the packets of the message
    std::uint64_t length = 0; // bytes of the whole message
    cbytes data;

    static constexpr std::size_t header = 56;
    static constexpr std::size_t most = 1408;           // bytes of data; with all headers below 1500
    static constexpr std::size_t whole = header + most; // of a datagram

    // A message of no bytes takes one too.
    static std::uint32_t count(std::uint64_t length) { return length ? std::uint32_t((length - 1) / most + 1) : 1; }
    static std::size_t offset(std::uint32_t index) { return std::size_t(index) * most; }
    // Of packet `index` of a message.
    static std::size_t size(std::uint64_t length, std::uint32_t index)
    {
        return index + 1 < count(length) ? most : std::size_t(length - offset(index));
    }
    // The longest message that packets can be counted of.
    static constexpr std::uint64_t longest = std::uint64_t(1) << 40;
};

enum class packet_fault { none, malformed, of_others, forged };

// Packets of one communicator.
class packet_format {
public:
    packet_format(std::uint64_t communicator, const hash_key& key) : communicator_(communicator), hash_(key) {}

    // Into at least cast_packet::whole bytes. How many it takes.
    std::size_t write(const cast_packet& what, std::byte* into) const;
    // From anything at all.
    packet_fault read(cbytes datagram, cast_packet& into) const;

private:
    std::uint64_t communicator_;
    keyed_hash hash_;
};

} // namespace hocket
