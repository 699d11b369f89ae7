// SPDX-License-Identifier: BSD-3-Clause
#include "fit/cast_way.hpp"
#include "fit/task.hpp"
#include "transports/multicast/marks.hpp"
#include <algorithm>
#include <array>
#include <cstdlib>
#include <sys/random.h>

namespace hocket::fit {

namespace {

constexpr std::uint32_t at_once = cast_socket::at_once, first_packets = 16;
constexpr double spin_us = 50, quiet_us = 30e3, silent_us = 200e3; // between packets, after the last, before the first
constexpr std::int64_t nap_ns = 1'000'000;

} // namespace

cast_way::cast_way(const place& where) : where_(where), memory_(at_once * cast_socket::slot)
{
    auto peers = where.peers("network");
    receivers_ = int(peers.size());
    sends_ = where.rank() == 0;
    receives_ = std::ranges::find(peers, where.rank()) != peers.end();
    auto by = asked();
    is_asked_for_ = !by.empty() && by != "off";
    if (!is_asked_for_) mistake_ = "HOCKET_MULTICAST is not set";
    else if (peers.empty()) mistake_ = "the job ran on one node";
    else if (auto found = cast_interface::find(by)) interface_ = *std::move(found);
    else mistake_ = found.error().what;
    if (!all_well() || !find_family()) return;
    open_sockets();
    works_ = all_well() && is_heard();
}

std::string cast_way::asked() const
{
    std::array<char, 256> text{};
    const char* given = std::getenv("HOCKET_MULTICAST");
    if (sends_ && given) std::string(given).copy(text.data(), text.size() - 1);
    MPI_Bcast(text.data(), int(text.size()), MPI_CHAR, 0, where_.comm());
    return text.data();
}

int cast_way::least(int mine) const
{
    int all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, where_.comm());
    return all;
}

// The first rank with a mistake tells all.
bool cast_way::all_well()
{
    int refused = least(mistake_.empty() ? where_.ranks() : where_.rank());
    if (refused == where_.ranks()) return true;
    std::array<char, 256> text{};
    mistake_.copy(text.data(), text.size() - 1);
    MPI_Bcast(text.data(), int(text.size()), MPI_CHAR, refused, where_.comm());
    mistake_ = text.data();
    return false;
}

// IPv4 where all have it. Others take no packet that has not the key of this job.
bool cast_way::find_family()
{
    std::uint64_t dice[5] = {};
    if (sends_ && getrandom(dice, sizeof dice, 0) != sizeof dice) mistake_ = "the system gives no random numbers";
    MPI_Bcast(dice, int(sizeof dice), MPI_BYTE, 0, where_.comm());
    bool four = least(interface_.four), six = least(interface_.six);
    if (!four && !six) mistake_ = "interfaces of the nodes have no addresses of one kind";
    if (!all_well()) return false;
    group_.emplace(!four, dice[0], dice[1]);
    format_.emplace(dice[2], hash_key{dice[3], dice[4]});
    return true;
}

void cast_way::open_sockets()
{
    auto keep = [this](auto&& made, auto& into) {
        if (made) into.emplace(*std::move(made));
        else mistake_ = interface_.name + ": " + made.error().what;
    };
    if (sends_) keep(cast_socket::sender(*group_, interface_), out_);
    if (receives_) keep(cast_socket::receiver(*group_, interface_), in_);
}

// A switch may learn of a group only as it is joined.
bool cast_way::is_heard()
{
    int heard = 0;
    for (int i = 0; i < 4 && !heard; ++i) heard = least(!receives_ + int(stream(first_packets).packets)) > 0;
    if (!heard) mistake_ = "packets by " + interface_.name + " do not come to all nodes";
    return heard;
}

cast_way::part cast_way::stream(std::uint32_t n)
{
    ++streams_;
    MPI_Barrier(where_.comm());
    part found;
    if (sends_) found = send(n);
    if (receives_) found = listen(n);
    return found;
}

// So many packets from `first` on, one behind the other.
std::size_t cast_way::write(std::uint32_t first, std::uint32_t n)
{
    static const std::array<std::byte, packet> data{};
    written_.clear();
    for (std::uint32_t i = first; i < std::min(first + at_once, n); ++i) {
        auto* to = memory_.data() + written_.size() * cast_socket::slot;
        auto size = format_->write({{0, 0, streams_}, i, std::uint64_t(n) * packet, data}, to);
        written_.push_back({to, size});
    }
    return written_.size();
}

cast_way::part cast_way::send(std::uint32_t n)
{
    double busy = 0, since = now_us();
    for (std::uint32_t next = 0; next < n;) {
        write(next, n);
        for (std::span<const cbytes> left(written_); !left.empty();) {
            auto went = std::size_t(out_->send(left));
            if (went > 0) busy += now_us() - since;
            else out_->wait_for_room(nap_ns);
            next += std::uint32_t(went), left = left.subspan(went);
            since = now_us();
        }
    }
    return {n, 0, busy / n};
}

cast_way::part cast_way::listen(std::uint32_t n)
{
    part found;
    marks come(n);
    unsigned sizes[at_once];
    double busy = 0, half_at = 0, last = now_us();
    std::uint32_t half = 0;
    while (come.come() < n) {
        double since = now_us();
        int some = in_->receive(memory_.data(), int(at_once), sizes);
        auto before = come.come();
        for (int i = 0; i < some; ++i) {
            cast_packet one;
            cbytes datagram{memory_.data() + std::size_t(i) * cast_socket::slot, sizes[i]};
            bool is_ours = format_->read(datagram, one) == packet_fault::none && one.of.number == streams_;
            if (is_ours && one.index < n) come.set(one.index);
        }
        double now = now_us();
        if (come.come() > before) {
            busy += now - since, last = now;
            if (half == 0 && come.come() >= n / 2) half = come.come(), half_at = now;
            continue;
        }
        if (now - last > (come.come() > 0 ? quiet_us : silent_us)) break;
        if (now - last > spin_us) in_->wait(nap_ns);
    }
    found.packets = come.come();
    if (found.packets > 0) found.packet_us = busy / found.packets;
    if (half > 0 && found.packets > half) found.late_half_us = (last - half_at) / (found.packets - half) * (n - n / 2);
    return found;
}

} // namespace hocket::fit
