// SPDX-License-Identifier: BSD-3-Clause
// How the ranks of a communicator come by multicast between their nodes, or all of them find out that they do not.
#pragma once
#include "transports/mpi/multicast_links.hpp"
#include <string>

namespace hocket {

struct multicast_wish {
    std::string by; // as cast_interface::find() takes it
    bool carried = false; // as in multicast_terms, where all ranks wish it
    cast_faults faults;
};

class multicast_setup {
public:
    // Collective over `comm`; at most half a second. Every rank goes on to the end, whatever fails.
    multicast_setup(MPI_Comm comm, int rank, const layout& where, const multicast_wish& wish);

    // All ranks have it, or none.
    bool works() const { return works_; }
    // In words of one rank; of the others nothing.
    const std::string& said() const { return said_; }
    // Once.
    std::unique_ptr<multicast_links> links(cast_keeper& keeper, std::function<void()> warn);

private:
    void draw();
    bool find_family();
    void open_sockets();
    bool agree_on_window();
    void probe();
    int least(int mine) const;
    // Has any rank a mistake? Its first one tells.
    bool all_well();

    MPI_Comm comm_;
    int rank_;
    layout where_;
    multicast_terms terms_;
    std::uint64_t dice_[6] = {};
    std::string mistake_, said_;
    cast_interface interface_;
    std::optional<cast_address> group_;
    std::optional<cast_socket> out_, in_;
    bool works_ = false;
};

} // namespace hocket
