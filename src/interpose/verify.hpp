// SPDX-License-Identifier: BSD-3-Clause
// HOCKET_VERIFY: what MPI and Hocket take for granted is checked on every call; a difference ends the job.
#pragma once
#include "interpose/allgather_call.hpp"
#include "interpose/alltoall_call.hpp"
#include "interpose/neighbor_call.hpp"
#include "interpose/reduction_call.hpp"
#include "interpose/rooted_call.hpp"
#include <string>
#include <vector>

namespace hocket {

// What all ranks of a call must have in common.
struct call_terms {
    collective which;
    std::size_t bytes; // 0 where no rank, or only the root, knows all sizes
    std::size_t root;
    std::string choice;
};
void verify_call(MPI_Comm comm, const call_terms& mine);
// Compares this rank's data with the root's, brought by the library's own broadcast.
void verify_result(MPI_Comm comm, const user_data& user, int root, const std::string& algorithm);

// That the root and each rank mean as many bytes.
void verify_sizes(const rooted_call& call, const rooted_user& user);
// Compares what a gather or scatter has brought with what the library's own brings.
void verify_result(const rooted_call& call, const rooted_user& user, const std::string& algorithm);

// Compares every block with its owner's, brought by the library's own broadcast.
void verify_result(const allgather_call& call, const allgather_user& user, const std::string& algorithm);

// Compares what has come from the neighbors with what the library's own brings.
void verify_result(const neighbor_call& call, const neighbor_user& user, const std::string& algorithm);

// Keeps what a rank sends, which a call in place overwrites, after having seen that everybody expects as much as comes;
// afterwards compares what has come with what the library's own brings.
class alltoall_check {
public:
    alltoall_check(const alltoall_call& call, const alltoall_user& user);
    void verify(const std::string& algorithm) const;

private:
    std::string first_difference() const;

    const alltoall_call& call_;
    const alltoall_user& user_;
    std::vector<std::vector<std::byte>> sent_;
};

// Keeps a rank's operand, which a call in place overwrites; afterwards compares the result with that of the library's
// own collective. What rounds may differ by a bound; what a user's operator brings is not compared. After an allreduce
// all ranks must have the same bits.
class reduction_check {
public:
    reduction_check(const reduction_call& call, const reduction_user& user);
    void verify(const std::string& algorithm) const;

private:
    std::vector<std::byte> library_result() const;
    bool differs_from_first(const std::vector<std::byte>& ours) const;
    std::string wrong_result(const std::vector<std::byte>& ours) const;

    const reduction_call& call_;
    const reduction_user& user_;
    std::vector<std::byte> operand_;
};

} // namespace hocket
