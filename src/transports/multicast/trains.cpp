// SPDX-License-Identifier: BSD-3-Clause
#include "transports/multicast/trains.hpp"
#include <cstring>
#include <netinet/in.h>
#include <netinet/udp.h>

namespace hocket {

namespace {

constexpr std::size_t longest = 65000; // bytes: of IP at most 65535, with its headers
#ifndef UDP_SEGMENT
constexpr int UDP_SEGMENT = 103;
#endif

// How many of them one message may have.
std::size_t train(std::span<const cbytes> datagrams)
{
    auto length = datagrams[0].size(), n = std::size_t(1);
    if (length == 0) return n;
    while (n < datagrams.size() && datagrams[n].size() == length && (n + 1) * length <= longest) ++n;
    auto behind = n < datagrams.size() ? datagrams[n].size() : 0;
    if (behind > 0 && behind < length && (n + 1) * length <= longest) ++n;
    return n;
}

} // namespace

bool trains::are_cut_by(int socket)
{
    int now = 0;
    socklen_t size = sizeof now;
    return getsockopt(socket, SOL_UDP, UDP_SEGMENT, &now, &size) == 0;
}

trains::trains(std::span<const cbytes> datagrams, bool joined)
{
    for (std::size_t i = 0; i < datagrams.size(); ++i)
        parts_[i] = {const_cast<std::byte*>(datagrams[i].data()), datagrams[i].size()};
    for (std::size_t first = 0; first < datagrams.size();) {
        auto n = joined ? train(datagrams.subspan(first)) : 1;
        add(first, n, datagrams[first].size());
        first += n;
    }
}

void trains::add(std::size_t first, std::size_t n, std::size_t length)
{
    auto& header = messages_[count_].msg_hdr;
    header.msg_iov = &parts_[first];
    header.msg_iovlen = n;
    if (n > 1) {
        auto cut = std::uint16_t(length);
        header.msg_control = controls_[count_].room;
        header.msg_controllen = sizeof controls_[count_].room;
        auto* how = CMSG_FIRSTHDR(&header);
        how->cmsg_level = SOL_UDP;
        how->cmsg_type = UDP_SEGMENT;
        how->cmsg_len = CMSG_LEN(sizeof cut);
        std::memcpy(CMSG_DATA(how), &cut, sizeof cut);
    }
    ++count_;
}

std::size_t trains::datagrams(int messages) const
{
    std::size_t n = 0;
    for (int i = 0; i < messages; ++i) n += messages_[std::size_t(i)].msg_hdr.msg_iovlen;
    return n;
}

} // namespace hocket
