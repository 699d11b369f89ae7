// SPDX-License-Identifier: BSD-3-Clause
// Gatherv and scatterv by way of leaders: any placement, any sizes, any root.
#include "layouts.hpp"
#include <numeric>

namespace hocket {
namespace {

// Blocks at the root, in falling order with a hole of one byte before each, as ranks of the turned net see them.
class falling_places final : public block_places {
public:
    falling_places(bytes at, std::vector<std::size_t> sizes) : at_(at), sizes_(std::move(sizes)) {}
    std::size_t of(int first, int last) const override
    {
        return std::accumulate(sizes_.begin() + first, sizes_.begin() + last, std::size_t(0));
    }
    bytes block(int i) const
    {
        return at_.subspan(of(i + 1, int(sizes_.size())) + sizes_.size() - std::size_t(i), sizes_[std::size_t(i)]);
    }
    int pieces(int first, int last, bytes* into, int room) const override
    {
        int n = 0;
        for (int i = first; i < last; ++i)
            if (sizes_[std::size_t(i)] > 0 && n++ < room) into[n - 1] = block(i);
        return n;
    }

private:
    bytes at_;
    std::vector<std::size_t> sizes_;
};

std::byte sample(int rank, std::size_t at)
{
    return std::byte(rank * 31 + int(at) * 7 + 1);
}

struct one_run {
    std::vector<std::vector<std::byte>> own;
    std::vector<std::byte> at_root;
    falling_places places;
};

one_run prepare(const std::vector<std::size_t>& sizes, int root, bool gather)
{
    int p = int(sizes.size());
    std::vector<std::size_t> turned;
    for (int i = 0; i < p; ++i) turned.push_back(sizes[std::size_t((i + root) % p)]);
    auto total = std::accumulate(sizes.begin(), sizes.end(), sizes.size() + 1);
    one_run made{{}, std::vector<std::byte>(total, std::byte(0xEE)), {{}, {}}};
    made.places = {made.at_root, turned};
    for (int r = 0; r < p; ++r) {
        auto& mine = made.own.emplace_back(sizes[std::size_t(r)]);
        auto there = made.places.block((r - root + p) % p);
        for (std::size_t at = 0; at < mine.size(); ++at) {
            if (gather) mine[at] = sample(r, at);
            if (!gather || r == root) there[at] = sample(r, at);
        }
    }
    return made;
}

void expect_right(const std::string& collective, const std::string& spec, const layout& where, int root,
                  const std::vector<std::size_t>& sizes)
{
    int p = where.ranks();
    bool gather = collective == "gatherv";
    auto bound = bind_algorithm(collective, std::string_view(spec), {&where, 100.0 * p});
    ASSERT_TRUE(bound) << bound.error().what;
    auto run = prepare(sizes, root, gather);
    world on(p, {.watch_buffers = true});
    seeded order(unsigned(root) + 1);
    auto wrong = on.run(order, [&](net all) {
        auto me = std::size_t(all.rank());
        rooted_blocks data{int(me) == root ? bytes{} : bytes(run.own[me])};
        if (int(me) == root) data.places = &run.places;
        return bound->as<rooted_blocks>().start(all.rooted(root), data);
    });
    ASSERT_FALSE(wrong) << spec << ", " << where.text() << ", root " << root << ": " << wrong->detail;
    for (int r = 0; r < p; ++r) {
        bytes got = gather ? run.places.block((r - root + p) % p) : bytes(run.own[std::size_t(r)]);
        for (std::size_t at = 0; at < got.size() && (gather || r != root); ++at)
            ASSERT_EQ(got[at], sample(r, at)) << spec << ", " << where.text() << ", root " << root << ", rank " << r;
    }
    auto holes = std::ranges::count(run.at_root, std::byte(0xEE));
    ASSERT_GE(holes, p + 1);
}

std::vector<std::size_t> random_sizes(int p, unsigned seed)
{
    std::mt19937 dice(seed);
    std::vector<std::size_t> sizes;
    for (int r = 0; r < p; ++r) sizes.push_back(dice() % 4 == 0 ? 0 : dice() % (dice() % 5 == 0 ? 5000 : 60));
    return sizes;
}

constexpr auto specs = {"levels",
                        "levels:leaders=2:segment=256",
                        "levels:leaders=3:segment=1",
                        "hybrid:threshold=32",
                        "hybrid(across=flat:window=1:credit=16,inside=flat:window=2):threshold=64:segment=100",
                        "hybrid(across=flat:window=2:credit=16:first=8):threshold=1:leaders=2"};

} // namespace

TEST(NodeStream, AnyPlacementSizesAndRoot)
{
    for (int p = 1; p <= 17; ++p)
        for (auto& where : placements(p))
            for (auto* collective : {"gatherv", "scatterv"})
                for (auto* spec : specs)
                    for (int root : {0, p / 2, p - 1})
                        expect_right(collective, spec, where, root, random_sizes(p, unsigned(p + root)));
}

} // namespace hocket
