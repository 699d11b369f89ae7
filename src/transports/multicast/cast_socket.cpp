// SPDX-License-Identifier: BSD-3-Clause
#include "transports/multicast/cast_socket.hpp"
#include "transports/multicast/trains.hpp"
#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <unistd.h>

namespace hocket {

static_assert(std::size_t(cast_socket::at_once) <= trains::most);

namespace {

constexpr int in_buffer = 4 << 20, out_buffer = 64 << 10; // bytes
// What the kernel counts for a packet, at most: it counts whole pieces of its memory.
constexpr std::uint32_t kernel_bytes = 4096;

mistake failed_to(const char* what)
{
    return mistake{std::string(what).append(": ").append(std::strerror(errno))};
}

template <class T> bool set(int fd, int level, int name, T value)
{
    return setsockopt(fd, level, name, &value, sizeof value) == 0;
}

// Past the system's limit where we may.
void set_buffer(int fd, int name, int forced, int bytes)
{
    if (!set(fd, SOL_SOCKET, forced, bytes)) set(fd, SOL_SOCKET, name, bytes);
}

int opened(const cast_address& of)
{
    return socket(of.is_six() ? AF_INET6 : AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

bool leaves_by(int fd, bool six, const cast_interface& by)
{
    if (six)
        return set(fd, IPPROTO_IPV6, IPV6_MULTICAST_IF, int(by.index)) && set(fd, IPPROTO_IPV6, IPV6_MULTICAST_HOPS, 1);
    ip_mreqn where{};
    where.imr_ifindex = int(by.index);
    return set(fd, IPPROTO_IP, IP_MULTICAST_IF, where) && set(fd, IPPROTO_IP, IP_MULTICAST_TTL, 1);
}

bool joins(int fd, const cast_address& group, const cast_interface& by)
{
    if (group.is_six()) {
        ipv6_mreq what{};
        what.ipv6mr_multiaddr = reinterpret_cast<const sockaddr_in6*>(group.at())->sin6_addr;
        what.ipv6mr_interface = by.index;
        return set(fd, IPPROTO_IPV6, IPV6_ADD_MEMBERSHIP, what);
    }
    ip_mreqn what{};
    what.imr_multiaddr = reinterpret_cast<const sockaddr_in*>(group.at())->sin_addr;
    what.imr_ifindex = int(by.index);
    set(fd, IPPROTO_IP, IP_MULTICAST_ALL, 0); // what other programs join is theirs
    return set(fd, IPPROTO_IP, IP_ADD_MEMBERSHIP, what);
}

} // namespace

cast_address::cast_address(bool six, std::uint64_t dice, std::uint64_t more) : six_(six)
{
    auto port = htons(std::uint16_t(20000 + dice % 12000)); // below what systems give out by themselves
    if (six) {
        auto& to = reinterpret_cast<sockaddr_in6&>(is_);
        to.sin6_family = AF_INET6;
        to.sin6_port = port;
        std::memcpy(to.sin6_addr.s6_addr + 8, &more, sizeof more);
        to.sin6_addr.s6_addr[0] = 0xff;
        to.sin6_addr.s6_addr[1] = 0x12;
        return;
    }
    auto& to = reinterpret_cast<sockaddr_in&>(is_);
    to.sin_family = AF_INET;
    to.sin_port = port;
    to.sin_addr.s_addr = htonl(0xefc00000U | std::uint32_t(more & 0x3ffff));
}

cast_address cast_address::on(const cast_interface& by) const
{
    auto same = *this;
    if (six_) reinterpret_cast<sockaddr_in6&>(same.is_).sin6_scope_id = by.index;
    return same;
}

std::string cast_address::text() const
{
    char name[INET6_ADDRSTRLEN] = {};
    auto& four = reinterpret_cast<const sockaddr_in&>(is_);
    auto& six = reinterpret_cast<const sockaddr_in6&>(is_);
    if (six_) inet_ntop(AF_INET6, &six.sin6_addr, name, sizeof name);
    else inet_ntop(AF_INET, &four.sin_addr, name, sizeof name);
    return std::string(name).append(" port ").append(std::to_string(ntohs(four.sin_port)));
}

// Its buffer is short: what waits in it has not left the host, so a full one says how fast the interface is.
result<cast_socket> cast_socket::sender(const cast_address& to, const cast_interface& by)
{
    cast_socket made(opened(to));
    if (made.descriptor_ < 0) return failed_to("no socket");
    set(made.descriptor_, SOL_SOCKET, SO_SNDBUF, out_buffer);
    if (!leaves_by(made.descriptor_, to.is_six(), by)) return failed_to("no way out of the host");
    auto group = to.on(by);
    made.by_train_ = trains::are_cut_by(made.descriptor_);
    if (connect(made.descriptor_, group.at(), group.size()) != 0) return failed_to("no way to the group");
    return made;
}

// Bound to the group's address, so that nothing else of that port comes in.
result<cast_socket> cast_socket::receiver(const cast_address& of, const cast_interface& by)
{
    cast_socket made(opened(of));
    if (made.descriptor_ < 0) return failed_to("no socket");
    set(made.descriptor_, SOL_SOCKET, SO_REUSEADDR, 1); // other ranks of the host receive too
    set_buffer(made.descriptor_, SO_RCVBUF, SO_RCVBUFFORCE, in_buffer);
    auto group = of.on(by);
    if (bind(made.descriptor_, group.at(), group.size()) != 0) return failed_to("no port of the group");
    if (!joins(made.descriptor_, group, by)) return failed_to("the group cannot be joined");
    return made;
}

cast_socket::~cast_socket()
{
    if (descriptor_ >= 0) close(descriptor_);
}

std::uint32_t cast_socket::room() const
{
    int size = 0;
    socklen_t n = sizeof size;
    if (getsockopt(descriptor_, SOL_SOCKET, SO_RCVBUF, &size, &n) != 0) return 0;
    return std::uint32_t(std::max(size, 0)) / kernel_bytes;
}

int cast_socket::send(std::span<const cbytes> packets)
{
    trains all(packets.first(std::min<std::size_t>(packets.size(), at_once)), by_train_);
    int went = all.count() ? sendmmsg(descriptor_, all.messages(), all.count(), MSG_DONTWAIT) : 0;
    if (went >= 0) return int(all.datagrams(went));
    bool joined = all.datagrams(1) > 1;
    // An interface that leaves checksums to others cuts none, and for a long one there may be no memory in one piece.
    if (joined && (errno == EIO || errno == EINVAL || errno == EMSGSIZE || errno == EOPNOTSUPP || errno == ENOBUFS)) {
        by_train_ = false;
        return send(packets);
    }
    bool busy = errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS || errno == EINTR;
    return busy ? 0 : 1; // one that cannot go at all is lost, as others are
}

bool cast_socket::wait_for(short what, std::int64_t ns) const
{
    pollfd one{descriptor_, what, 0};
    timespec most{0, long(ns)};
    return ppoll(&one, 1, &most, nullptr) > 0;
}

int cast_socket::receive(std::byte* room, int most, unsigned* sizes) const
{
    mmsghdr all[at_once]{};
    iovec parts[at_once];
    most = std::min(most, at_once);
    for (int i = 0; i < most; ++i) {
        parts[i] = {room + std::size_t(i) * slot, slot};
        all[i].msg_hdr.msg_iov = &parts[i];
        all[i].msg_hdr.msg_iovlen = 1;
    }
    int came = recvmmsg(descriptor_, all, unsigned(most), MSG_DONTWAIT, nullptr);
    for (int i = 0; i < came; ++i) sizes[i] = all[i].msg_len;
    return std::max(came, 0);
}

} // namespace hocket
