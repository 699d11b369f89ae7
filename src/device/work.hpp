// SPDX-License-Identifier: BSD-3-Clause
// What reductions on a device need of its driver, beyond copies. Texts are what went wrong, as the driver calls it;
// null: nothing. What is started goes on one stream of the calling thread, in the order of the calls.
#pragma once
#include "device/driver.hpp"
#include <array>
#include <string>

namespace hocket {

// By which another process finds an allocation.
struct lent_memory {
    std::array<std::uint64_t, 8> words{};
};

// A device, whatever number a process knows it by.
struct device_identity {
    std::uint64_t high = 0, low = 0;
    bool operator==(const device_identity&) const = default;
};

// A kernel that combines up to `most` operands, ((in[0] o in[1]) o in[2]) o ..., to each of up to `most` places. Which
// one it is, its text says, which is only asked for where nobody has compiled it before.
struct device_kernel {
    static constexpr std::size_t most = 16;
    std::string name;
    std::string (*text_of)(const std::string& name);
    std::span<const unsigned char> compiled{}; // all kernels for some architectures; empty: nobody has
};

// Where a launch says that it is over, and all that was started before it: sooner than its driver does.
struct launch_end {
    std::uint32_t* at = nullptr; // null: nowhere, the driver has to be asked
    std::uint32_t is = 0;
};

class device_work {
public:
    device_work() = default;
    device_work(const device_work&) = delete;
    device_work& operator=(const device_work&) = delete;

    virtual bool identify(const memory_place& of, device_identity& is) const = 0;
    // What the program has put on the default stream is over, that of programs which ask for no other. What is started
    // by this thread comes after that in any case.
    virtual const char* wait_for_program(const memory_place& near) const = 0;

    // False: the driver lets no other process have it.
    virtual bool lend(const memory_place& what, lent_memory& as) const = 0;
    // Null: not here. Another process's, never this one's own; each once until it is given back.
    virtual std::byte* borrow(const memory_place& near, const lent_memory& what, const char*& wrong) = 0;
    virtual void give_back(const memory_place& near, std::byte* at) = 0;

    // Null: there is none.
    virtual std::byte* allocate(const memory_place& near, std::size_t n) = 0;
    virtual void release(const memory_place& near, std::byte* at) = 0;

    // Can it be launched there? Compiles it, if need be. `wrong` lives as long as the process.
    virtual bool has(const memory_place& near, const device_kernel& kernel, const char*& wrong) = 0;
    // Of n elements each, once has() has said yes. A place may be exactly that of an operand. `end`: of the last of
    // what will be waited for, which may get one; null for others.
    virtual const char* start(const memory_place& near, const device_kernel& kernel, std::span<std::byte* const> out,
                              std::span<const std::byte* const> in, std::size_t n, launch_end* end) = 0;
    virtual const char* start_copy(const memory_place& near, copy_way way, std::byte* to, const std::byte* from,
                                   std::size_t n) = 0;
    // For all that the thread has started; `end`: of the last of it.
    virtual const char* wait(const memory_place& near, const launch_end& end) = 0;

protected:
    ~device_work() = default;
};

} // namespace hocket
