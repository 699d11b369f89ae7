// SPDX-License-Identifier: BSD-3-Clause
// All orders of completion, one run after another, depth first.
//
// Only completions on the same rank can disturb each other: messages meet in the order of posting of their two
// ranks, whatever the others do, and their data moves once. On one rank, two completions commute if both end
// the same wait (the same round): it goes on after the last of them, and their buffers are apart, which the world
// watches. So it is enough to try
// * one completion alone, if all that is in flight on its rank belongs to one wait;
// * else those of one rank, if everything in flight there may complete (nothing else can come before them);
// * else all of them;
// and among these not one that was tried before at the same place in an equivalent order (sleep sets).
// P. Godefroid, Partial-Order Methods for the Verification of Concurrent Systems, LNCS 1032, 1996.
#pragma once
#include "world/order.hpp"

namespace hocket {

class exhaustive final : public order {
public:
    void begin(int ranks) override;
    void posted(request& r) override;
    void matched(request& first) override;
    request* next() override;
    bool gave_up() const override { return gave_up_; }

    // Sets the next run on another path; false when there is none.
    bool advance();

private:
    // The n-th request that a rank posted: the same in every run that begins alike.
    struct event {
        int rank, index;
        bool operator==(const event&) const = default;
    };
    struct open_request {
        request* r;
        int index;
        bool possible;
    };
    struct rank_state {
        std::vector<open_request> open;
        int posted = 0;
    };
    struct choice {
        std::vector<event> options, asleep;
        std::size_t taken = 0;
    };
    std::vector<open_request>::const_iterator find(event e) const;
    bool commute(event a, event b) const;
    std::vector<event> possible_on(int rank) const;
    std::vector<event> persistent() const;
    std::vector<event> asleep_after(const choice& here, event chosen) const;
    request* take(event e);

    std::vector<rank_state> ranks_;
    std::vector<choice> path_;
    std::vector<event> inherited_; // asleep where the path is to go on
    std::size_t depth_ = 0;
    bool gave_up_ = false;
};

} // namespace hocket
