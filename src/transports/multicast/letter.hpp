// SPDX-License-Identifier: BSD-3-Clause
// What two members of a message's tree tell each other by messages that get lost nowhere.
#pragma once
#include "transports/multicast/packet.hpp"
#include <vector>

namespace hocket {

// have: how far its writer has got, to its parent. want: packets that it lacks, to its parent, who answers each want
// in full. data: packets, to a child. failed: its writer does nothing more, to anybody.
enum class letter_kind : std::uint8_t { have, want, data, failed };

struct cast_letter {
    letter_kind kind{};
    bool closes = false;    // data: the last answer to what was wanted
    bool pushed = false;    // data: nothing of the message is multicast
    bool unreached = false; // have: multicast does not get through to somebody at or below its writer
    cast_id of;
    std::uint32_t first = 0;  // have: packets from 0 on that it has; data: index of the first packet
    std::uint32_t second = 0; // have: packets from 0 on that all below it have; data: how many packets
    std::uint64_t length = 0; // bytes of the whole message
    cbytes body; // data: the bytes of the packets; want: the indices, a word each

    static constexpr std::size_t header = 48, most = 16 << 10, whole = header + most;
    static constexpr std::uint32_t packets = most / cast_packet::most;
    static constexpr std::size_t most_wanted = 512; // indices
};

// Into at least cast_letter::whole bytes. How many it takes.
std::size_t write_letter(const cast_letter& what, std::byte* into);
// False: nothing that write_letter() wrote.
bool read_letter(cbytes from, cast_letter& into);
// Of a want.
std::vector<std::uint32_t> wanted_in(const cast_letter& of);

} // namespace hocket
