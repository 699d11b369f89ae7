// SPDX-License-Identifier: BSD-3-Clause
// What a rank tells the others of its buffers before a reduction on devices, and what all of them make of it.
#pragma once
#include "device/borrowed_memory.hpp"
#include "device/device_form.hpp"
#include <vector>

namespace hocket {

// Why a rank cannot have its part done on a device. The last is for whoever reads them: it is not alone on its device.
enum class device_trouble : std::uint64_t { none, host_memory, other_memory, two_devices, no_memory, unlike, not_lent };
const char* text_of(device_trouble why);

struct lent_buffer {
    std::uint64_t id = 0, begin = 0, end = 0, offset = 0, is_lent = 0;
    lent_memory how{};
};

// Words alone, so that it is what is sent.
struct device_record {
    std::uint64_t trouble = 0, node = 0, process = 0;
    std::uint64_t what = 0, bytes = 0; // of the call and its operands: which have to be alike
    device_identity device{};
    lent_buffer in{}, out{};           // the second only where it gets a result: else its id is 0

    static constexpr int words() { return int(sizeof(device_record) / sizeof(std::uint64_t)); }
    foreign_memory memory_of(const lent_buffer& one) const
    {
        return {process, one.id, std::uintptr_t(one.begin), std::uintptr_t(one.end), one.how};
    }
};

// Ranks of one node whose buffers lie on one device are a group, and the first of them works for all.
class device_groups {
public:
    // Alike on all ranks, as the records are.
    explicit device_groups(std::span<const device_record> all);

    device_trouble trouble() const { return trouble_; }
    int troubled() const { return troubled_; } // the first rank that is
    int count() const { return count_; }
    int largest() const { return largest_; }
    int leader_of(int rank) const { return leaders_[std::size_t(rank)]; }
    const std::vector<int>& leaders() const { return leaders_; } // of each rank
    std::vector<int> members_of(int leader) const;
    // Of all groups, in the order of their leaders.
    std::vector<int> by_group() const;
    // Elements of the ranks' blocks that each group has, in the order of their leaders.
    std::vector<std::size_t> counts_by_group(std::span<const element_range> blocks) const;
    // Do the ranks of each group follow one another?
    bool are_runs() const;

private:
    device_trouble trouble_of(std::span<const device_record> all, int rank) const;

    device_trouble trouble_ = device_trouble::none;
    int troubled_ = -1, count_ = 0, largest_ = 0;
    std::vector<int> leaders_;
};

} // namespace hocket
