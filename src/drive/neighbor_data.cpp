// SPDX-License-Identifier: BSD-3-Clause
#include "drive/neighbor_data.hpp"
#include "drive/copy_here.hpp"
#include "drive/elements.hpp"

namespace hocket {

neighbor_end::neighbor_end(mpi_port& port, const user_blocks& user, const std::vector<int>* of)
    : port_(port), user_(user), of_(of), count_(of ? int(of->size()) : 1)
{
    if (is_plain()) {
        plain_.emplace(user_, 0, count_);
        return;
    }
    auto n = std::size_t(count_) + 1;
    ends_ = {reinterpret_cast<std::size_t*>(port.scratch(n * sizeof(std::size_t)).data()), n};
    ends_[0] = 0;
    for (int i = 0; i < count_; ++i)
        ends_[std::size_t(i) + 1] = ends_[std::size_t(i)] + (has(i) ? user_.size_of(i) : 0);
    memory_ = port.scratch(ends_.back());
    packed_.emplace(blocks(memory_, block_cut(ends_)));
}

bool neighbor_end::is_plain() const
{
    contiguous_types are_contiguous;
    for (int i = 0; i < count_; ++i)
        if (has(i) && !are_contiguous.have(user_.type_of(i))) return false;
    return true;
}

bool neighbor_end::is_usable() const
{
    for (int i = 0; !plain_ && i < count_; ++i)
        if (has(i) && !is_committed(user_.type_of(i), port_.comm())) return false;
    return true;
}

const block_places* neighbor_end::places() const
{
    return plain_ ? &*plain_ : static_cast<const block_places*>(&*packed_);
}

int neighbor_end::take(int i, const user_data& own)
{
    if (plain_) return copy_here(own, block(i)).go(port_);
    return elements(own, port_.comm()).pack(0, own.count, memory_.data() + ends_[std::size_t(i)]);
}

void neighbor_end::move(bool packing)
{
    for (int i = 0; !plain_ && i < count_; ++i) {
        if (!has(i)) continue;
        auto block = block_of(user_, i);
        elements all(block, port_.comm());
        auto* plain = memory_.data() + ends_[std::size_t(i)];
        port_.fail(packing ? all.pack(0, block.count, plain) : all.unpack(0, block.count, plain));
    }
}

neighbor_data::neighbor_data(mpi_port& port, const neighbor_user& user)
    : port_(port), user_(user), out_(port, user.out, user.one_out ? nullptr : &user.around->destinations),
      in_(port, user.in, &user.around->sources)
{
}

neighbor_blocks neighbor_data::blocks() const
{
    return {user_.routes, out_.places(), in_.places(), user_.each, user_.one_out};
}

// What a rank has for itself is its driver's to move.
void neighbor_data::before()
{
    out_.pack();
    for (auto [from, to] : own_blocks(user_.rank, *user_.around)) {
        auto mine = out_.block(user_.one_out ? 0 : from), place = in_.block(to);
        if (mine.size() != place.size()) return port_.disagree({user_.rank, mine.size(), place.size()});
        if (mine.size() > 0) port_.fail(in_.take(to, mine));
    }
}

} // namespace hocket
