// SPDX-License-Identifier: BSD-3-Clause
// Where a process is bound, on a picture of a machine: 2 sockets of 8 processors, the second of two NUMA domains, and
// L3 domains of 4.
#include "topology/bound_domains.hpp"
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace hocket {
namespace {

class BoundDomains : public ::testing::Test {
protected:
    void SetUp() override
    {
        root_ = std::filesystem::path(::testing::TempDir()) / "hocket_bound_domains";
        std::filesystem::remove_all(root_);
        write("node/online", "0,2-3");
        write("node/node0/cpulist", "0-7");
        write("node/node2/cpulist", "8-11");
        write("node/node3/cpulist", "12-15");
        for (int n = 0; n < 16; ++n) {
            auto cpu = "cpu/cpu" + std::to_string(n);
            write(cpu + "/topology/" + (n < 8 ? "package_cpus_list" : "core_siblings_list"), n < 8 ? "0-7" : "8-15");
            write(cpu + "/cache/index0/level", "1");
            write(cpu + "/cache/index0/shared_cpu_list", std::to_string(n));
            write(cpu + "/cache/index1/level", "3");
            auto at = [&](int i) { return std::to_string(n / 4 * 4 + i); };
            write(cpu + "/cache/index1/shared_cpu_list", at(0) + "-" + at(1) + "," + at(2) + "," + at(3));
        }
    }
    void TearDown() override { std::filesystem::remove_all(root_); }

    void write(const std::string& name, const std::string& text)
    {
        auto path = root_ / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path) << text << '\n';
    }
    domain_ids bound(std::vector<int> processors) { return bound_domains(processors, root_.string()); }

    std::filesystem::path root_;
};

TEST_F(BoundDomains, TheSmallestThatHoldsAll)
{
    EXPECT_EQ(bound({5}), (domain_ids{0, 0, 4}));
    EXPECT_EQ(bound({4, 5, 6, 7}), (domain_ids{0, 0, 4}));
    EXPECT_EQ(bound({3, 4}), (domain_ids{0, 0, -1}));
    EXPECT_EQ(bound({13, 14}), (domain_ids{8, 12, 12}));
    EXPECT_EQ(bound({8, 15}), (domain_ids{8, -1, -1}));
}

TEST_F(BoundDomains, BoundToNoneOrNothingKnown)
{
    EXPECT_EQ(bound({0, 8}), (domain_ids{-1, -1, -1}));
    EXPECT_EQ(bound({}), (domain_ids{-1, -1, -1}));
    EXPECT_EQ(bound({99}), (domain_ids{-1, -1, -1}));
    EXPECT_EQ(bound_domains({0}, (root_ / "nowhere").string()), (domain_ids{-1, -1, -1}));
    write("cpu/cpu5/topology/package_cpus_list", "0-3,x");
    write("node/node0/cpulist", "7-0");
    EXPECT_EQ(bound({5}), (domain_ids{-1, -1, 4}));
}

TEST_F(BoundDomains, ThisProcessRunsSomewhere)
{
    auto mine = own_processors();
    EXPECT_FALSE(mine.empty());
    EXPECT_TRUE(std::ranges::is_sorted(mine));
}

} // namespace
} // namespace hocket
