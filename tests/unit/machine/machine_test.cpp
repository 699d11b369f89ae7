// SPDX-License-Identifier: BSD-3-Clause
#include "machine/machine.hpp"
#include <gtest/gtest.h>

namespace hocket {
namespace {

std::string document(const std::string& rest, const std::string& levels = "[]")
{
    return R"({"schema":"hocket-machine-1","name":"x","levels":)" + levels + rest + "}";
}

std::string mistake_of(const std::string& text)
{
    auto m = parse_machine(text);
    return m ? "none" : m.error().what;
}

void expect_mistake(const std::string& text, const char* words)
{
    EXPECT_NE(mistake_of(text).find(words), std::string::npos) << text << "\n" << mistake_of(text);
}

TEST(Machine, ReadsLevels)
{
    auto m = parse_machine(document("", R"([{"name":"node","latency_us":0.25,"flow_GBps":20},
        {"name":"network","latency_us":3,"flow_GBps":2,"overhead_us":[[0,0.5],[1024,1]]}])"));
    ASSERT_TRUE(m) << m.error().what;
    EXPECT_DOUBLE_EQ(m->network.latency(), 3.5);
    EXPECT_DOUBLE_EQ(m->network.per_byte(), 5e-4);
    EXPECT_DOUBLE_EQ(m->node.per_byte(), 5e-5);
    EXPECT_EQ(m->node.overhead(1000), 0);
}

TEST(Machine, ReadsEverythingElse)
{
    auto m = parse_machine(document(R"(,"nic":{"count":4,"in_GBps":1,"out_GBps":2,"map":"block"},"memory_GBps":3,
        "copy_GBps":4,"reduce_GBps":{"any":5,"float":6},"eager_limit":7,"rendezvous_us":8,"fresh_buffer_us_per_MB":9,
        "switch":{"buffer":10,"on_full":"drop","rto_us":11},"groups":{"nodes":12,"taper":0.5},
        "shared_memory":{"latency_us":15,"overhead_us":16,"copy_GBps":17,"single_copy_from":18,"single_copy_us":19,
        "tell_limit":10},"noise":{"jitter_probability":0.25,"jitter_us":13,"stall_probability":0.125,"stall_us":14},
        "fitted":[],"held_out":[],"source":{"nic":"said so"})"));
    ASSERT_TRUE(m) << m.error().what;
    EXPECT_EQ(m->nic.count, 4);
    EXPECT_EQ(m->nic.in_GBps, 1);
    EXPECT_EQ(m->nic.out_GBps, 2);
    EXPECT_TRUE(m->nic.neighbours_share);
    EXPECT_EQ(m->memory_GBps, 3);
    EXPECT_EQ(m->copy_GBps, 4);
    EXPECT_EQ(m->reduce("float"), 6);
    EXPECT_EQ(m->reduce("double"), 5);
    EXPECT_EQ(m->network.eager_limit, 7);
    EXPECT_EQ(m->network.rendezvous_us, 8);
    EXPECT_EQ(m->fresh_buffer_us_per_MB, 9);
    EXPECT_EQ(m->port.buffer, 10);
    EXPECT_TRUE(m->port.drops);
    EXPECT_EQ(m->port.rto_us, 11);
    EXPECT_EQ(m->groups.nodes, 12);
    EXPECT_EQ(m->groups.taper, 0.5);
    EXPECT_EQ(m->sharing.latency_us, 15);
    EXPECT_EQ(m->sharing.overhead_us, 16);
    EXPECT_EQ(m->sharing.copy_GBps, 17);
    EXPECT_EQ(m->sharing.single_copy_from, 18);
    EXPECT_EQ(m->sharing.single_copy_us, 19);
    EXPECT_EQ(m->sharing.tell_limit, 10);
    EXPECT_EQ(m->noise.jitter_us, 13);
    EXPECT_EQ(m->noise.stall_probability, 0.125);
    EXPECT_FALSE(m->noise.silent());
}

TEST(Machine, WhatIsLeftOutIsFreeOrUnlimited)
{
    auto m = parse_machine(document(""));
    ASSERT_TRUE(m) << m.error().what;
    EXPECT_EQ(m->nic.count, 1);
    EXPECT_EQ(m->nic.in_GBps + m->nic.out_GBps + m->memory_GBps + m->copy_GBps + m->reduce("int"), 0);
    EXPECT_GT(m->network.eager_limit, 1e15);
    EXPECT_EQ(m->port.buffer, 0);
    EXPECT_EQ(m->groups.nodes, 0);
    EXPECT_TRUE(m->noise.silent());
}

TEST(Machine, OverheadLiesOnLinesBetweenItsPoints)
{
    machine_level level{.overhead_us = {{0, 1}, {100, 3}, {300, 4}}};
    for (auto [n, us] : {std::pair(0., 1.), {50, 2}, {100, 3}, {200, 3.5}, {300, 4}, {1e9, 4}})
        EXPECT_DOUBLE_EQ(level.overhead(n), us) << n;
    machine_level late{.overhead_us = {{64, 1}, {128, 2}}};
    EXPECT_DOUBLE_EQ(late.overhead(0), 1);
    EXPECT_DOUBLE_EQ(machine_level{}.overhead(64), 0);
}

TEST(Machine, Mistakes)
{
    expect_mistake(R"({"schema":"hocket-machine-1","name":"x","levls":[]})", "nearest: levels");
    expect_mistake(R"({"schema":"hocket-machine-2","name":"x","levels":[]})", "not known to this version");
    expect_mistake(R"({"schema":"hocket-machine-1","levels":[]})", "name");
    expect_mistake(R"({"schema":"hocket-machine-1","name":"x"})", "levels");
    expect_mistake(document("", R"([{"name":"rack"}])"), "valid: node, network");
    expect_mistake(document("", R"([{"name":"node","flow_GBps":0}])"), "flow_GBps");
    expect_mistake(document("", R"([{"name":"node","overhead_us":[[8,1],[8,2]]}])"), "growing bytes");
    expect_mistake(document("", R"([{"name":"node","overhead_us":[[0,-1]]}])"), "overhead_us of level node");
    expect_mistake(document("", R"([{"name":"node"},{"name":"node"}])"), "at most once");
    expect_mistake(document("", R"([{"name":"node","overhead_us":{}}])"), "not a list");
    expect_mistake(document("", R"([{"name":"node","overhead_us":
        [[0,1],[1,1],[2,1],[3,1],[4,1],[5,1],[6,1],[7,1],[8,1]]}])"),
                   "more than 8 points");
    expect_mistake(document(R"(,"shared_memory":{"latency_us":1})"), "shared_memory needs copy_GBps");
    expect_mistake(document(R"(,"shared_memory":{"copy_GBps":1,"call_us":1})"), "valid: ");
    expect_mistake(document(R"(,"shared_memory":{"copy_GBps":1,"single_copy_from":7,"tell_limit":8})"), "tell_limit");
    expect_mistake(document(R"(,"nic":{"count":1e10})"), "whole number from 1 to 1024");
    expect_mistake(document(R"(,"nic":{"count":2.5})"), "whole number");
    expect_mistake(document(R"(,"groups":{"nodes":1e12})"), "nodes of groups");
    expect_mistake(document(R"(,"fitted":5)"), "fitted is not a list");
    expect_mistake(document(R"(,"source":"me")"), "source is not an object");
    expect_mistake(document(R"(,"nic":{"conut":2})"), "nearest: count");
    expect_mistake(document(R"(,"nic":{"count":0})"), "count");
    expect_mistake(document(R"(,"nic":{"map":"random"})"), "valid: modulo, block");
    expect_mistake(document(R"(,"switch":{"on_full":"wait"})"), "valid: pause, drop");
    expect_mistake(document(R"(,"switch":{"buffer":1,"on_full":"drop"})"), "rto_us");
    expect_mistake(document(R"(,"noise":{"stall_probability":1.5})"), "at most 1");
    expect_mistake(document(R"(,"groups":{"nodes":2,"taper":0})"), "taper");
    expect_mistake(document(R"(,"reduce_GBps":{"float":0})"), "float");
    expect_mistake(document(R"(,"memory_GBps":-1)"), "memory_GBps");
}

TEST(Machine, ShippedOnesAreFoundByName)
{
    for (auto& name : shipped_machines()) {
        auto m = find_machine(name);
        ASSERT_TRUE(m) << m.error().what;
        EXPECT_EQ(m->name, name);
        EXPECT_TRUE(m->shipped);
    }
    EXPECT_FALSE(find_machine("aurorra"));
    EXPECT_NE(find_machine("aurorra").error().what.find("valid: aurora"), std::string::npos);
    EXPECT_NE(find_machine("./none.json").error().what.find("none.json"), std::string::npos);
}

} // namespace
} // namespace hocket
