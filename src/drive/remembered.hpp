// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

namespace hocket {

// Handles are numbers in some libraries and addresses in others.
template <class Handle> std::uintptr_t key_of(Handle h)
{
    return std::uintptr_t(h);
}

// Answers about handles that stand for the same thing as long as the process lives: predefined ones. The first that
// comes to a place keeps it. Any threads may ask; no answer is thrown away, and nothing needs the little room that
// libraries have for memory of threads.
template <class Answer> class remembered {
public:
    const Answer* find(std::uintptr_t a, std::uintptr_t b = 0) const
    {
        auto* e = place(a, b).load(std::memory_order_acquire);
        return e && e->a == a && e->b == b ? &e->is : nullptr;
    }
    void keep(const Answer& is, std::uintptr_t a, std::uintptr_t b = 0)
    {
        auto mine = std::make_unique<const entry>(a, b, is);
        const entry* nobody = nullptr;
        if (place(a, b).compare_exchange_strong(nobody, mine.get())) mine.release();
    }

private:
    struct entry {
        entry(std::uintptr_t first, std::uintptr_t second, const Answer& what) : a(first), b(second), is(what) {}
        std::uintptr_t a, b;
        Answer is;
    };
    static constexpr int bits = 7;
    using slot = std::atomic<const entry*>;

    static std::size_t number(std::uintptr_t a, std::uintptr_t b)
    {
        return std::size_t((std::uint64_t(a) * 31 + b) * 0x9E3779B97F4A7C15u >> (64 - bits));
    }
    const slot& place(std::uintptr_t a, std::uintptr_t b) const { return places_[number(a, b)]; }
    slot& place(std::uintptr_t a, std::uintptr_t b) { return places_[number(a, b)]; }

    std::array<slot, 1 << bits> places_{};
};

} // namespace hocket
