// SPDX-License-Identifier: BSD-3-Clause
// Ranks on nodes whose network copies packets to all of them, and treats these badly: messages by multicast go by
// Hocket's own protocol. All else completes at random. The same in every run.
#pragma once
#include "world/cast_world.hpp"
#include "world/order.hpp"
#include <optional>

namespace hocket {

class lossy final : public order {
public:
    // `where` outlives it. The seed draws how bad the network is: from nothing at all, every eighth time, to 30 % lost,
    // 20 % doubled, 30 % late and 10 % damaged; of two seeds one leaves messages of one packet early.
    lossy(unsigned seed, const layout& where) : seed_(seed), where_(where), others_(seed) {}

    void begin(int ranks) override;
    void posted(request& r) override;
    void matched(request& first) override { others_.matched(first); }
    request* next() override;
    bool casts(std::size_t n, int members, bool leaders) const override
    {
        return n <= cast_packet::longest && where_.nodes() > 1 && members == where_.nodes() &&
               (leaders || where_.largest() == 1);
    }
    std::string owed() const override;
    const cast_world& network() const { return *network_; } // of the last run

private:
    request* take_ended();
    void turn();

    unsigned seed_;
    const layout& where_;
    seeded others_;
    std::optional<cast_world> network_;
    std::mt19937_64 dice_;
    std::deque<request*> ended_;
    int under_way_ = 0;
};

} // namespace hocket
