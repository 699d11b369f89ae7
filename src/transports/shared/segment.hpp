// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "base/result.hpp"
#include <cstddef>
#include <cstdint>
#include <sys/types.h>

namespace hocket {

// By which processes of one host know what belongs to them: no other has the same.
std::uint64_t new_secret();

// Memory that processes of one host share, all zero at first. It has no name that could outlive them: the kernel keeps
// it until the last one has gone, however that happens. Pages that nobody touches cost nothing.
class segment {
public:
    // How others of the same host find it while its maker keeps the door open.
    struct door {
        std::int64_t process = 0, descriptor = -1;
        std::uint64_t secret = 0; // in its first word: process numbers may repeat in other containers
    };

    // Refuses beyond most_mapped bytes of this process.
    static result<segment> create(std::size_t size);
    static result<segment> attach(const door& of, std::size_t size);
    segment(segment&& other) noexcept;
    segment& operator=(segment&&) = delete;
    ~segment();

    // However many communicators a program makes, their memory stays within this.
    static constexpr std::size_t most_mapped = std::size_t(1) << 30;
    // At most half of that is in use.
    static bool has_room_to_spare();
    // At most an eighth.
    static bool has_room_for_many();

    // Behind the page that the secret lies in.
    std::byte* memory() const { return memory_ + page; }
    door open_door() const;
    // The others are in.
    void close_door();

private:
    static constexpr std::size_t page = 4096;
    segment(std::byte* memory, std::size_t whole, int descriptor)
        : memory_(memory), whole_(whole), descriptor_(descriptor)
    {
    }
    static result<segment> mapped(int descriptor, std::size_t whole);
    std::uint64_t& secret() const { return *reinterpret_cast<std::uint64_t*>(memory_); }

    std::byte* memory_;
    std::size_t whole_;
    int descriptor_; // -1: closed
};

} // namespace hocket
