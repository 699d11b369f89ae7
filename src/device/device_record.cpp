// SPDX-License-Identifier: BSD-3-Clause
#include "device/device_record.hpp"
#include <algorithm>
#include <numeric>

namespace hocket {

const char* text_of(device_trouble why)
{
    switch (why) {
    case device_trouble::none: return "";
    case device_trouble::host_memory: return "its buffers are not in memory of a device";
    case device_trouble::other_memory: return "its buffers are no plain memory of a device, or its driver is too old";
    case device_trouble::two_devices: return "its two buffers lie on two devices, or in two contexts";
    case device_trouble::no_memory: return "no memory is left on its device";
    case device_trouble::unlike: return "it reduces something else than rank 0";
    case device_trouble::not_lent: return "its driver lets no other process have its memory";
    }
    return "";
}

device_groups::device_groups(std::span<const device_record> all)
{
    auto ranks = int(all.size());
    std::vector<int> sizes(all.size(), 0);
    for (int i = 0; i < ranks; ++i) {
        auto& mine = all[std::size_t(i)];
        auto beside = [&](auto& other) { return other.node == mine.node && other.device == mine.device; };
        leaders_.push_back(int(std::ranges::find_if(all, beside) - all.begin()));
        largest_ = std::max(largest_, ++sizes[std::size_t(leaders_.back())]);
        count_ += leaders_.back() == i;
    }
    for (int i = 0; i < ranks && trouble_ == device_trouble::none; ++i) {
        trouble_ = trouble_of(all, i);
        if (trouble_ != device_trouble::none) troubled_ = i;
    }
}

device_trouble device_groups::trouble_of(std::span<const device_record> all, int rank) const
{
    auto& one = all[std::size_t(rank)];
    if (one.trouble) return device_trouble(one.trouble);
    if (one.what != all[0].what || one.bytes != all[0].bytes) return device_trouble::unlike;
    bool is_lent = one.in.is_lent && (one.out.id == 0 || one.out.is_lent);
    return leader_of(rank) == rank || is_lent ? device_trouble::none : device_trouble::not_lent;
}

std::vector<int> device_groups::members_of(int leader) const
{
    std::vector<int> all;
    for (std::size_t i = 0; i < leaders_.size(); ++i)
        if (leaders_[i] == leader) all.push_back(int(i));
    return all;
}

std::vector<int> device_groups::by_group() const
{
    std::vector<int> all(leaders_.size());
    std::iota(all.begin(), all.end(), 0);
    std::ranges::stable_sort(all, {}, [this](int rank) { return leader_of(rank); });
    return all;
}

std::vector<std::size_t> device_groups::counts_by_group(std::span<const element_range> blocks) const
{
    std::vector<std::size_t> all(static_cast<std::size_t>(count_)), group_of(leaders_.size());
    std::size_t known = 0;
    for (std::size_t i = 0; i < leaders_.size(); ++i) {
        auto leader = std::size_t(leaders_[i]);
        if (leader == i) group_of[i] = known++;
        all[group_of[leader]] += blocks[i].count;
    }
    return all;
}

bool device_groups::are_runs() const
{
    return std::ranges::is_sorted(leaders_);
}

} // namespace hocket
