// SPDX-License-Identifier: BSD-3-Clause
// Ranks that share memory within one process.
#pragma once
#include "net/net.hpp"
#include "transports/arena.hpp"
#include "transports/delayed_area.hpp"
#include "transports/shared/shared_links.hpp"
#include <algorithm>
#include <cstring>
#include <deque>
#include <numeric>
#include <random>

namespace hocket {

// A transport of nothing but shared memory.
template <class Area> class only_shared final : public transport {
public:
    only_shared(Area area, const area_shape& shape, int me, std::size_t lend, far_memory& far, bool crowded = false)
        : memory_(pool_), links_(std::move(area), {shape, me, all(shape.ranks), lend, crowded}, far,
                                 [this](std::size_t n) { return memory_.take(n).data(); })
    {
    }
    bool post(request& r) override
    {
        if (r.what == verb::copy && r.count > 0) std::memmove(r.into, r.from, r.count);
        if (r.what == verb::reduce) combine(r, r.from);
        if (r.what == verb::copy || r.what == verb::reduce) return true;
        if (r.what == verb::recv) ++(r.told ? heard_ : received_);
        return links_.post(r);
    }
    bool tells_all(std::size_t n, bool node) const override { return links_.tells_all(n, node); }
    void cancel(request& r) noexcept override { links_.cancel(r); }
    void disagree(const disagreement_of&) override {}
    bytes scratch(std::size_t n) override { return memory_.take(n); }
    bool progress(bool all = false) { return links_.progress(all); }
    void begin(staging* picture) { links_.begin(picture); }
    bool failed() const { return links_.failed(); }
    int heard() const { return heard_; } // of what was told or dealt
    int received() const { return received_; }

private:
    static std::vector<int> all(int ranks)
    {
        std::vector<int> index(static_cast<std::size_t>(ranks));
        std::iota(index.begin(), index.end(), 0);
        return index;
    }
    memory_pool pool_;
    arena memory_;
    shared_links<Area> links_;
    int heard_ = 0, received_ = 0;
};

// Within one process lent memory is read as it is, if `dice` will have it so.
class near_memory final : public far_memory {
public:
    explicit near_memory(unsigned seed) : dice_(seed) {}
    bool may_fetch(int) const override { return readable_; }
    void let_read(bool readable) { readable_ = readable; }
    bool may_put(int) const override { return true; }
    bool fetch(int, std::uint64_t there, bytes here) override
    {
        bool may = dice_() % 50;
        if (may) std::memcpy(here.data(), reinterpret_cast<const void*>(there), here.size());
        return may;
    }
    bool put(int, std::uint64_t there, cbytes here) override
    {
        bool may = dice_() % 50;
        if (may) std::memcpy(reinterpret_cast<void*>(there), here.data(), here.size());
        puts_ += may;
        return may;
    }
    int puts() const { return puts_; }
    int reads() const { return reads_; } // of what was lent, or tried
    outcome read(int, const slot& what, const request& into) override
    {
        ++reads_;
        if (dice_() % 2) return outcome::refused;
        std::vector<std::byte> all;
        auto* at = reinterpret_cast<const std::byte*>(what.lent.address);
        if (what.lent.pieces == 0) all.assign(at, at + what.lent.size);
        for (auto& p : std::span(reinterpret_cast<const bytes*>(at), what.lent.pieces))
            all.insert(all.end(), p.begin(), p.end());
        take_in(into, 0, all.data(), all.size());
        return outcome::read;
    }

private:
    std::mt19937_64 dice_;
    int puts_ = 0, reads_ = 0;
    bool readable_ = true;
};

// Ranks of one node on memory that keeps little order, each with its turn when the seed has it.
class delayed_node {
public:
    delayed_node(const area_shape& shape, unsigned seed, std::size_t lend)
        : memory_(shape.ranks, shape.size(), seed), far_(seed)
    {
        for (int r = 0; r < shape.ranks; ++r)
            ports_.emplace_back(delayed_area(memory_, r), shape, r, lend, far_, seed % 2 != 0);
    }
    // False: some had not ended after very many turns.
    template <class Body> bool run(Body body)
    {
        int p = int(ports_.size());
        std::vector<completion> ends(ports_.size());
        std::vector<task> tasks;
        for (int r = 0; r < p; ++r) tasks.push_back(body(net(ports_[std::size_t(r)], r, p)));
        for (std::size_t r = 0; r < tasks.size(); ++r) tasks[r].start(ends[r]);
        memory_.give_turns([&](int rank) { ports_[std::size_t(rank)].progress(); });
        auto running = [&] { return std::ranges::any_of(ends, [](auto& e) { return !e.done(); }); };
        for (long turn = 0; running() && turn < 100'000; ++turn) memory_.somebodys_turn();
        return !running();
    }
    void begin(int rank, staging* picture) { ports_[std::size_t(rank)].begin(picture); }
    bool failed(int rank) const { return ports_[std::size_t(rank)].failed(); }
    std::size_t brought(int reader, int owner) const { return memory_.brought(reader, owner); } // bytes of pages
    int puts() const { return far_.puts(); }
    int reads() const { return far_.reads(); }
    void let_read(bool readable) { far_.let_read(readable); }
    const only_shared<delayed_area>& port(int rank) const { return ports_[std::size_t(rank)]; }

private:
    delayed_memory memory_;
    near_memory far_;
    std::deque<only_shared<delayed_area>> ports_;
};

} // namespace hocket
