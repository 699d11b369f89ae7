// SPDX-License-Identifier: BSD-3-Clause
#include "drive/packing.hpp"
#include <algorithm>

namespace hocket {

packed::packed(mpi_port& port, const user_data& user, role as)
    : port_(port), user_(user), elements_(user, port.comm()), role_(as),
      in_place_(user.size() == 0 || is_contiguous(user.type)),
      data_(in_place_ ? bytes{static_cast<std::byte*>(user.at), user.size()} : port.scratch(user.size()))
{
}

void packed::before_reading(cbytes part)
{
    if (role_ == role::source && covers(part)) move_up_to((end_of(part) + user_.element - 1) / user_.element);
}

void packed::after_writing(cbytes part)
{
    if (role_ != role::target || !covers(part)) return;
    if (end_of(part) - part.size() > arrived_) return; // finish() sees to what came out of order
    arrived_ = std::max(arrived_, end_of(part));
    move_up_to(arrived_ / user_.element);
}

void packed::finish()
{
    if (!in_place_) move_up_to(user_.count);
}

void packed::move_up_to(std::size_t end)
{
    if (end <= moved_) return;
    auto n = end - moved_;
    auto* plain = data_.data() + moved_ * user_.element;
    port_.fail(role_ == role::source ? elements_.pack(moved_, n, plain) : elements_.unpack(moved_, n, plain));
    moved_ = end;
}

} // namespace hocket
