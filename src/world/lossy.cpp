// SPDX-License-Identifier: BSD-3-Clause
#include "world/lossy.hpp"

namespace hocket {

namespace {

// Of 20 to 40 us each. With 30 % lost and a tree of three levels a message needs some thousands.
constexpr long most_turns = 1'000'000;

bad_network drawn(unsigned seed)
{
    std::mt19937_64 dice(seed);
    auto some = [&](double most) { return std::uniform_real_distribution<>(0, most)(dice); };
    if (seed % 8 == 0) return {};
    return {some(0.3), some(0.2), some(0.3), some(0.1)};
}

} // namespace

void lossy::begin(int ranks)
{
    others_.begin(ranks);
    dice_.seed(seed_);
    network_.emplace(where_, drawn(seed_), seed_, cast_measures{.owed = seed_ % 2 ? 7U : 0U});
    ended_.clear();
    under_way_ = 0;
}

void lossy::posted(request& r)
{
    if (!r.cast) return;
    ++under_way_;
    auto& mine = network_->member(r.owner);
    auto context = std::uint32_t(r.context);
    if (r.what == verb::send) mine.tell(context, {r.from, r.count}, &r, network_->now());
    else mine.hear(r.peer, context, {r.into, r.count}, &r, network_->now());
}

request* lossy::take_ended()
{
    if (ended_.empty()) return nullptr;
    auto* r = ended_.front();
    ended_.pop_front();
    --under_way_;
    return r;
}

void lossy::turn()
{
    auto keep = [this](int, void* owner) { ended_.push_back(static_cast<request*>(owner)); };
    network_->run(1, keep, [] { return false; });
}

// A message may wait for another one's rank, so neither kind waits for the other to be over.
request* lossy::next()
{
    for (long turns = 0; turns < most_turns; ++turns) {
        if (auto* r = take_ended()) return r;
        if (dice_() % 2)
            if (auto* r = others_.next()) return r;
        if (under_way_ == 0 && !network_->somebody_owes()) return others_.next();
        turn();
    }
    return nullptr;
}

std::string lossy::owed() const
{
    if (network_->somebody_owes()) return "messages by multicast that have ended are still owed to somebody";
    auto room = cast_measures().window * cast_packet::most;
    if (network_->most_kept() <= room) return {};
    return "a rank kept " + std::to_string(network_->most_kept()) + " bytes of early packets, of at most " +
           std::to_string(room);
}

} // namespace hocket
