// SPDX-License-Identifier: BSD-3-Clause
#include "base/embedded.hpp"
#include "choose/settings.hpp"
#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace hocket;

namespace {

result<settings> with(std::vector<const char*> env)
{
    env.push_back(nullptr);
    return read_settings(env.data());
}

std::string mistake_of(std::vector<const char*> env)
{
    auto r = with(std::move(env));
    return r ? "" : r.error().what;
}

void expect_words(const std::string& text, std::initializer_list<const char*> words)
{
    for (auto* w : words) EXPECT_NE(text.find(w), std::string::npos) << "\"" << text << "\" lacks " << w;
}

} // namespace

TEST(Settings, NothingSetIsNative)
{
    auto s = with({"PATH=/bin", "HOCKETX=1"});
    ASSERT_TRUE(s);
    EXPECT_TRUE(s->forced.empty());
    EXPECT_FALSE(!s->off.empty() || s->dry || s->verify || s->rules);
    EXPECT_TRUE(s->agreed.empty());
    EXPECT_TRUE(s->warnings.empty());
}

TEST(Settings, ValuesAreCanonical)
{
    auto s = with({"HOCKET_BCAST=binomial", "HOCKET_OFF=gatherv,scatterv", "HOCKET_DRY=1", "HOCKET_VERIFY=0",
                   "HOCKET_EXPLAIN=2"});
    ASSERT_TRUE(s);
    EXPECT_EQ(s->forced_for("bcast"), "knomial");
    EXPECT_FALSE(s->is_off("bcast"));
    EXPECT_TRUE(s->dry);
    EXPECT_FALSE(s->verify);
    EXPECT_EQ(s->explain, "2");
    EXPECT_EQ(s->agreed, "HOCKET_BCAST=knomial\nHOCKET_OFF=gatherv,scatterv\nHOCKET_DRY=1\n");
}

TEST(Settings, TheSameMeaningHasTheSameHash)
{
    EXPECT_EQ((*with({"HOCKET_BCAST=binomial"})).hash(),
              (*with({"HOCKET_BCAST=knomial:k=2", "HOCKET_EXPLAIN=1"})).hash());
    EXPECT_NE((*with({"HOCKET_BCAST=flat"})).hash(), (*with({})).hash());
}

// A table goes with the shipped machine only, so ranks that read the same numbers from a file choose differently.
TEST(Settings, AMachineAndAFileOfItsNumbersDoNotAgree)
{
    auto agreed = [](const std::string& line) {
        const char* env[] = {line.c_str(), nullptr};
        return read_settings(env)->agreed;
    };
    std::string file = ::testing::TempDir() + "machine.json", text(*embedded("machines/aurora.json"));
    auto write = [&] { std::ofstream(file) << text; };
    write();
    auto as_file = agreed("HOCKET_MACHINE=" + file);
    EXPECT_NE(as_file, agreed("HOCKET_MACHINE=aurora"));
    text.replace(text.find("\"eager_limit\": 256"), 18, "\"eager_limit\": 257");
    write();
    EXPECT_NE(as_file, agreed("HOCKET_MACHINE=" + file));
}

TEST(NativeLibrary, SomebodyHasTunedIt)
{
    const char* plain[] = {"PATH=/bin", "OMPI_MCA_btl=self", nullptr};
    const char* tuned[] = {"PATH=/bin", "MPIR_CVAR_BCAST_INTRA_ALGORITHM=binomial", nullptr};
    EXPECT_EQ(tuned_by(plain), "");
    EXPECT_EQ(tuned_by(tuned), "MPIR_CVAR_BCAST_INTRA_ALGORITHM");
}

TEST(Settings, WrongValuesAreOneClearSentence)
{
    expect_words(mistake_of({"HOCKET_BCAST=knomail:k=4"}), {"HOCKET_BCAST", "knomail", "nearest: knomial"});
    expect_words(mistake_of({"HOCKET_OFF=bcst"}), {"HOCKET_OFF", "bcst", "nearest: bcast"});
    expect_words(mistake_of({"HOCKET_IBCAST=knomail"}), {"HOCKET_IBCAST", "knomail", "nearest: knomial"});
    expect_words(mistake_of({"HOCKET_NONBLOCKING=hook"}), {"HOCKET_NONBLOCKING=hook", "auto and native"});
    expect_words(mistake_of({"HOCKET_DRY=yes"}), {"HOCKET_DRY=yes", "0 and 1"});
    expect_words(mistake_of({"HOCKET_TABLE=/no/such/file.json"}),
                 {"HOCKET_TABLE", "/no/such/file.json", "No such file"});
    expect_words(mistake_of({"HOCKET_SHM=yes"}), {"HOCKET_SHM=yes", "0 and 1"});
    expect_words(mistake_of({"HOCKET_SINGLE_COPY=xpmem"}), {"HOCKET_SINGLE_COPY=xpmem", "auto, off and cma"});
    expect_words(mistake_of({"HOCKET_MACHINE=auora"}), {"HOCKET_MACHINE", "auora", "standard"});
    expect_words(mistake_of({"HOCKET_TABLE=/tmp"}), {"HOCKET_TABLE", "not a regular file"});
}

TEST(Settings, MemoryIsSharedInTimeAtOnceOrNever)
{
    EXPECT_GT(with({})->share_after, 0);
    EXPECT_GT(with({"HOCKET_SHM="})->share_after, 0);
    EXPECT_EQ(with({"HOCKET_SHM=1"})->share_after, 0);
    EXPECT_EQ(with({"HOCKET_SHM=0"})->share_after, std::nullopt);
}

TEST(Settings, MulticastIsOffUnlessAskedFor)
{
    EXPECT_EQ(with({})->multicast, "");
    EXPECT_EQ(with({"HOCKET_MULTICAST=off"})->multicast, "");
    EXPECT_EQ(with({"HOCKET_MULTICAST=auto"})->multicast, "auto");
    EXPECT_EQ(with({"HOCKET_MULTICAST=eth0"})->multicast, "eth0");
    EXPECT_NE(with({"HOCKET_MULTICAST=eth0"})->hash(), with({"HOCKET_MULTICAST=eth1"})->hash());
    expect_words(mistake_of({"HOCKET_MULTICAST=a/b"}), {"HOCKET_MULTICAST=a/b", "auto, off"});
}

TEST(Settings, UnknownVariablesWarnOnceWithTheNearest)
{
    auto s = with({"HOCKET_BCSAT=flat", "HOCKET_IALLREDUCE=ring"});
    ASSERT_TRUE(s);
    ASSERT_EQ(s->warnings.size(), 1u);
    expect_words(s->warnings[0], {"HOCKET_BCSAT", "nearest: HOCKET_BCAST"});
}

TEST(Settings, DeviceSaysWhichBuffersGoThroughHostMemory)
{
    EXPECT_EQ(with({})->device, staging_of::as_library_says);
    EXPECT_EQ(with({"HOCKET_DEVICE=auto"})->device, staging_of::as_library_says);
    EXPECT_EQ(with({"HOCKET_DEVICE=host"})->device, staging_of::all_calls);
    EXPECT_EQ(with({"HOCKET_DEVICE=native"})->device, staging_of::own_calls);
    EXPECT_EQ(with({"HOCKET_DEVICE=host"})->hash(), with({})->hash());
    EXPECT_EQ(with({"HOCKET_DEVICE=kernel"})->device, staging_of::as_library_says);
    EXPECT_EQ(with({"HOCKET_DEVICE=kernel"})->kernels, kernels_of_devices::always);
    EXPECT_EQ(with({"HOCKET_DEVICE=host"})->kernels, kernels_of_devices::never);
    EXPECT_EQ(with({})->kernels, kernels_of_devices::for_the_library);
    EXPECT_EQ(with({"HOCKET_DEVICE=auto"})->kernels, kernels_of_devices::where_faster);
    expect_words(mistake_of({"HOCKET_DEVICE=gpu"}), {"HOCKET_DEVICE=gpu", "auto, host, kernel and native"});
}

TEST(Settings, NonblockingFormsHaveVariablesOfTheirOwn)
{
    auto s = with({"HOCKET_ALLREDUCE=ring", "HOCKET_IALLREDUCE=recursive-doubling", "HOCKET_OFF=ibcast,gather"});
    ASSERT_TRUE(s);
    EXPECT_EQ(s->forced_for("allreduce"), "then(reduce_scatter=ring,allgather=ring)");
    EXPECT_EQ(s->forced_for("iallreduce"), "recursive-doubling");
    EXPECT_NE(s->agreed.find("HOCKET_IALLREDUCE=recursive-doubling\n"), std::string::npos);
    EXPECT_TRUE(s->is_off("ibcast") && !s->is_off("bcast") && s->is_off("gather"));
    EXPECT_TRUE(s->nonblocking);
    EXPECT_FALSE(with({"HOCKET_NONBLOCKING=native"})->nonblocking);
    EXPECT_EQ(with({})->progress, carried_by::hook);
    EXPECT_EQ(with({"HOCKET_PROGRESS=thread"})->progress, carried_by::thread);
    EXPECT_EQ(with({"HOCKET_PROGRESS=off"})->progress, carried_by::nobody);
    EXPECT_FALSE(with({"HOCKET_PROGRESS=often"}));
}

TEST(FakeLayout, Forms)
{
    EXPECT_EQ(*fake_layout("2x3", 6), (std::vector<int>{0, 0, 0, 1, 1, 1}));
    EXPECT_EQ(*fake_layout("cyclic:2x3", 6), (std::vector<int>{0, 1, 0, 1, 0, 1}));
    EXPECT_EQ(*fake_layout("3,1,2", 6), (std::vector<int>{0, 0, 0, 1, 2, 2}));
    EXPECT_EQ(*fake_layout("cyclic:3,1", 4), (std::vector<int>{0, 1, 0, 0}));
}

TEST(FakeLayout, Mistakes)
{
    expect_words(fake_layout("4x2", 6).error().what, {"HOCKET_NODES=4x2", "8 ranks", "6"});
    for (auto* bad : {"", "x", "4x", "0x2", "-1", "2x3x4", "1,,2", "99999999999x1", "1000000x1000000", "cyclic:"})
        expect_words(fake_layout(bad, 6).error().what, {"HOCKET_NODES", "valid are"});
}
