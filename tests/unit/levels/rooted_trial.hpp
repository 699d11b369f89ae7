// SPDX-License-Identifier: BSD-3-Clause
// A gather or scatter on virtual ranks, against the definition.
#pragma once
#include "levels/layouts.hpp"
#include "world/guarded_arena.hpp"
#include "world/placed_blocks.hpp"

namespace hocket {

class rooted_trial {
public:
    bool gathers, irregular;
    int root;
    std::vector<std::size_t> sizes; // by rank
    std::size_t hole;               // bytes between two blocks in the root's memory
    int liar = -1;                  // a rank that has other bytes than the root expects
    std::size_t has = 0;

    rooted_trial(std::string_view collective, int from, std::vector<std::size_t> each, std::size_t apart = 0)
        : gathers(collective.starts_with("gather")), irregular(hocket::irregular(collective)), root(from),
          sizes(std::move(each)), hole(apart)
    {
    }

    int ranks() const { return int(sizes.size()); }
    static std::byte sample(int rank, std::size_t i) { return std::byte(rank * 31 + int(i) * 7 + int(i / 256) + 1); }

    std::optional<trouble> run(const algorithm<rooted_blocks>& how, order& by)
    {
        prepare();
        turned_sizes known(sizes, root);
        placed_blocks places(whole_, sizes, displacements_, root);
        world in(ranks(), {.watch_buffers = true});
        auto body = [&](net on) {
            bool at_root = on.rank() == root;
            auto mine = on.rank() == liar ? memory_.take(has) : blocks_[std::size_t(on.rank())];
            rooted_blocks data{at_root ? bytes{} : mine, irregular ? nullptr : &known, at_root ? &places : nullptr};
            return how.start(on.rooted(root), data);
        };
        auto wrong = in.run(by, body);
        return wrong ? wrong : verify();
    }

private:
    bytes at_root(int r) const { return whole_.subspan(displacements_[std::size_t(r)], sizes[std::size_t(r)]); }
    static void fill(int r, bytes block, bool right)
    {
        for (std::size_t i = 0; i < block.size(); ++i) block[i] = right ? sample(r, i) : ~sample(r, i);
    }
    void prepare()
    {
        std::size_t end = 0;
        for (auto n : sizes) {
            displacements_.push_back(end);
            end += n + hole;
        }
        whole_ = memory_.take(end);
        std::ranges::fill(whole_, std::byte(0xee));
        for (int r = 0; r < ranks(); ++r) {
            blocks_.push_back(r == root ? at_root(r) : memory_.take(sizes[std::size_t(r)]));
            fill(r, at_root(r), r == root || !gathers);
            if (r != root) fill(r, blocks_.back(), gathers);
        }
    }
    std::optional<trouble> verify() const
    {
        for (int r = 0; r < ranks(); ++r) {
            auto block = gathers ? at_root(r) : blocks_[std::size_t(r)];
            for (std::size_t i = 0; i < block.size(); ++i)
                if (block[i] != sample(r, i)) return trouble{"data", "block of rank " + std::to_string(r)};
            auto hole_at = displacements_[std::size_t(r)] + sizes[std::size_t(r)];
            for (auto b : whole_.subspan(hole_at, hole))
                if (b != std::byte(0xee)) return trouble{"data", "hole behind rank " + std::to_string(r)};
        }
        if (!memory_.intact()) return trouble{"guard", "written outside of a buffer"};
        return {};
    }

    guarded_arena memory_;
    bytes whole_;
    std::vector<std::size_t> displacements_;
    std::vector<bytes> blocks_;
};

// Equal blocks, from every root of every placement.
inline void expect_gathers_everywhere(std::string_view collective, const std::string& spec, int p)
{
    for (auto& where : placements(p))
        for (std::size_t m : {0, 1, 70, 700}) {
            auto bound = bind_algorithm(collective, std::string_view(spec), {&where, double(m) * p});
            ASSERT_TRUE(bound) << bound.error().what;
            for (int root = 0; root < p; ++root) {
                seeded order(unsigned(root) + 1);
                rooted_trial trial(collective, root, std::vector<std::size_t>(std::size_t(p), m), root % 2 ? 3u : 0u);
                auto wrong = trial.run(bound->as<rooted_blocks>(), order);
                ASSERT_FALSE(wrong) << collective << " " << spec << ", " << p << " ranks, " << where.text() << ", root "
                                    << root << ", " << m << " bytes: " << wrong->kind << ": " << wrong->detail;
            }
        }
}

// Equal blocks of m bytes from rank 0: the declared time and the one that the clock of one-ported ranks counts.
inline times blocks_under(std::string_view collective, const std::string& spec, const layout& where, std::size_t m,
                          price unit)
{
    int p = where.ranks();
    place at{&where, double(m) * p, unit, unit};
    auto bound = bind_algorithm(collective, std::string_view(spec), at);
    clock_order clock(where, unit, unit);
    rooted_trial trial(collective, 0, std::vector<std::size_t>(std::size_t(p), m));
    EXPECT_FALSE(trial.run(bound->as<rooted_blocks>(), clock)) << spec << " " << where.text();
    return {bound->declared(at.as_problem()).finish, clock.now()};
}

} // namespace hocket
