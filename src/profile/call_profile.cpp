// SPDX-License-Identifier: BSD-3-Clause
#include "profile/call_profile.hpp"
#include <bit>

namespace hocket {

size_class size_class::of(std::optional<std::size_t> n)
{
    return {n ? std::min(int(std::bit_width(*n)), unknown - 1) : unknown};
}

// At the first call of its kind.
void call_profile::make(std::size_t row, size_class size)
{
    if (row >= rows_.size()) rows_.resize(row + 1);
    if (!rows_[row]) rows_[row] = std::make_unique<sizes>();
    auto& one = (*rows_[row])[std::size_t(size.number)];
    if (!one) one = std::make_unique<call_record>();
}

} // namespace hocket
