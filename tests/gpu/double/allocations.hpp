// SPDX-License-Identifier: BSD-3-Clause
// What the test double of a driver knows of memory.
#pragma once
#include <atomic>
#include <cstddef>
#include <map>
#include <mutex>
#include <string>

namespace driver_double {

constexpr int devices = 2;
enum class kind {
    device,
    managed,
    pinned,
    from_pool,
    borrowed
}; // from_pool: of a device, and of no context that anybody is told; borrowed: another process's

struct allocation {
    unsigned long long begin;
    std::size_t size;
    kind is;
    std::byte* real; // the same memory, with access
    void* context;
    int device;
    unsigned long long id;
    int file; // what another process maps
};

// What goes into a handle.
struct lent {
    int process, file, device;
    std::size_t size;
    unsigned long long id;
};

class allocations {
public:
    std::atomic<bool> initialized{false};

    // 0: there is no memory.
    unsigned long long make(std::size_t n, kind is, void* context, int device);
    bool drop(unsigned long long at);
    // Of a context that is no more.
    void drop_all(void* context);
    bool lend(unsigned long long at, lent& as);
    // 0: its owner is gone, or it has been borrowed already.
    unsigned long long borrow(const lent& what, void* context);
    bool give_back(unsigned long long at);
    bool has_borrowed_from(int process);
    // Null: nobody's.
    const allocation* find(unsigned long long at);
    bool was_freed(unsigned long long at);
    // Host memory that is pinned.
    bool note(unsigned long long at, std::size_t n);
    bool forget(unsigned long long at);

    void plan(const std::string& what, int after, int n);
    // Is the next of its kind to fail?
    bool fault(const std::string& what);
    void counted() { ++copies_; }
    void launched() { ++launches_; }
    void waited() { ++waits_; }
    long count(const std::string& what);

private:
    struct trouble {
        int after, left;
    };
    bool unmap(unsigned long long at, bool borrowed);
    void unmap(std::map<unsigned long long, allocation>::iterator one);

    std::mutex lock_;
    std::map<unsigned long long, allocation> known_; // by their ends
    std::map<unsigned long long, lent> borrowed_;
    std::map<unsigned long long, std::size_t> freed_, registered_;
    std::map<std::string, trouble> troubles_;
    std::atomic<long> copies_{0}, launches_{0}, waits_{0};
    unsigned long long last_id_ = 0;
};

// Never destroyed: programs free memory from their last destructors.
allocations& all();

} // namespace driver_double
