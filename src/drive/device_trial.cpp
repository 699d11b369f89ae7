// SPDX-License-Identifier: BSD-3-Clause
#include "drive/device_trial.hpp"
#include "kernels/trial_operand.hpp"
#include <algorithm>

namespace hocket {

namespace {

// Odd, for the elements behind those that a thread takes at once, and enough for several blocks of threads; those that
// scatter share them out, with some more so that all have as many. Every rank makes the result of all, so there are
// fewer where ranks are many.
std::size_t elements_tried(int ranks, bool is_short)
{
    constexpr int many = 1024;
    return is_short || ranks > many ? 35 : 1027;
}

constexpr std::byte untouched{0x5a};

} // namespace

device_trial::device_trial(devices& all, const memory_place& near, const reduction_user& like, device_form form)
    : all_(all), near_(near), form_(form), user_(like)
{
    choose_length(false);
    user_.gets_result = true;
    room_ = (user_.size() + 3 * beside) / beside * beside;
    both_ = all_.scratch().take(*all_.driver().work(), near_, 2 * room_);
}

void device_trial::choose_length(bool is_short)
{
    auto tried = elements_tried(user_.ranks, is_short);
    auto ranks = std::size_t(user_.ranks), each = (tried + ranks - 1) / ranks;
    user_.count = user_.scatters ? each * ranks : tried;
    user_.parts.each = MPI_Count(each), user_.parts.counts = nullptr, user_.parts.large_counts = nullptr;
}

device_trial::~device_trial()
{
    if (both_.at) all_.scratch().give(*all_.driver().work(), both_);
}

bool device_trial::prepare(const trial_way& way)
{
    if (!both_.at) return false;
    choose_length(way.is_short);
    auto* operand = both_.at + beside + way.shift;
    result_ = operand + room_;
    user_.from = operand, user_.to = result_;
    std::vector<std::byte> data(user_.size() + 2 * beside, untouched);
    if (!copy(copy_way::to_device, result_ - beside, data.data(), data.size())) return false;
    fill_trial_operand(*user_.how.known, *user_.how.of, user_.rank, user_.count, data.data());
    return copy(copy_way::to_device, operand, data.data(), user_.size());
}

bool device_trial::copy(copy_way way, std::byte* to, const std::byte* from, std::size_t n)
{
    strided_piece whole{0, n};
    return !all_.driver().copy(near_, way, to, from, {&whole, 1});
}

std::vector<std::byte> device_trial::sum_of_first(int ranks) const
{
    std::vector<std::byte> sum(user_.size()), next(user_.size());
    for (int rank = 0; rank < ranks; ++rank) {
        fill_trial_operand(*user_.how.known, *user_.how.of, rank, user_.count, next.data());
        if (rank == 0) sum = next;
        else user_.how.run->combine(sum.data(), sum.data(), next.data(), user_.count);
    }
    return sum;
}

std::vector<std::byte> device_trial::wanted() const
{
    if (!user_.has_result()) return {};
    bool is_whole = !is_prefix(form_);
    auto sum = sum_of_first(is_whole ? user_.ranks : user_.rank + (form_ == device_form::prefixes));
    if (form_ != device_form::blocks) return sum;
    auto block = user_.result_count() * user_.how.element;
    auto first = sum.begin() + std::ptrdiff_t(block) * user_.rank;
    return {first, first + std::ptrdiff_t(block)};
}

bool device_trial::has_result()
{
    std::vector<std::byte> found(user_.size() + 2 * beside), right(found.size(), untouched);
    if (!copy(copy_way::to_host, found.data(), result_ - beside, found.size())) return false;
    std::ranges::copy(wanted(), right.begin() + beside);
    return found == right;
}

} // namespace hocket
