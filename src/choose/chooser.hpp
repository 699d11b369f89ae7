// SPDX-License-Identifier: BSD-3-Clause
// Which algorithm runs a collective on one communicator. Every rank asks the same and answers the same.
#pragma once
#include "catalogue/catalogue.hpp"
#include "choose/model_choice.hpp"
#include "choose/settings.hpp"
#include <deque>

namespace hocket {

struct decision {
    std::size_t from, to; // bytes, half open: where this decision holds
    bound_plan plan;     // plan.runs == way::native: leave it to the library
    std::string reason;  // "HOCKET_BCAST", "info key hocket_bcast", "rule 3 of the tuning table", ...
    bool by_hand = false; // a variable or an info key says so
    bool counts_on_multicast = false; // nobody has named it: where it does not work, something else is better
};

// What else a choice depends on.
struct circumstances {
    bool commutative = true; // the operator of reductions
    bool shared = false;     // messages inside nodes go through memory that their ranks share
    bool single_copy = true; // long ones there are copied once
    bool crowded = false;    // on the one node that there is, ranks outnumber processors
    bool nonblocking = false; // the program goes on meanwhile; `shared` if it has such memory to itself
    bool persistent = false;  // and starts it again and again
    const neighbor_load* around = nullptr; // of a topology; outlives the chooser
    bool casts = false; // one message may reach all nodes

    demands demanded() const { return {commutative, false, around, casts}; }
};

class chooser {
public:
    // info_spec: value of the communicator's info key, empty without one (already judged by canonical_bcast). An answer
    // needs `where` only if needs_layout() says so; until then it may be of one node.
    chooser(std::string collective, const settings& by, layout where, std::string info_spec = {},
            circumstances like = {});
    static bool needs_layout(const std::string& collective, const settings& by, const std::string& info_spec);
    // Could a nonblocking one be anything but the library's, whatever its size?
    static bool may_run_nonblocking(const std::string& collective, const settings& by, const std::string& info_spec);
    // Could measurements inside that one node choose a nonblocking or persistent one, of any size?
    static bool may_be_measured(const std::string& collective, const settings& by, const layout& where,
                                const std::string& info_spec, bool persistent);

    // n as the collective counts its bytes; where only the root knows them, any. Cached: a few ns when the size falls
    // where the last one fell. The reference stays valid.
    const decision& operator()(std::size_t n)
    {
        if (last_ && n >= last_->from && n < last_->to) return *last_;
        return *(last_ = &look_up(n));
    }
    const layout& where() const { return where_; }
    // What its prices are of.
    const machine& model() const;
    // What else could run there, in words; of the model, whatever it was that decided.
    std::string alternatives_to(const decision& made, std::size_t n) const;

private:
    const decision& look_up(std::size_t n);
    decision decide(std::size_t n) const;
    decision reproducible(std::size_t n) const;
    std::string collective_;
    const settings& by_;
    layout where_;
    std::string info_spec_;
    circumstances like_;
    std::deque<decision> known_;
    const decision* last_ = nullptr;
};

} // namespace hocket
