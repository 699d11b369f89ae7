// SPDX-License-Identifier: BSD-3-Clause
// One way to run the collective: communicators that carry its choice as an info key.
#pragma once
#include "bench/mock_up.hpp"
#include "bench/options.hpp"

namespace hocket::bench {

// It has several communicators, in use one round each: where a library puts the memory of one is part of every time on
// it, and stays what it is for the life of a job.
class variant {
public:
    variant(std::string name, const std::string& spec, const mock_up* other = nullptr, std::string form = "");
    variant(variant&& other) noexcept;
    variant(const variant&) = delete;
    variant& operator=(const variant&) = delete;
    variant& operator=(variant&&) = delete;
    ~variant();

    // Of these ranks, and with their topology; where it has an order of ranks, these come into that first.
    MPI_Comm add_communicator(MPI_Comm of, const std::string& collective);
    void turn(int round) { now_ = std::size_t(round) % comms_.size(); }
    void renumber(std::vector<int> ranks) { ranks_ = std::move(ranks); }
    int communicators() const { return int(comms_.size()); }

    const std::string& name() const { return name_; }
    const std::string& spec() const { return spec_; }
    const mock_up* other() const { return other_; } // that it runs instead; null: the collective
    const std::string& form() const { return form_; } // of its own, whatever that of the others; empty: theirs
    const std::vector<int>& ranks() const { return ranks_; } // which is its rank k; empty: as they are
    MPI_Comm comm() const { return comms_[now_]; } // of this round

private:
    std::string name_, spec_, form_;
    const mock_up* other_ = nullptr;
    std::vector<MPI_Comm> comms_;
    std::vector<int> ranks_;
    std::size_t now_ = 0;
};

// native and native' come first, unless the others are to be alone: the same thing twice shows the noise of this very
// run. Mock-ups come last. The communicators of all are made in an order drawn by the seed.
std::vector<variant> make_variants(const options& o);

// Is Hocket loaded into this process? Without it every info key is ignored and all variants would be native.
bool hocket_is_here();

} // namespace hocket::bench
