// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "drive/elements.hpp"
#include "drive/kernel_reduction.hpp"
#include "transports/mpi/mpi_port.hpp"

namespace hocket {

// What the algorithms combine operands with: a kernel of ours where there is one, else the library's MPI_Reduce_local,
// which calls the user's function with the user's datatype. The operands are packed; for that function, elements with
// gaps are put into their own layout and back, some at a time.
class reducer final : public kernel_reduction {
public:
    // Lives as long as the operation on `port`, and does not move; an error of MPI's becomes the port's.
    reducer(mpi_port& port, const operator_use& use);
    reducer(const reducer&) = delete;
    reducer& operator=(const reducer&) = delete;

    // Of the port's; a kernel does not.
    bool needs_no_room() const { return use_.run != nullptr; }

private:
    static const reducer& self_of(const reduction& self) { return static_cast<const reducer&>(self); }
    static void by_library(const reduction& self, bytes out, cbytes low, cbytes high);
    static void with_gaps(const reduction& self, bytes out, cbytes low, cbytes high);

    void local(const void* in, void* inout, std::size_t n) const;
    void combine_over_low(bytes out, cbytes high) const;
    std::size_t at_once() const;
    std::byte* make_room() const;
    user_data in_layout(std::byte* at, std::size_t n) const { return {at, n, use_.type, use_.element}; }

    mpi_port& port_;
    operator_use use_;
    MPI_Count extent_ = 0;
    // Made when first needed: for elements in their own layout, and for packed ones.
    mutable std::byte *low_ = nullptr, *high_ = nullptr;
    mutable bytes spare_;
};

} // namespace hocket
