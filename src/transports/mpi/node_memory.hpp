// SPDX-License-Identifier: BSD-3-Clause
// How the ranks of a node come by memory that they share: the first one makes it and tells the others by messages.
#pragma once
#include "topology/layout.hpp"
#include "transports/mpi/mpi.hpp"
#include "transports/neighbours.hpp"
#include "transports/shared/area.hpp"
#include "transports/shared/segment.hpp"
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace hocket {

class node_memory {
public:
    // What sends long messages: a rank that waits until they have gone, or one that may do something else meanwhile and
    // leaves them to their receivers.
    enum class sender { waits, goes_on };

    // Collective over `comm`, whose messages are this one's alone. Every rank goes on to the end, whatever fails.
    node_memory(MPI_Comm comm, int rank, const layout& where, sender who);

    // Empty: this rank has what it needs, or needs nothing.
    const std::string& mistake() const { return mistake_; }
    // For a reason that this does not know of.
    void refuse(const std::string& why)
    {
        if (mistake_.empty()) mistake_ = why;
    }
    // The ranks outnumber the processors: all of a node have the same answer.
    bool is_crowded() const { return crowded_; }
    // Once all ranks have theirs: can this rank read the memory of its neighbour?
    bool reads_neighbour() const;
    // In bytes. All longer messages are lent, where those of more than read_from may be read; none: nothing may.
    std::size_t longest_in_cells(std::optional<std::size_t> read_from) const;
    // Null on a rank that is alone on its node. landing(bytes): memory until the end of the operation.
    std::shared_ptr<neighbours> links(std::optional<std::size_t> read_from,
                                      std::function<std::byte*(std::size_t)> landing);

private:
    void set_shape(bool crowded, bool in_turn);
    result<segment> created();
    void tell();
    void learn();
    void greet();
    std::vector<int> indices() const;
    struct greeting;
    greeting greeting_of(int local) const;

    MPI_Comm comm_;
    int rank_, node_, me_;
    const layout& where_;
    sender who_;
    area_shape shape_;
    bool crowded_ = false;
    std::string mistake_;
    std::optional<segment> memory_;
};

} // namespace hocket
