// SPDX-License-Identifier: BSD-3-Clause
// Datagrams that leave the process as one and are cut by the kernel or the interface (UDP_SEGMENT, Linux 4.18): they
// pass the layers above together.
#pragma once
#include "net/request.hpp"
#include <array>
#include <span>
#include <sys/socket.h>

namespace hocket {

class trains {
public:
    static constexpr std::size_t most = 32; // datagrams

    // Kernels before 4.18 ignore what they are told, and send the whole train as one datagram.
    static bool are_cut_by(int socket);

    // joined: datagrams of one length that follow one another, and a shorter one behind them, become one message.
    // `datagrams`, at most `most` of them, outlive it.
    trains(std::span<const cbytes> datagrams, bool joined);
    trains(const trains&) = delete;
    trains& operator=(const trains&) = delete;

    mmsghdr* messages() { return messages_.data(); }
    unsigned count() const { return count_; }
    // In the first so many messages.
    std::size_t datagrams(int messages) const;

private:
    void add(std::size_t first, std::size_t n, std::size_t length);

    struct alignas(cmsghdr) control {
        std::byte room[CMSG_SPACE(sizeof(std::uint16_t))];
    };
    std::array<mmsghdr, most> messages_{};
    std::array<iovec, most> parts_;
    std::array<control, most> controls_{};
    unsigned count_ = 0;
};

} // namespace hocket
