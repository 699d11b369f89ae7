// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "net/transport.hpp"
#include "world/guarded_arena.hpp"

namespace hocket {

class world;

// One virtual rank's way into its world.
class port final : public transport {
public:
    port(world& in, int rank) : world_(in), rank_(rank) {}
    bool post(request& r) override;
    void cancel(request& r) noexcept override;
    bool casts(std::size_t n, int members, bool leaders) const override;
    bytes scratch(std::size_t n) override { return scratch_.take(n); }
    void disagree(const disagreement_of& which) override;
    guarded_arena& memory() { return scratch_; }
    const guarded_arena& memory() const { return scratch_; }

private:
    world& world_;
    int rank_;
    guarded_arena scratch_; // of one operation
};

} // namespace hocket
