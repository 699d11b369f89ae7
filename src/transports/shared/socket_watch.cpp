// SPDX-License-Identifier: BSD-3-Clause
#include "transports/shared/socket_watch.hpp"
#include "base/steady_time.hpp"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace hocket {

namespace {

// Libraries connect when ranks first speak. To look takes a microsecond or so for each open file.
constexpr std::int64_t shortest_pause = 5'000'000, longest_pause = 1'000'000'000; // ns
constexpr int looking_share = 200; // of the time it takes no more than a 200th, as long as that is no longer pause
constexpr int missed_enough = 16;

bool speaks_ip(int socket)
{
    int family = 0;
    socklen_t size = sizeof family;
    return getsockopt(socket, SOL_SOCKET, SO_DOMAIN, &family, &size) == 0 && (family == AF_INET || family == AF_INET6);
}

bool same_address(const sockaddr_storage& a, const sockaddr_storage& b)
{
    if (a.ss_family != b.ss_family) return false;
    auto as_4 = [](auto& any) { return reinterpret_cast<const sockaddr_in&>(any).sin_addr; };
    auto as_6 = [](auto& any) { return reinterpret_cast<const sockaddr_in6&>(any).sin6_addr; };
    if (a.ss_family == AF_INET) return as_4(a).s_addr == as_4(b).s_addr;
    auto first = as_6(a), second = as_6(b);
    return std::memcmp(&first, &second, sizeof first) == 0;
}

// What ends at the own address leads to a launcher or a debugger, or to a rank of this node.
bool is_stream_away(int socket)
{
    int type = 0;
    socklen_t type_size = sizeof type;
    if (getsockopt(socket, SOL_SOCKET, SO_TYPE, &type, &type_size) != 0 || type != SOCK_STREAM) return false;
    sockaddr_storage own{}, peer{};
    socklen_t own_size = sizeof own, peer_size = sizeof peer;
    return getsockname(socket, reinterpret_cast<sockaddr*>(&own), &own_size) == 0 &&
           getpeername(socket, reinterpret_cast<sockaddr*>(&peer), &peer_size) == 0 && !same_address(own, peer);
}

} // namespace

socket_watch::socket_watch() : set_(epoll_create1(EPOLL_CLOEXEC)) {}

socket_watch::~socket_watch()
{
    if (set_ >= 0) close(set_);
}

socket_watch& socket_watch::here()
{
    static auto& only = *new socket_watch; // calls of a program's last destructors may still wait
    return only;
}

void socket_watch::count_message(bool told)
{
    if (told) missed_.store(0, std::memory_order_relaxed);
    else if (missed_.fetch_add(1, std::memory_order_relaxed) + 1 >= missed_enough) has_streams_ = false;
}

// Edges, not levels: what the library leaves unread, or is not the library's, wakes nobody twice. One that is watched
// already stays so.
void socket_watch::watch(int socket)
{
    epoll_event what{};
    what.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
    epoll_ctl(set_, EPOLL_CTL_ADD, socket, &what);
}

void socket_watch::count_streams()
{
    int found = 0;
    auto* all = opendir("/proc/self/fd");
    while (auto* one = all ? readdir(all) : nullptr) {
        int file = std::atoi(one->d_name);
        if (one->d_name[0] == '.' || !speaks_ip(file)) continue;
        watch(file);
        found += is_stream_away(file);
    }
    if (all) closedir(all);
    bool more = found > streams_.exchange(found);
    if (more) missed_ = 0, has_streams_ = true;
    if (found == 0) has_streams_ = false;
    pause_ = more ? shortest_pause : std::clamp(2 * pause_.load(), shortest_pause, longest_pause);
}

void socket_watch::look_for_sockets()
{
    auto begin = steady_ns();
    auto due = next_look_.load(std::memory_order_relaxed);
    if (begin < due || !next_look_.compare_exchange_strong(due, begin + longest_pause)) return;
    count_streams();
    auto end = steady_ns();
    next_look_ = end + std::clamp(looking_share * (end - begin), pause_.load(), longest_pause);
}

// A program may have closed what it has not opened: then nobody is to spin.
bool socket_watch::sleep(std::int64_t ns)
{
    timespec length{0, ns};
    if (set_ >= 0) look_for_sockets();
    pollfd watched{set_, POLLIN, 0};
    if (has_streams()) {
        if (ppoll(&watched, 1, &length, nullptr) == 0) return false;
        epoll_event happened[64];
        if (epoll_wait(set_, happened, 64, 0) >= 0) return true;
        has_streams_ = false;
    }
    clock_nanosleep(CLOCK_MONOTONIC, 0, &length, nullptr);
    return false;
}

} // namespace hocket
