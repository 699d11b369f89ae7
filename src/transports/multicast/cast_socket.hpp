// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "base/result.hpp"
#include "transports/multicast/packet.hpp"
#include <netinet/in.h>
#include <poll.h>
#include <string>
#include <utility>
#include <vector>

namespace hocket {

// Where packets for many may leave this host, and come in.
struct cast_interface {
    unsigned index = 0;
    std::string name;
    bool four = false, six = false; // has an address of IPv4, of IPv6

    // "auto": the first one that is up, is not the loopback and can multicast; else its name, an IPv4 address of it or
    // one of its network.
    static result<cast_interface> find(const std::string& text);
};

// A group that the ranks of a communicator agree on, out of `dice`: 239.192.0.0/14 or ff12::/16, which no router lets
// out of an organisation, and a port.
class cast_address {
public:
    cast_address(bool six, std::uint64_t dice, std::uint64_t more);
    const sockaddr* at() const { return reinterpret_cast<const sockaddr*>(&is_); }
    socklen_t size() const { return six_ ? sizeof(sockaddr_in6) : sizeof(sockaddr_in); }
    bool is_six() const { return six_; }
    std::string text() const;
    // Of IPv6 a group belongs to an interface.
    cast_address on(const cast_interface& by) const;

private:
    bool six_;
    sockaddr_storage is_{};
};

// UDP to a group, one hop far.
class cast_socket {
public:
    static result<cast_socket> sender(const cast_address& to, const cast_interface& by);
    static result<cast_socket> receiver(const cast_address& of, const cast_interface& by);
    cast_socket(cast_socket&& other) noexcept
        : descriptor_(std::exchange(other.descriptor_, -1)), by_train_(other.by_train_)
    {
    }
    cast_socket& operator=(cast_socket&&) = delete;
    ~cast_socket();

    // How many packets its buffer holds.
    std::uint32_t room() const;
    // How many of them went; fewer where the interface is busy.
    int send(std::span<const cbytes> packets);
    // Into `room`, cast_packet::whole + 1 bytes for each of at most `most`; their sizes.
    int receive(std::byte* room, int most, unsigned* sizes) const;

    // Until a packet comes, or may go, but no longer than that.
    bool wait(std::int64_t ns) const { return wait_for(POLLIN, ns); }
    bool wait_for_room(std::int64_t ns) const { return wait_for(POLLOUT, ns); }

    static constexpr int at_once = 32;
    static constexpr std::size_t slot = 1472; // bytes: one more than a packet has, so that longer ones are seen

private:
    explicit cast_socket(int descriptor) : descriptor_(descriptor) {}
    bool wait_for(short what, std::int64_t ns) const;
    int descriptor_;
    bool by_train_ = false; // packets of one length leave as one
};
static_assert(cast_socket::slot > cast_packet::whole);

} // namespace hocket
