// SPDX-License-Identifier: BSD-3-Clause
#include "drive/alltoall_data.hpp"
#include "base/copy.hpp"
#include "drive/block_offsets.hpp"
#include "drive/scratch_list.hpp"

namespace hocket {

namespace {

// Looked up once.
user_blocks with_elements(mpi_port& port, user_blocks all, int ranks)
{
    if (!all.types) return all;
    auto* list = scratch_list<std::size_t>(port, ranks);
    for (int i = 0; i < ranks; ++i) list[i] = all.element_of(i);
    all.elements = list;
    return all;
}

alltoall_user with_elements(mpi_port& port, alltoall_user user)
{
    user.in = with_elements(port, user.in, user.ranks);
    user.out = user.in_place ? user.in : with_elements(port, user.out, user.ranks);
    return user;
}

} // namespace

alltoall_data::alltoall_data(mpi_port& port, const alltoall_user& user, bool exchanges)
    : port_(port), user_(with_elements(port, user)), exchanges_(user.in_place && exchanges),
      in_(port, user_.in, 0, user.ranks, exchanges_ ? staged_blocks::role::exchange : staged_blocks::role::target)
{
    if (!user.in_place) {
        out_.emplace(port, user_.out, 0, user.ranks, staged_blocks::role::source);
    } else if (!exchanges_) {
        auto offsets = block_offsets(port, user_.in, user.ranks);
        copied_ = port.scratch(offsets.back());
        copies_.emplace(blocks(copied_, block_cut(offsets)));
    }
    both_.out = out_ ? out_->picture() : nullptr;
    both_.in = in_.picture();
}

exchanged_blocks alltoall_data::exchanged() const
{
    exchanged_blocks data;
    data.in = in_.places();
    data.out = out_ ? out_->places() : copies_ ? &*copies_ : data.in;
    data.each = user_.each;
    data.in_place = exchanges_;
    return data;
}

staging* alltoall_data::picture()
{
    if (both_.out && both_.in) return &both_;
    return both_.out ? both_.out : both_.in;
}

void alltoall_data::before()
{
    if (exchanges_) return;
    if (user_.in_place) copy_out();
    else if (user_.each && user_.out.size_of(user_.rank) != user_.in.size_of(user_.rank)) disagree();
}

// A rank's own block is its driver's to move.
void alltoall_data::meanwhile()
{
    if (user_.in_place) return;
    if (user_.out.size_of(user_.rank) > user_.in.size_of(user_.rank)) return;
    if (!copy_) copy_.emplace(block_of(user_.out, user_.rank), block_of(user_.in, user_.rank));
    port_.fail(copy_->go(port_));
}

// Where the others do not depend on its length, they get theirs before this rank says what is wrong.
void alltoall_data::after()
{
    if (user_.out.size_of(user_.rank) > user_.in.size_of(user_.rank)) disagree();
}

void alltoall_data::disagree()
{
    port_.disagree({user_.rank, user_.out.size_of(user_.rank), user_.in.size_of(user_.rank)});
}

void alltoall_data::copy_out()
{
    auto* at = copied_.data();
    for (int i = 0; i < user_.ranks; ++i) {
        auto n = user_.in.size_of(i);
        if (n == 0) continue;
        if (in_.picture()) {
            auto block = block_of(user_.in, i);
            port_.fail(elements(block, port_.comm()).pack(0, block.count, at));
        } else {
            bytes one;
            in_.places()->pieces(i, i + 1, &one, 1);
            copy_bytes(at, one.data(), n);
        }
        at += n;
    }
}

void alltoall_data::pictures::before_reading(cbytes part)
{
    for (auto* one : {out, in}) one->before_reading(part);
}

void alltoall_data::pictures::after_reading(cbytes part)
{
    for (auto* one : {out, in}) one->after_reading(part);
}

void alltoall_data::pictures::after_writing(cbytes part)
{
    for (auto* one : {out, in}) one->after_writing(part);
}

} // namespace hocket
