// SPDX-License-Identifier: BSD-3-Clause
#include "transports/multicast/packet.hpp"

namespace hocket {

namespace {

constexpr std::uint32_t packet_mark = 0x01'54'4b'48; // "HKT", version 1

// As it is on the wire; all nodes of a job have the same order of bytes, or messages of bytes would not do either.
struct packet_header {
    std::uint32_t mark;
    std::uint32_t size; // bytes of data
    std::uint64_t communicator;
    std::uint32_t sender, context;
    std::uint64_t number;
    std::uint32_t index, count;
    std::uint64_t length;
    std::uint64_t hash; // of the packet with 0 here
};
static_assert(sizeof(packet_header) == cast_packet::header);

bool fits_together(const packet_header& h)
{
    return h.length <= cast_packet::longest && h.count == cast_packet::count(h.length) && h.index < h.count &&
           h.size == cast_packet::size(h.length, h.index);
}

} // namespace

std::size_t packet_format::write(const cast_packet& what, std::byte* into) const
{
    packet_header h{packet_mark,     std::uint32_t(what.data.size()),
                    communicator_,   what.of.sender,
                    what.of.context, what.of.number,
                    what.index,      cast_packet::count(what.length),
                    what.length,     0};
    auto all = sizeof h + what.data.size();
    std::memcpy(into, &h, sizeof h);
    if (!what.data.empty()) std::memcpy(into + sizeof h, what.data.data(), what.data.size());
    h.hash = hash_({into, all});
    std::memcpy(into, &h, sizeof h);
    return all;
}

// What is cheap to see is looked at before the hash, so that a flood costs little.
packet_fault packet_format::read(cbytes datagram, cast_packet& into) const
{
    packet_header h;
    if (datagram.size() < sizeof h || datagram.size() > cast_packet::whole) return packet_fault::malformed;
    std::memcpy(&h, datagram.data(), sizeof h);
    if (h.mark != packet_mark || h.size != datagram.size() - sizeof h) return packet_fault::malformed;
    if (h.communicator != communicator_) return packet_fault::of_others;
    if (!fits_together(h)) return packet_fault::malformed;
    std::byte copy[cast_packet::whole];
    std::memcpy(copy, datagram.data(), datagram.size());
    std::memset(copy + offsetof(packet_header, hash), 0, sizeof h.hash);
    if (hash_({copy, datagram.size()}) != h.hash) return packet_fault::forged;
    into = {{h.sender, h.context, h.number}, h.index, h.length, datagram.subspan(sizeof h)};
    return packet_fault::none;
}

} // namespace hocket
