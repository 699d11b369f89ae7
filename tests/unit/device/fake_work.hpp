// SPDX-License-Identifier: BSD-3-Clause
// Work of a device on paper: what is open and allocated is counted, nothing is done.
#pragma once
#include "device/work.hpp"
#include <set>

namespace hocket {

class fake_work : public device_work {
public:
    virtual ~fake_work() = default;
    std::set<std::byte*> open, allocated;
    bool refuses = false;
    std::size_t room = ~std::size_t(0), room_open = room; // allocations that there are, and that can be opened
    int borrowed = 0;                                      // asked for

    bool identify(const memory_place&, device_identity&) const override { return true; }
    const char* wait_for_program(const memory_place&) const override { return nullptr; }
    bool lend(const memory_place& what, lent_memory& as) const override
    {
        ++asked;
        as.words[0] = what.begin;
        return !refuses;
    }
    std::byte* borrow(const memory_place&, const lent_memory&, const char*& wrong) override
    {
        ++borrowed;
        bool none = refuses || open.size() >= room_open;
        wrong = none ? "REFUSED" : nullptr;
        return none ? nullptr : *open.insert(reinterpret_cast<std::byte*>(next_ += 4096)).first;
    }
    void give_back(const memory_place&, std::byte* at) override { open.erase(at); }
    std::byte* allocate(const memory_place&, std::size_t) override
    {
        if (allocated.size() >= room) return nullptr;
        return *allocated.insert(reinterpret_cast<std::byte*>(next_ += 4096)).first;
    }
    void release(const memory_place&, std::byte* at) override { allocated.erase(at); }
    bool has(const memory_place&, const device_kernel&, const char*&) override { return true; }
    const char* start(const memory_place&, const device_kernel&, std::span<std::byte* const>,
                      std::span<const std::byte* const>, std::size_t, launch_end*) override
    {
        return nullptr;
    }
    const char* start_copy(const memory_place&, copy_way, std::byte*, const std::byte*, std::size_t) override
    {
        return nullptr;
    }
    const char* wait(const memory_place&, const launch_end&) override { return nullptr; }

    mutable int asked = 0;

private:
    std::uintptr_t next_ = 0;
};

} // namespace hocket
