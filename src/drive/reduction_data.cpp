// SPDX-License-Identifier: BSD-3-Clause
#include "drive/reduction_data.hpp"
#include "base/copy.hpp"
#include "drive/block_offsets.hpp"

namespace hocket {

namespace {

bytes plain(const void* at, std::size_t n)
{
    return {static_cast<std::byte*>(const_cast<void*>(at)), n};
}

} // namespace

reduction_data::reduction_data(mpi_port& port, const reduction_user& user)
    : port_(port), user_(user), how_(port, user.how), packed_(!is_contiguous(user.how.type))
{
    if (user.scatters && !user.parts.alike()) offsets_ = block_offsets(port, user.parts, user.ranks);
    input_ = packed_ ? port.scratch(user.size()) : plain(user.from, user.size());
    result_ = place_of_result();
}

bool reduction_data::is_usable() const
{
    return user_.how.known || is_committed(user_.how.type, port_.comm());
}

block_cut reduction_data::cut() const
{
    if (!offsets_.empty()) return block_cut(offsets_);
    return {user_.size(), user_.ranks, user_.how.element};
}

// In place, the result of a reduce_scatter would lie on what is still an operand.
bytes reduction_data::place_of_result() const
{
    auto n = user_.result_count() * user_.how.element;
    if (!user_.gets_result) return {};
    if (packed_) return user_.scatters ? input_.subspan(cut().offset(user_.rank), n) : input_;
    return user_.scatters && user_.in_place() ? port_.scratch(n) : plain(user_.to, n);
}

void reduction_data::before()
{
    if (!packed_) return;
    user_data whole{const_cast<void*>(user_.from), user_.count, user_.how.type, user_.how.element};
    port_.fail(elements(whole, port_.comm()).pack(0, whole.count, input_.data()));
}

void reduction_data::after()
{
    if (result_.empty() || user_.result_is_void) return;
    if (packed_) {
        user_data to{user_.to, user_.result_count(), user_.how.type, user_.how.element};
        port_.fail(elements(to, port_.comm()).unpack(0, to.count, result_.data()));
    } else if (result_.data() != user_.to) {
        copy_bytes(user_.to, result_.data(), result_.size());
    }
}

task reduce_in_order(net on, const reduce_algorithm* how, operands data, int root)
{
    auto there = data.result;
    data.result = {};
    if (on.rank() == 0) data.result = root == 0 ? there : on.scratch(data.size());
    co_await how->start(on, data);
    if (root == 0) co_return;
    if (on.rank() == 0) co_await on.send(root, data.result);
    if (on.rank() == root) co_await on.recv(0, there);
}

} // namespace hocket
