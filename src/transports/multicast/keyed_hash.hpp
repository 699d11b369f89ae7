// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace hocket {

struct hash_key {
    std::uint64_t low = 0, high = 0;
};

// SipHash-2-4 (Aumasson, Bernstein 2012): who does not have the key can neither make nor alter what has a right hash.
class keyed_hash {
public:
    explicit keyed_hash(const hash_key& key) : key_(key) {}

    std::uint64_t operator()(std::span<const std::byte> data) const
    {
        state s{{key_.low ^ 0x736f6d6570736575, key_.high ^ 0x646f72616e646f6d, key_.low ^ 0x6c7967656e657261,
                 key_.high ^ 0x7465646279746573}};
        auto last = std::uint64_t(data.size()) << 56;
        for (; data.size() >= 8; data = data.subspan(8)) s.take(word(data.data(), 8));
        s.take(last | word(data.data(), data.size()));
        s.v[2] ^= 0xff;
        for (int i = 0; i < 4; ++i) s.round();
        return s.v[0] ^ s.v[1] ^ s.v[2] ^ s.v[3];
    }

private:
    struct state {
        std::uint64_t v[4];
        void take(std::uint64_t m)
        {
            v[3] ^= m;
            round();
            round();
            v[0] ^= m;
        }
        void round()
        {
            v[0] += v[1], v[1] = std::rotl(v[1], 13) ^ v[0], v[0] = std::rotl(v[0], 32);
            v[2] += v[3], v[3] = std::rotl(v[3], 16) ^ v[2];
            v[0] += v[3], v[3] = std::rotl(v[3], 21) ^ v[0];
            v[2] += v[1], v[1] = std::rotl(v[1], 17) ^ v[2], v[2] = std::rotl(v[2], 32);
        }
    };
    // The lowest byte first.
    static std::uint64_t word(const std::byte* at, std::size_t n)
    {
        std::uint64_t w = 0;
        if constexpr (std::endian::native == std::endian::little) {
            if (n == 8) return std::memcpy(&w, at, 8), w;
        }
        for (std::size_t i = 0; i < n; ++i) w |= std::uint64_t(at[i]) << (8 * i);
        return w;
    }

    hash_key key_;
};

} // namespace hocket
