// SPDX-License-Identifier: BSD-3-Clause
// Names and numbers of the libraries' own settings mean here what they mean there.
#include "catalogue/catalogue.hpp"
#include <gtest/gtest.h>
#include <utility>
#include <vector>

using namespace hocket;

namespace {

using pairs = std::vector<std::pair<const char*, const char*>>;

void expect_same(const pairs& names, const char* collective = "bcast")
{
    for (auto& [alias, meant] : names) {
        auto one = canonical_spec(collective, alias), other = canonical_spec(collective, meant);
        ASSERT_TRUE(one) << alias << ": " << one.error().what;
        ASSERT_TRUE(other) << meant;
        EXPECT_EQ(*one, *other) << alias;
    }
}

} // namespace

TEST(Aliases, OpenMpiNumbers)
{
    expect_same({{"1", "flat"},
                 {"2", "chain:fanout=4"},
                 {"3", "chain"},
                 {"4", "split-binary"},
                 {"5", "kary:k=2"},
                 {"6", "knomial:k=2"},
                 {"7", "knomial:k=4"},
                 {"8", "then(scatter=knomial,allgather=recursive-doubling)"},
                 {"9", "then(scatter=knomial,allgather=ring)"}});
    EXPECT_FALSE(canonical_spec("bcast", "10"));
}

TEST(Aliases, OpenMpiNames)
{
    expect_same({{"basic_linear", "1"},
                 {"chain:fanout=4", "2"},
                 {"pipeline", "3"},
                 {"split_binary_tree", "4"},
                 {"binary_tree", "5"},
                 {"binomial", "6"},
                 {"knomial:k=4", "7"},
                 {"scatter_allgather", "8"},
                 {"scatter_allgather_ring", "9"}});
}

TEST(Aliases, MpichNames)
{
    expect_same({{"binomial", "knomial:k=2"},
                 {"tree", "kary:k=2"},
                 {"pipelined_tree", "kary:k=2:segment=8K"},
                 {"scatter_recursive_doubling_allgather", "then(scatter=knomial,allgather=recursive-doubling)"},
                 {"scatter_ring_allgather", "then(scatter=knomial,allgather=ring)"},
                 {"smp", "levels(across=knomial,inside=knomial)"},
                 {"nb", "native-nonblocking"}});
}

TEST(Aliases, TwoTrees)
{
    expect_same({{"two_tree:segment=8K", "double-tree:segment=8K"}, {"double_binary_tree", "double-tree"}});
}

TEST(Aliases, PartsHaveTheirsToo)
{
    expect_same({{"then(scatter=binomial,allgather=k_ring:k=2)", "then(scatter=knomial,allgather=k-ring:k=2)"},
                 {"then(allgather=recursive_doubling)", "then(allgather=recursive-doubling)"}});
    EXPECT_FALSE(canonical_spec("bcast", "then(allgather=ring:skip=2)"));
    EXPECT_FALSE(canonical_spec("bcast", "then(allgather=bruck:k=1)"));
}

TEST(Aliases, OpenMpiAllgather)
{
    const char* linear = "rooted(gather=flat,bcast=knomial)";
    expect_same({{"1", linear},
                 {"linear", linear},
                 {"2", "bruck:k=2"},
                 {"3", "recursive-doubling"},
                 {"4", "ring"},
                 {"5", "neighbor-exchange"},
                 {"neighbor", "neighbor-exchange"},
                 {"6", "two_proc"},
                 {"7", "sparbit"},
                 {"8", "flat"},
                 {"direct-messaging", "flat"}},
                "allgather");
    EXPECT_FALSE(canonical_spec("allgather", "9"));
}

TEST(Aliases, OpenMpiAllgathervHasOtherNumbers)
{
    expect_same({{"1", "rooted(gather=flat,bcast=knomial)"},
                 {"default", "1"},
                 {"2", "bruck:k=2"},
                 {"3", "ring"},
                 {"4", "neighbor-exchange"},
                 {"5", "recursive-doubling"},
                 {"6", "sparbit"}},
                "allgatherv");
    EXPECT_FALSE(canonical_spec("allgatherv", "7"));
}

TEST(Aliases, MpichAllgather)
{
    for (auto* collective : {"allgather", "allgatherv"})
        expect_same({{"brucks", "bruck:k=2"},
                     {"k_brucks:k=4", "bruck:k=4"},
                     {"recursive_doubling", "recursive-doubling"},
                     {"recexch_doubling:k=3", "exchange:k=3"}},
                    collective);
}

TEST(Aliases, Barrier)
{
    expect_same({{"1", "flat"},
                 {"linear", "flat"},
                 {"3", "recursive-doubling"},
                 {"4", "dissemination:k=2"},
                 {"bruck", "dissemination:k=2"},
                 {"5", "recursive-doubling"},
                 {"6", "knomial:k=2"},
                 {"tree", "knomial:k=2"},
                 {"k_dissemination:k=4", "dissemination:k=4"},
                 {"recexch:k=4", "exchange:k=4"}},
                "barrier");
    EXPECT_FALSE(canonical_spec("barrier", "2")); // the double ring, which only Open MPI has
}
