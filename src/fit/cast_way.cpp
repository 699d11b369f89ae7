// SPDX-License-Identifier: BSD-3-Clause
#include "fit/cast_way.hpp"
#include "fit/task.hpp"
#include "transports/multicast/channels.hpp"
#include <algorithm>
#include <array>
#include <climits>
#include <cstdlib>
#include <sys/random.h>

namespace hocket::fit {

namespace {

constexpr cast_measures library;
constexpr std::uint32_t least_window = 16, few = 16, most_of_few = 12; // packets; as the library tries it
constexpr double spin_us = 50, quiet_us = 30e3; // between packets; after the last of them and of what is sent
constexpr double stuck_us = 1e6;                // an interface that takes nothing: what is left counts as lost
constexpr std::int64_t nap_ns = 1'000'000;
constexpr int most_reads = 8; // in a row, however much others send to the group

} // namespace

cast_way::cast_way(const place& where)
    : where_(where), outgoing_(library.batch * cast_socket::slot), incoming_(cast_socket::at_once * cast_socket::slot)
{
    auto peers = where.peers("network");
    receivers_ = int(peers.size());
    sends_ = where.rank() == 0;
    receives_ = std::ranges::find(peers, where.rank()) != peers.end();
    auto by = asked();
    is_asked_for_ = !by.empty() && by != "off";
    if (!is_asked_for_) mistake_ = "HOCKET_MULTICAST names no interface";
    else if (peers.empty()) mistake_ = "the job ran on one node";
    else if (auto found = cast_interface::find(by)) interface_ = *std::move(found);
    else mistake_ = this_host() + ": " + found.error().what;
    if (!all_well() || !find_family()) return;
    open_sockets();
    works_ = all_well() && agree_on_window() && is_heard();
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

// The sender's node has joined the group too, as under the library: its own packets come back to it.
void cast_way::open_sockets()
{
    auto keep = [this](auto made, auto& into) {
        if (made) into.emplace(*std::move(made));
        else mistake_ = this_host() + ", " + interface_.name + ": " + made.error().what;
    };
    if (sends_) keep(cast_socket::sender(*group_, interface_), out_);
    if (sends_ || receives_) keep(cast_socket::receiver(*group_, interface_), in_);
}

bool cast_way::agree_on_window()
{
    window_ = std::uint32_t(least(in_ ? int(std::min(in_->room(), library.window)) : INT_MAX));
    if (window_ < least_window) mistake_ = "a socket has room for " + std::to_string(window_) + " packets only";
    return window_ >= least_window;
}

// Several times, since a switch may learn of a group only as it is joined.
bool cast_way::is_heard()
{
    int deaf = receivers_;
    for (int i = 0; i < 4 && deaf > 0; ++i) {
        int mine = stream(few).packets < most_of_few && receives_;
        MPI_Allreduce(&mine, &deaf, 1, MPI_INT, MPI_SUM, where_.comm());
    }
    auto nodes = std::to_string(deaf) + " of " + std::to_string(receivers_) + " other nodes";
    if (deaf > 0) mistake_ = "packets by " + interface_.name + " do not come to " + nodes;
    return deaf == 0;
}

cast_way::part cast_way::stream(std::uint32_t n)
{
    ++streams_;
    MPI_Barrier(where_.comm());
    part found;
    if (sends_) found = send(n);
    MPI_Request ended; // once the sender has come here
    MPI_Ibarrier(where_.comm(), &ended);
    if (receives_) found = listen(n, ended);
    MPI_Wait(&ended, MPI_STATUS_IGNORE);
    return found;
}

// A batch from packet `first` on, one behind the other.
void cast_way::write(std::uint32_t first, std::uint32_t n)
{
    static const std::array<std::byte, packet> data{};
    written_.clear();
    for (std::uint32_t i = first; i < std::min(first + library.batch, n); ++i) {
        auto* to = outgoing_.data() + written_.size() * cast_socket::slot;
        auto size = format_->write({{0, 0, streams_}, i, std::uint64_t(n) * packet, data}, to);
        written_.push_back({to, size});
    }
}

struct cast_way::progress {
    std::uint32_t sent = 0;
    double busy = 0, last = now_us(); // last: when anything went
};

// False: the interface is stuck.
bool cast_way::send_written(progress& so_far)
{
    for (std::span<const cbytes> left(written_); !left.empty();) {
        double since = now_us();
        auto went = std::size_t(out_->send(left));
        double now = now_us();
        if (went > 0) {
            so_far.busy += now - since, so_far.last = now;
            so_far.sent += std::uint32_t(went), left = left.subspan(went);
        } else if (now - so_far.last > stuck_us) return false;
        else out_->wait_for_room(nap_ns);
    }
    return true;
}

cast_way::part cast_way::send(std::uint32_t n)
{
    progress so_far;
    marks own(n);
    double half_at = 0;
    for (bool goes = true; goes && so_far.sent < n;) {
        double since = now_us();
        write(so_far.sent, n);
        so_far.busy += now_us() - since;
        goes = send_written(so_far);
        since = now_us();
        for (int i = 0; i < most_reads && read(own) > 0; ++i) {}
        so_far.busy += now_us() - since;
        if (half_at == 0 && so_far.sent >= n / 2) half_at = so_far.last;
    }
    bool all = so_far.sent == n;
    return {so_far.sent, all ? so_far.last - half_at : 0, all ? so_far.busy / n : 0};
}

// How many datagrams there were, of whomever.
int cast_way::read(marks& come)
{
    unsigned sizes[cast_socket::at_once];
    int some = in_->receive(incoming_.data(), cast_socket::at_once, sizes);
    for (int i = 0; i < some; ++i) {
        cast_packet one;
        cbytes datagram{incoming_.data() + std::size_t(i) * cast_socket::slot, sizes[i]};
        bool is_ours = format_->read(datagram, one) == packet_fault::none && one.of.number == streams_;
        if (is_ours && one.index < come.count()) come.set(one.index);
    }
    return some;
}

// Of those that came in the second half, some are there already when it is seen to begin.
cast_way::part cast_way::listen(std::uint32_t n, MPI_Request& ended)
{
    marks come(n);
    double busy = 0, half_at = 0, last = now_us();
    std::uint32_t half = 0;
    for (int has_ended = 0; come.come() < n;) {
        double since = now_us();
        auto before = come.come();
        read(come);
        double now = now_us();
        if (come.come() > before) {
            busy += now - since, last = now;
            if (half == 0 && come.come() >= n / 2) half = come.come(), half_at = now;
            continue;
        }
        if (has_ended && now - last > quiet_us) break;
        if (!has_ended) {
            MPI_Test(&ended, &has_ended, MPI_STATUS_IGNORE);
            if (has_ended) last = now;
        }
        if (now - last > spin_us) in_->wait(nap_ns);
    }
    part found{come.come(), 0, come.come() > 0 ? busy / come.come() : 0};
    bool all_of_half = half > 0 && come.come() > half;
    if (all_of_half) found.late_half_us = (last - half_at) / (come.come() - half) * (n / 2) * come.come() / n;
    return found;
}

} // namespace hocket::fit
