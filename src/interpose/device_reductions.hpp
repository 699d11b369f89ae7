// SPDX-License-Identifier: BSD-3-Clause
// Reductions of one communicator on the devices where the buffers lie. All ranks take that way or none does: they tell
// one another of their buffers before each, and afterwards how it went.
#pragma once
#include "device/device_reduction.hpp"
#include "interpose/device_leaders.hpp"
#include "interpose/device_words.hpp"
#include "interpose/reduction_call.hpp"
#include <array>
#include <optional>
#include <set>
#include <string>

namespace hocket {

class device_trial;
struct trial_way;

class device_reductions {
public:
    // `forced`: whatever it costs. Else from that size on from which it is faster.
    device_reductions(int rank, int size, bool forced) : rank_(rank), size_(size), forced_(forced) {}

    static bool is_one(const reduction_call& call) { return !call.later; }
    bool is_forced() const { return forced_; }
    // Alike on all ranks, which call it alike: do they ask one another this time?
    bool asks(const reduction_call& call, const reduction_user& user);
    // Has any been found that could go to a device?
    bool has_gone() const { return has_gone_; }
    // Could this one? Alike on all ranks.
    int see(const reduction_call& call, const reduction_user& user, const device_words& words, bool& can);
    // The whole call, by words of the same ranks; none: to be staged, on all of them.
    // Any number but MPI_SUCCESS is an error on all ranks; what went wrong has been said.
    std::optional<int> run(const reduction_call& call, const reduction_user& user, const device_words& words);
    // By any thread.
    void revoke() { leaders_.revoke(); }

private:
    // How a leader's work went, the worst last. Distrusted: it was only tried out, and not to be relied on.
    enum class outcome : std::uint64_t { well, refused, distrusted, broken };
    struct work_of; // interpose/device_work_of.hpp

    device_record record_of(const reduction_call& call, const reduction_user& user, const reduced_vector& vector,
                            memory_place& near) const;
    bool can_go(const reduction_call& call, const reduced_vector& vector, const device_groups& by);
    int gather(const device_record& mine, const device_words& words);
    int measure(const memory_place& near, const device_groups& by, const device_words& words);
    int try_out(const work_of& real, outcome& how);
    int try_all(const work_of& real, outcome& how);
    int try_once(const work_of& real, device_trial& with, const trial_way& way, outcome& how);
    void close_trial(const device_groups& by) const;
    int judge(const work_of& real, const std::string& trouble, outcome& how) const;
    int run(const work_of& one, outcome& how);
    static int agree_on(outcome& how, const device_words& words, bool one_group);
    int run_whole(const work_of& one, outcome& how) const;
    int run_in_parts(const work_of& one, outcome& how);
    outcome finish_part(const work_of& one, device_reduction& with, std::byte* part);
    outcome failed(const work_of& one, const device_reduction& with) const;
    bool is_leader(const device_groups& by) const { return by.leader_of(rank_) == rank_; }
    std::optional<int> ended(const work_of& one, outcome how);
    void tell(collective of, const std::string& what) const;

    int rank_, size_;
    bool forced_, has_gone_ = false;
    int refusals_ = 0;                       // one after the other
    std::array<int, device_forms> apart_{};  // the same, for how the ranks of groups lie
    std::optional<std::array<std::uint64_t, device_forms>> pays_from_; // measured
    std::uint64_t calls_ = 0, next_try_ = 1; // while it is not
    std::vector<device_record> records_;
    std::set<std::uint64_t> tried_; // kernels, for which form and with who is a group, that have proven themselves here
    const device_kernel* last_tried_ = nullptr; // the last one of them
    device_form last_form_ = device_form::sum;
    std::vector<int> last_groups_;
    device_leaders leaders_;
};

} // namespace hocket
