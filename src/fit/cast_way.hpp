// SPDX-License-Identifier: BSD-3-Clause
// Packets from rank 0 to the first ranks of other nodes by IP multicast, as Hocket sends them, and nothing that mends
// what gets lost.
#pragma once
#include "fit/place.hpp"
#include "transports/multicast/cast_socket.hpp"
#include "transports/multicast/marks.hpp"
#include <optional>

namespace hocket::fit {

class cast_way {
public:
    static constexpr std::size_t packet = cast_packet::most; // bytes of data

    // Collective. By the interface that HOCKET_MULTICAST of rank 0 names on each host.
    explicit cast_way(const place& where);

    // The same on every rank.
    bool is_asked_for() const { return is_asked_for_; }
    bool works() const { return works_; } // all receivers have heard most of a few packets
    // Packets that all have room for, so that none gets lost there: the longest stream.
    std::uint32_t window() const { return window_; }
    int receivers() const { return receivers_; }
    // On rank 0: why it does not work.
    const std::string& mistake() const { return mistake_; }
    const std::string& interface() const { return interface_.name; }

    // Of one stream of packets, on one rank that sends or receives. Microseconds; 0: too few packets came.
    struct part {
        std::uint32_t packets = 0; // that came; of the sender, that went
        double late_half_us = 0;   // that the second half of them took
        double packet_us = 0;      // of the processor: to make and send one and to hear it, or to take and judge one
    };
    // Collective: n of them.
    part stream(std::uint32_t n);

private:
    struct progress;

    std::string asked() const;
    bool find_family();
    void open_sockets();
    bool agree_on_window();
    bool all_well();
    bool is_heard();
    int least(int mine) const;
    part send(std::uint32_t n);
    part listen(std::uint32_t n, MPI_Request& ended);
    void write(std::uint32_t first, std::uint32_t n);
    bool send_written(progress& so_far);
    int read(marks& come);

    const place& where_;
    int receivers_ = 0;
    bool sends_ = false, receives_ = false, is_asked_for_ = false, works_ = false;
    std::uint32_t window_ = 0;
    std::string mistake_;
    cast_interface interface_;
    std::optional<cast_address> group_;
    std::optional<cast_socket> out_, in_;
    std::optional<packet_format> format_;
    std::vector<std::byte> outgoing_, incoming_;
    std::vector<cbytes> written_;
    std::uint64_t streams_ = 0;
};

} // namespace hocket::fit
