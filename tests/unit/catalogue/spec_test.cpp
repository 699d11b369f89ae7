// SPDX-License-Identifier: BSD-3-Clause
#include "base/words.hpp"
#include "canonical.hpp"
#include "catalogue/catalogue.hpp"
#include <gtest/gtest.h>
#include <random>

using namespace hocket;

TEST(Spec, PrintsCanonically)
{
    EXPECT_EQ(canonical("bcast", "binomial"), "knomial");
    EXPECT_EQ(canonical("bcast", "knomial:segment=8192:k=4"), "knomial:k=4:segment=8K");
    EXPECT_EQ(canonical("bcast", "pipelined_tree"), "kary:segment=8K");
    EXPECT_EQ(canonical("bcast", "pipelined_tree:k=3"), "kary:k=3:segment=8K");
    EXPECT_EQ(canonical("bcast", "then"), "then(scatter=knomial,allgather=recursive-doubling)");
    EXPECT_EQ(canonical("bcast", "9"), "then(scatter=knomial,allgather=ring)");
    EXPECT_EQ(canonical("bcast", "levels( across = circulant:blocks=auto , inside=flat):segment=65536"),
              "levels(across=circulant:blocks=auto,inside=flat):segment=64K");
    EXPECT_EQ(canonical("bcast", "nb"), "native-nonblocking");
}

TEST(Spec, WhatIsPrintedParsesBackToTheSame)
{
    for (auto& text : grid_of("bcast", true)) {
        EXPECT_EQ(canonical("bcast", text), text);
        auto parsed = parse_spec(text);
        ASSERT_TRUE(parsed);
        EXPECT_EQ(print(*parsed), text);
    }
}

TEST(Spec, MistakesNameWhatIsWrongAndWhatIsValid)
{
    auto has = [](std::string_view spec, std::initializer_list<const char*> words) {
        for (auto* w : words)
            EXPECT_NE(canonical("bcast", spec).find(w), std::string::npos)
                << spec << " -> " << canonical("bcast", spec) << " lacks " << w;
    };
    has("knomail:k=4", {"mistake", "\"knomail\"", "nearest: knomial", "circulant"});
    has("knomial:k=0", {"mistake", "k=0", "2 to 1024"});
    has("knomial:k=4K", {"mistake", "k=4K"});
    has("ring:seg=", {"mistake", "\"seg\"", "character 10"});
    has("knomial:sgement=1K", {"mistake", "sgement", "nearest: segment"});
    has("knomial:k=2:k=3", {"mistake", "twice"});
    has("flat(across=flat)", {"mistake", "no parts"});
    has("levels(across=flat,across=flat)", {"mistake", "twice"});
    has("levels(inside=native)", {"mistake", "native", "part inside"});
    has("levels(across=levels)", {"mistake", "levels", "part across"});
    has("then(scatter=ring)", {"mistake", "scatter", "nearest: bine"});
    has("", {"mistake", "name of an algorithm"});
    has("flat)", {"mistake", "the end"});
    has("levels(across=flat", {"mistake", "')'"});
    has(std::string(5000, 'a'), {"mistake", "4096"});
}

TEST(Spec, DeepNestingIsRefusedBeforeTheStackEnds)
{
    std::string deep;
    for (int i = 0; i < 200; ++i) deep += "levels(across=";
    EXPECT_NE(canonical("bcast", deep).find("nested deeper"), std::string::npos);
}

TEST(Spec, Sizes)
{
    EXPECT_EQ(print_size(8192), "8K");
    EXPECT_EQ(print_size(0), "0");
    EXPECT_EQ(print_size(1000), "1000");
    EXPECT_EQ(print_size(3ull << 30), "3G");
    EXPECT_EQ(*parse_size("3g"), 3ull << 30);
    for (auto* bad : {"", "K", "1T", "-1", "1KK", "99999999999999999999"}) EXPECT_FALSE(parse_size(bad)) << bad;
    EXPECT_NE(parse_size("1T").error().what.find("digits, then nothing, K, M or G"), std::string::npos);
    EXPECT_NE(parse_size("99999999999999999999").error().what.find("too large"), std::string::npos);
}

TEST(Spec, NearestWord)
{
    EXPECT_EQ(nearest("knomail", {"kary", "knomial", "chain"}), "knomial");
    EXPECT_EQ(nearest("x", {}), "");
}

// Seeded: ten thousand texts a letter or two away from valid ones. Each is either understood, and then prints to
// something that is understood as the same, or refused with a sentence.
TEST(Spec, TenThousandMutations)
{
    const unsigned seed = 20240607;
    std::mt19937 random(seed);
    RecordProperty("seed", int(seed));
    auto valid = grid_of("bcast", true);
    const std::string letters = "abcdefghijklmnopqrstuvwxyz0123456789:=(),-_ KMG\xff";
    int understood = 0;
    for (int i = 0; i < 10000; ++i) {
        auto text = valid[random() % valid.size()];
        for (auto edits = 1 + random() % 4; edits-- > 0 && !text.empty();) {
            auto at = random() % text.size();
            auto letter = letters[random() % letters.size()];
            if (random() % 3 == 0) text.erase(at, 1 + random() % 3);
            else if (random() % 2) text.insert(at, 1, letter);
            else text[at] = letter;
        }
        auto once = canonical_spec("bcast", text);
        if (!once) {
            EXPECT_FALSE(once.error().what.empty());
            continue;
        }
        ++understood;
        EXPECT_EQ(canonical("bcast", *once), *once) << text;
    }
    EXPECT_GT(understood, 50);
}
