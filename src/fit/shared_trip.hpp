// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "fit/room.hpp"
#include "fit/shared_pair.hpp"
#include "fit/task.hpp"

namespace hocket::fit {

// Something through Hocket's own memory in two copies and, where that may be, in one, call by call in turn: what
// disturbs the machine for a while disturbs both.
class shared_task : public task {
public:
    shared_task(shared_pair& between, std::size_t bytes, words about, const std::string& family)
        : task(std::move(about), family), between_(between), bytes_(bytes)
    {
    }

    std::vector<const char*> columns() const override
    {
        return between_.reads() ? std::vector{"us", "single_us"} : std::vector{"us"};
    }

    // Each in pages of its own, used before: which ones a launch gets was seen to move one copy by a quarter.
    std::vector<double> visit(int calls) override
    {
        std::vector<double> two, one;
        room from(bytes_), into(bytes_);
        from_ = from.data(), into_ = into.data();
        for (int i = 0; i < calls && between_.end() >= 0; ++i) {
            two.push_back(once(between_.in_cells(), i));
            if (between_.reads()) one.push_back(once(between_.in_place(), i));
        }
        if (!between_.reads()) return {median(two)};
        return {median(two), median(one)};
    }

protected:
    // Microseconds, on the first of the pair.
    virtual double once(shared_way& way, int call) = 0;

    // The other is ready when the first goes on.
    void meet()
    {
        if (between_.end() == 0) between_.take_word();
        else between_.give_word();
    }

    shared_pair& between_;
    std::size_t bytes_;
    std::byte *from_ = nullptr, *into_ = nullptr; // of a visit
};

// A message there and one back, as half_trip has it. What a program sends it has mostly just written, and its lines lie
// in the sender's cache alone; what it sends again unchanged the receiver still has.
class shared_trip : public shared_task {
public:
    shared_trip(shared_pair& between, std::size_t bytes, bool written)
        : shared_task(between, bytes, {{"kind", "shared_trip"}, {"bytes", bytes}, {"written", written}},
                      written ? "shared_trip written" : "shared_trip"),
          written_(written)
    {
    }

private:
    double once(shared_way& way, int call) override
    {
        if (written_) std::memset(from_, call, bytes_);
        meet();
        double begin = now_us();
        if (between_.end() == 0) way.send(from_, bytes_), way.receive(into_, bytes_);
        else way.receive(into_, bytes_), way.send(from_, bytes_);
        return (now_us() - begin) / 2;
    }

    bool written_;
};

// Both send what they have just written at once, and both processors copy.
class shared_exchange : public shared_task {
public:
    shared_exchange(shared_pair& between, std::size_t bytes)
        : shared_task(between, bytes, {{"kind", "shared_exchange"}, {"bytes", bytes}}, "shared_exchange")
    {
    }

private:
    double once(shared_way& way, int call) override
    {
        std::memset(from_, call, bytes_);
        meet();
        double begin = now_us();
        way.exchange(from_, into_, bytes_);
        return now_us() - begin;
    }
};

// Messages for which there is room, one after the other: what each costs its sender.
class shared_burst : public task {
public:
    static constexpr int messages = area_shape::depth;

    shared_burst(shared_pair& between, std::size_t bytes)
        : task({{"kind", "shared_burst"}, {"bytes", bytes}, {"messages", messages}}, "shared_burst"), between_(between),
          bytes_(bytes)
    {
    }

    std::vector<double> visit(int calls) override
    {
        std::vector<double> took;
        for (int i = 0; i < calls && between_.end() >= 0; ++i) {
            if (between_.end() == 0) took.push_back(send() / messages);
            else receive();
        }
        return {median(took)};
    }

private:
    double send()
    {
        std::memset(outgoing(), 1, bytes_);
        between_.take_word(); // it has taken all that came before
        double begin = now_us();
        for (int m = 0; m < messages; ++m) between_.in_cells().send(outgoing(), bytes_);
        return now_us() - begin;
    }
    void receive()
    {
        between_.give_word();
        for (int m = 0; m < messages; ++m) between_.in_cells().receive(incoming(), bytes_);
    }

    shared_pair& between_;
    std::size_t bytes_;
};

// Where that pair has memory; one copy where it may read.
void add_shared(shared_pair& between, tasks& to);

} // namespace hocket::fit
