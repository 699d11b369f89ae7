// SPDX-License-Identifier: BSD-3-Clause
// What the last blocking call of a collective had to find out, for others like it: most programs call the same again
// and again, and between two ranks of a node that takes longer than what is sent.
#pragma once
#include "catalogue/catalogue.hpp"
#include "drive/kernel_reduction.hpp"

namespace hocket {

// It was correct, its types and operators are predefined, so that their handles never stand for others, and its buffers
// are used where they lie.
class known_call {
public:
    known_call() = default;
    explicit known_call(const bound_plan& plan) : plan_(&plan) {}

    MPI_Count count = 0;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Op op = MPI_OP_NULL;
    std::size_t element = 0, size = 0; // bytes of one and of all
    kernel_reduction how;              // of a reduction

    bool is_any() const { return plan_ != nullptr; }
    const std::string& text() const { return plan_->text; }
    // Of blocks as long as what is known.
    std::byte* block(void* first, int rank) const { return static_cast<std::byte*>(first) + size * std::size_t(rank); }
    bool has(MPI_Count n, MPI_Datatype of) const { return n == count && of == type; }
    template <class Data> void run(net on, const Data& data, prompt& by) const
    {
        plan_->as<Data>().run_now(on, data, by);
    }

private:
    const bound_plan* plan_ = nullptr; // null: nothing is known
};

// Is that somebody's memory, and nothing that MPI has a name for?
inline bool is_plain(const void* at)
{
    return at && at != MPI_IN_PLACE;
}

} // namespace hocket
