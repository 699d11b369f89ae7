// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "device/device_form.hpp"
#include "device/device_record.hpp"
#include "device/devices.hpp"

namespace hocket {

// A reduction by the first rank of a group: it reads the operands where its members have them, in the order of their
// ranks, and writes results there. What is started goes on one stream, so each step sees what those before it wrote.
class device_reduction {
public:
    // The rank's own buffers; `to` is null where it gets no result.
    struct buffers {
        const std::byte* from;
        std::byte* to;
    };

    // Memory of other processes is slow to go through where one pass has much of it from many of them: on an H200 64 MB
    // of each of 16 ranks took 1270 us at once, and 490 us to one result. From so many bytes in all on a sum goes to
    // one result first.
    static constexpr std::size_t much = std::size_t(256) << 20;

    // `members` in the order of their ranks.
    device_reduction(devices& all, const memory_place& near, const device_kernel& kernel, const reduced_vector& of,
                     std::span<const int> members, std::size_t spread_from = much);
    ~device_reduction();
    device_reduction(const device_reduction&) = delete;
    device_reduction& operator=(const device_reduction&) = delete;

    // All that can be refused: the members' memory, the kernel, memory for what is on its way. Of a part of the ranks
    // the sum goes to memory of its own. False: wrong() says why.
    bool prepare(std::span<const device_record> all, const buffers& own, int own_rank, bool is_whole);

    // All is over when one of these returns. False: nothing may have been written, or anything.
    // The whole: every member has its result.
    bool run();
    // A part: its sum, to the host; of blocks those of these ranks, in this order.
    bool bring_part(std::byte* to_host, std::span<const int> order);
    // What the host has for the members: a sum, their blocks one behind the other, or the sum of all ranks before
    // them; null: there are none.
    bool hand_out(const std::byte* from_host);

    // Has anything been started, so that nobody can go back to before?
    bool has_begun() const { return has_begun_; }
    const char* wrong() const { return wrong_; }

private:
    std::byte* opened(const device_record& of, const lent_buffer& one);
    bool take_scratch(bool is_whole);
    std::size_t scratch_size(bool is_whole) const;
    bool is_well(const char* said);

    // Steps.
    bool pass(std::span<std::byte* const> out, std::span<const std::byte* const> in, std::size_t n,
              launch_end* end = nullptr);
    bool pass(std::byte* out, std::span<const std::byte* const> in, std::size_t n) { return pass({&out, 1}, in, n); }
    bool fold(std::span<std::byte* const> out, const element_range& of, launch_end* end = nullptr);
    bool fold(std::byte* out, const element_range& of) { return fold({&out, 1}, of); }
    bool spread(std::span<std::byte* const> to, const std::byte* from);
    bool is_better_spread(std::size_t results) const;
    bool copy(std::byte* to, const std::byte* from, std::size_t n, copy_way way = copy_way::on_device);
    bool wait() { return is_well(work().wait(near_, end_)); }

    // Forms, device_forms.cpp. `before` lies on the device; null: nothing does.
    bool sum_to_all();
    bool blocks_to_each();
    bool prefixes(const std::byte* before);
    bool prefixes_before(const std::byte* before);
    bool bring(std::byte* to_host, const element_range& of);
    bool hand_out_blocks(const std::byte* from_host);
    bool hand_out_prefixes(const std::byte* from_host);
    std::vector<std::byte*> places_of_results() const;
    bool lies_over_itself(std::size_t member) const;
    bool is_read_later(std::size_t member) const;
    std::byte* place_before(std::size_t member) const;

    device_work& work() const { return *all_.driver().work(); }
    element_range whole() const { return {0, vector_.count}; }
    element_range block_of(std::size_t member) const { return vector_.blocks[std::size_t(members_[member])]; }
    std::size_t bytes_of(std::size_t elements) const { return elements * vector_.element; }

    devices& all_;
    memory_place near_;
    const device_kernel& kernel_;
    reduced_vector vector_;
    std::span<const int> members_;
    std::size_t spread_from_;
    std::vector<const std::byte*> operands_; // of each member
    std::vector<std::byte*> results_;        // of each; null: none
    std::vector<foreign_memory> opened_;
    device_scratch::block scratch_[2]; // a part, what several passes share, prefixes on their way
    launch_end end_; // of a whole sum in one launch
    bool has_begun_ = false;
    const char* wrong_ = nullptr;
};

} // namespace hocket
