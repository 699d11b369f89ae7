// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "device/device_record.hpp"
#include "device/devices.hpp"

namespace hocket {

// A reduction by the first rank of a group: it reads the operands where its members have them, in the order of their
// ranks, and writes results there.
class device_reduction {
public:
    // The rank's own buffers; `to` is null where it gets no result.
    struct buffers {
        const std::byte* from;
        std::byte* to;
    };

    device_reduction(devices& all, const memory_place& near, const device_kernel& kernel, std::size_t n,
                     std::size_t element);
    ~device_reduction();
    device_reduction(const device_reduction&) = delete;
    device_reduction& operator=(const device_reduction&) = delete;

    // All that can be refused: the members' memory, in the order of their ranks, the kernel, memory for what is on its
    // way. Of a whole vector the result goes to a member, of a part of one to memory of its own. False: wrong() says
    // why.
    bool prepare(std::span<const device_record> all, std::span<const int> members, const buffers& own, int own_rank,
                 bool is_whole);
    // False: nothing may have been written, or anything. All is over when one of the others returns.
    bool reduce();
    bool bring_part(std::byte* to_host);
    bool hand_out(const std::byte* from_host);
    bool hand_out();

    // Has anything been started, so that nobody can go back to before?
    bool has_begun() const { return has_begun_; }
    const char* wrong() const { return wrong_; }

private:
    std::byte* opened(const device_record& of, const lent_buffer& one);
    bool is_well(const char* said);
    bool pass(std::byte* out, std::span<const std::byte* const> in);
    bool copy_to_others(const std::byte* from);
    bool wait();
    device_work& work() const { return *all_.driver().work(); }

    devices& all_;
    memory_place near_;
    const device_kernel& kernel_;
    std::size_t count_, bytes_;
    std::vector<const std::byte*> operands_;
    std::vector<std::byte*> results_;
    std::vector<foreign_memory> opened_;
    device_scratch::block sum_; // of a part, or of more operands than one pass takes
    std::byte* target_ = nullptr;
    bool has_begun_ = false;
    const char* wrong_ = nullptr;
};

} // namespace hocket
