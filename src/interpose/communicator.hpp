// SPDX-License-Identifier: BSD-3-Clause
// What Hocket keeps for one of the user's communicators: what runs there, and with what.
#pragma once
#include "choose/chooser.hpp"
#include "interpose/bcast_call.hpp"
#include "interpose/private_communicator.hpp"
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>

namespace hocket {

class communicator {
public:
    // Local. `born` orders the communicators of this process by age.
    communicator(MPI_Comm handle, std::uint64_t born);
    ~communicator();
    std::uint64_t born() const { return born_; }

    // The value of the info key; judged here, reported by the ranks together at the next call.
    void hint(const std::string& text);
    // The ranks agree again at their next call.
    void unsettle() { settled_ = false; }

    int bcast(const bcast_call& call);

private:
    bool settle();
    std::string own_mistake() const;
    int run(const bound_bcast& plan, const bcast_call& call, std::size_t element);
    int run_own(const bcast_algorithm& algorithm, const bcast_call& call, std::size_t element);
    int run_watched(const decision& made, const bcast_call& call, std::size_t element);
    bool prepare(const bound_bcast& plan);
    void stand_down(const std::string& why);
    int give_up(int code);
    void announce(const decision& made, std::size_t n);
    bool crowded() const;

    MPI_Comm comm_;
    std::uint64_t born_;
    int rank_ = 0, size_ = 0;
    bool native_ = false;  // for good
    bool settled_ = false;
    bool watched_ = false; // something is to be said or checked about each call
    bool crowded_ = false;
    std::string hint_, hint_mistake_;
    std::optional<layout> where_;
    std::unique_ptr<chooser> chooser_;
    std::unique_ptr<private_communicator> private_;
    std::unordered_set<const decision*> announced_;
};

} // namespace hocket
