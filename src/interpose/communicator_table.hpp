// SPDX-License-Identifier: BSD-3-Clause
// From a communicator's handle to what Hocket knows of it. Handles are recycled by MPI, so an entry ends no later
// than its communicator.
#pragma once
#include "interpose/communicator.hpp"
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace hocket {

class communicator_table {
public:
    // Null where there is none. Without a lock when this thread asked for the same one the last time.
    communicator* find(MPI_Comm handle)
    {
        auto sought = key_of(handle);
        if (last_.handle == sought && last_.generation == generation_.load(std::memory_order_acquire)) return last_.is;
        return look_up(sought);
    }
    // The one for this handle, made if need be.
    communicator& at(MPI_Comm handle);
    std::unique_ptr<communicator> take(MPI_Comm handle);
    // Under the lock: `each` must not ask for another.
    template <class Function> void for_each(Function each)
    {
        std::lock_guard held(lock_);
        for (auto& s : slots_)
            if (s.is) each(*s.is);
    }
    // All of them, the oldest first.
    std::vector<std::unique_ptr<communicator>> take_all();

private:
    using key = std::uintptr_t;
    struct slot {
        key handle = 0;
        std::unique_ptr<communicator> is; // null: free
    };
    struct hit {
        key handle;
        std::uint64_t generation;
        communicator* is;
    };

    static key key_of(MPI_Comm handle) { return key(handle); }
    communicator* look_up(key handle);
    std::size_t place_of(key handle) const; // where it is, or where it would be put
    std::size_t home_of(key handle) const;
    void grow();
    std::unique_ptr<communicator> remove(std::size_t at);

    [[gnu::tls_model("initial-exec")]] static inline thread_local hit last_{0, 0, nullptr};
    std::atomic<std::uint64_t> generation_{1}; // changes when an entry goes: no thread's last hit holds any longer
    std::mutex lock_;
    std::vector<slot> slots_ = std::vector<slot>(64); // a power of two, at most half full
    std::size_t used_ = 0;
    std::uint64_t born_ = 0;
};

} // namespace hocket
