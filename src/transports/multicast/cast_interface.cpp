// SPDX-License-Identifier: BSD-3-Clause
#include "transports/multicast/cast_socket.hpp"
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <map>
#include <net/if.h>

namespace hocket {

namespace {

using interface_list = std::map<unsigned, cast_interface>; // by index

struct seen_interfaces {
    interface_list all;
    unsigned first = 0, loopback = 0, asked = 0;
};

std::uint32_t word_of(const sockaddr* at)
{
    return at ? reinterpret_cast<const sockaddr_in*>(at)->sin_addr.s_addr : 0;
}

void look_at(const ifaddrs& one, const std::string& text, seen_interfaces& seen)
{
    if (!one.ifa_addr || !(one.ifa_flags & IFF_UP)) return;
    int family = one.ifa_addr->sa_family;
    auto index = if_nametoindex(one.ifa_name);
    if (index == 0 || (family != AF_INET && family != AF_INET6)) return;
    auto& at = seen.all[index];
    at.index = index;
    at.name = one.ifa_name;
    (family == AF_INET ? at.four : at.six) = true;
    in_addr given{};
    bool same = text == at.name;
    if (family == AF_INET && inet_pton(AF_INET, text.c_str(), &given) == 1) {
        auto mask = word_of(one.ifa_netmask);
        same = (given.s_addr & mask) == (word_of(one.ifa_addr) & mask);
    }
    if (same) seen.asked = index;
    if (one.ifa_flags & IFF_LOOPBACK) seen.loopback = index;
    else if (one.ifa_flags & IFF_MULTICAST && (seen.first == 0 || index < seen.first)) seen.first = index;
}

} // namespace

result<cast_interface> cast_interface::find(const std::string& text)
{
    ifaddrs* list = nullptr;
    if (getifaddrs(&list) != 0) return mistake{"the network interfaces cannot be listed"};
    seen_interfaces seen;
    for (auto* one = list; one; one = one->ifa_next) look_at(*one, text, seen);
    freeifaddrs(list);
    bool any = text == "auto";
    auto index = any ? (seen.first ? seen.first : seen.loopback) : seen.asked;
    if (index != 0) return seen.all[index];
    return mistake{any ? "no network interface is up"
                       : "no network interface that is up is called " + text + " or has such an address"};
}

} // namespace hocket
