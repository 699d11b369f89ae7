// SPDX-License-Identifier: BSD-3-Clause
// The communicator on which Hocket's own messages travel: the same ranks in the same order as the user's, apart from
// all messages of the user's, returning errors.
#pragma once
#include "choose/settings.hpp"
#include "transports/mpi/memory_lane.hpp"
#include "transports/mpi/mpi_port.hpp"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hocket {

class process;

class private_communicator {
public:
    // Collective. Null on every rank if any rank cannot have one; `why` says so. Who can do without one leaves half of
    // the budget to others.
    static std::unique_ptr<private_communicator> make(process& of, MPI_Comm user, std::string& why,
                                                      bool can_do_without = false);
    ~private_communicator();
    private_communicator(const private_communicator&) = delete;
    private_communicator& operator=(const private_communicator&) = delete;

    mpi_port& port() { return *port_; }
    MPI_Comm comm() const { return comm_; }
    // Where the library can: whoever waits for a message on it ends in an error.
    void revoke();
    // Collective: what native parts of an algorithm need.
    bool add_leaders(const layout& where, std::string& why);
    // Collective: memory that the ranks of each node share. What came of it, in words of one rank.
    std::string share_memory(const layout& where, int rank, const settings& by);
    // Of the nodes whose ranks share memory; the same on all ranks.
    bool shares_memory() const { return shares_memory_; }
    bool copies_once() const { return copies_once_; } // long messages
    bool is_crowded() const { return is_crowded_; }   // on one of them ranks outnumber processors
    // Collective at the first call for each index, where the ranks share memory: a way of its own through it, for
    // operations that go on by themselves. All ranks have one or none. Half of what a process may share is left to
    // others.
    std::shared_ptr<memory_lane> lane(std::size_t index, const layout& where, int rank);
    // Local: null where it was not made.
    const std::shared_ptr<memory_lane>& made_lane(std::size_t index) const
    {
        static const std::shared_ptr<memory_lane> none;
        return index < lanes_.size() ? lanes_[index] : none;
    }
    // The first ones, before anything has gone through them.
    void drop_lanes(std::size_t how_many)
    {
        for (std::size_t i = 0; i < how_many; ++i) lanes_[i].reset();
        lanes_refused_ = false; // fewer may fit
    }
    // Collective: one message for all nodes. What came of it, in words of one rank; `works`: on all.
    std::string add_multicast(const layout& where, int rank, const settings& by, bool& works);
    bool has_multicast() const { return has_multicast_; }

private:
    explicit private_communicator(process& of) : process_(of) {}
    int create(MPI_Comm user);
    void free();
    void count_one();
    void tell_of_refused_lanes(const std::string& why) const;

    process& process_;
    bool has_multicast_ = false, shares_memory_ = false, copies_once_ = false, is_crowded_ = false;
    int counted_ = 0; // communicators of the budget
    MPI_Comm comm_ = MPI_COMM_NULL;
    std::unique_ptr<mpi_port> port_;
    std::optional<std::size_t> read_from_; // of so many bytes, where one copy is made
    std::vector<std::shared_ptr<memory_lane>> lanes_;
    bool lanes_refused_ = false; // to some rank
};

} // namespace hocket
