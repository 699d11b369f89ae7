// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "device/work.hpp"
#include <mutex>
#include <vector>

namespace hocket {

// An allocation of another process: whose, which of theirs, and where it lies there. Addresses are used again by other
// allocations, numbers never.
struct foreign_memory {
    std::uint64_t process = 0, id = 0;
    std::uintptr_t begin = 0, end = 0;
    lent_memory how{};
};

// Memory of other processes stays open from call to call. What an owner has freed is the driver's only when it is
// closed here: as soon as something else of the owner's lies at its addresses, or when it is the longest unused of too
// many.
class borrowed_memory {
public:
    static constexpr std::size_t most = 64;

    borrowed_memory() = default;
    borrowed_memory(const borrowed_memory&) = delete;
    borrowed_memory& operator=(const borrowed_memory&) = delete;

    // Where it begins here, until it is given back; null: the driver does not open it.
    std::byte* take(device_work& by, const memory_place& near, const foreign_memory& what, const char*& wrong);
    void give(const memory_place& near, const foreign_memory& what);
    // What nobody uses, of one process and of all. True: something was closed.
    bool close_from(device_work& by, std::uint64_t process);
    void close_all(device_work& by);
    std::size_t open() const;

private:
    struct entry {
        foreign_memory what;
        memory_place near;
        std::byte* at;
        int users;
        std::uint64_t last_use;
        bool is(const foreign_memory& other, const memory_place& here) const
        {
            return what.id == other.id && what.process == other.process && near.is_beside(here);
        }
        bool is_over(const foreign_memory& other) const
        {
            return what.process == other.process && what.id != other.id && what.begin < other.end &&
                   other.begin < what.end;
        }
    };
    void make_room(device_work& by, const foreign_memory& coming);
    template <class Which> bool close_unused(device_work& by, Which which)
    {
        auto goes = [&](auto& one) { return one.users == 0 && which(one) && (by.give_back(one.near, one.at), true); };
        return std::erase_if(open_, goes) > 0;
    }

    mutable std::mutex lock_;
    std::vector<entry> open_;
    std::uint64_t uses_ = 0;
};

} // namespace hocket
