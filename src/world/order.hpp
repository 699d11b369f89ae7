// SPDX-License-Identifier: BSD-3-Clause
// In which order do the operations complete that could? A world asks one of these.
#pragma once
#include "net/request.hpp"
#include <deque>
#include <random>
#include <string>
#include <vector>

namespace hocket {

class order {
public:
    virtual ~order() = default;

    virtual void begin(int ranks) = 0; // of a run; nothing of an earlier one is left in flight
    virtual void posted(request&) {}
    // The parts of a message, or of an ideal collective, have met: they form a ring through request::next, and
    // each may finish from now on, independently of the others.
    virtual void matched(request& first) = 0;
    // The request to finish now; null when none can.
    virtual request* next() = 0;
    // next() returned null although something could finish: this run need not be seen to its end.
    virtual bool gave_up() const { return false; }

    // As a transport's; a part of such a message never meets another one.
    virtual bool casts(std::size_t, int, bool) const { return false; }
    // Once next() has returned null: what somebody still has to do for others, in words; empty: nothing.
    virtual std::string owed() const { return {}; }
};

template <class Visit> void for_each_part(request& first, Visit visit)
{
    auto* part = &first;
    do {
        auto* following = part->next;
        visit(*part);
        part = following;
    } while (part != &first);
}

// In the order of meeting.
class fifo final : public order {
public:
    void begin(int) override { queue_.clear(); }
    void matched(request& first) override
    {
        for_each_part(first, [&](request& part) { queue_.push_back(&part); });
    }
    request* next() override
    {
        if (queue_.empty()) return nullptr;
        auto* r = queue_.front();
        queue_.pop_front();
        return r;
    }

private:
    std::deque<request*> queue_;
};

// At random, the same in every run.
class seeded final : public order {
public:
    explicit seeded(unsigned long long seed) : seed_(seed) {}
    void begin(int) override
    {
        bag_.clear();
        dice_.seed(seed_);
    }
    void matched(request& first) override
    {
        for_each_part(first, [&](request& part) { bag_.push_back(&part); });
    }
    request* next() override
    {
        if (bag_.empty()) return nullptr;
        std::swap(bag_[dice_() % bag_.size()], bag_.back());
        auto* r = bag_.back();
        bag_.pop_back();
        return r;
    }

private:
    unsigned long long seed_;
    std::mt19937_64 dice_;
    std::vector<request*> bag_;
};

} // namespace hocket
