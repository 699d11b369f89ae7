// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/perfetto.hpp"
#include "traced.hpp"
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

namespace hocket {
namespace {

using json = nlohmann::json;

// Four ranks on two nodes; rank 0 sends to all at once, and both its messages are under way together.
trace fan()
{
    trace seen{{eager(0, 1, 0, 10.0004), eager(0, 2, 0, 9), eager(2, 3, 9, 30, 1)}, 30};
    seen.messages[0].send_finished = 9;
    seen.messages[1].send_finished = 8;
    seen.messages[0].between_nodes = false;
    return seen;
}

json written(const trace& seen, const layout& where, std::size_t in_full = most_messages_in_full)
{
    std::ostringstream out;
    write_perfetto(out, seen, where, "knomial:k=4", in_full);
    return json::parse(out.str()); // throws where it is not JSON
}

std::vector<json> events_of(const json& document, const std::string& phase)
{
    std::vector<json> found;
    for (auto& e : document["traceEvents"])
        if (e["ph"] == phase) found.push_back(e);
    return found;
}

json thread_named(const json& document, const std::string& name)
{
    for (auto& e : events_of(document, "M"))
        if (e["name"] == "thread_name" && e["args"]["name"] == name) return e;
    return {};
}

TEST(Perfetto, EachMessageHasTwoSidesAndAnArrow)
{
    auto document = written(fan(), layout::block(4, 2));
    int sends = 0, receives = 0;
    for (auto& e : events_of(document, "X")) {
        sends += e["name"].get<std::string>().starts_with("send to");
        receives += e["name"].get<std::string>().starts_with("receive from");
    }
    EXPECT_EQ(sends, 3);
    EXPECT_EQ(receives, 3);
    EXPECT_EQ(events_of(document, "s").size(), 3u);
    EXPECT_EQ(events_of(document, "f").size(), 3u);
}

TEST(Perfetto, NodesAreProcessesAndRanksAreThreads)
{
    auto document = written(fan(), layout::block(4, 2));
    std::set<std::string> processes;
    for (auto& e : events_of(document, "M"))
        if (e["name"] == "process_name") processes.insert(e["args"]["name"]);
    EXPECT_EQ(processes, (std::set<std::string>{"critical path", "node 0", "node 1"}));
    auto rank3 = thread_named(document, "rank 3 receives");
    ASSERT_FALSE(rank3.is_null());
    for (auto& e : events_of(document, "X"))
        if (e["tid"] == rank3["tid"]) {
            EXPECT_EQ(e["pid"], rank3["pid"]);
            EXPECT_DOUBLE_EQ(e["dur"], 30);
            EXPECT_EQ(e["args"], (json{{"bytes", 8}, {"peer", 2}, {"context", 0}, {"level", "network"}}));
        }
}

// Slices of one thread that overlap without nesting are dropped by the viewer.
TEST(Perfetto, NothingOverlapsOnAThreadOfARank)
{
    auto document = written(fan(), layout::block(4, 2));
    std::map<int, double> until;
    for (auto& e : events_of(document, "X")) {
        if (e["pid"] == 3) continue; // the critical path nests in its sum
        EXPECT_GE(e["ts"].get<double>(), until[e["tid"]] - 1e-9) << e;
        until[e["tid"]] = e["ts"].get<double>() + e["dur"].get<double>();
    }
    EXPECT_FALSE(thread_named(document, "rank 0 sends, 2").is_null());
    EXPECT_TRUE(thread_named(document, "rank 0 sends, 3").is_null());
}

TEST(Perfetto, TheCriticalPathSaysWhereItsTimeWent)
{
    auto document = written(fan(), layout::block(4, 2));
    std::vector<std::string> names;
    json sum;
    for (auto& e : events_of(document, "X"))
        if (e["pid"] == 3) {
            names.push_back(e["name"]);
            if (names.size() == 1) sum = e["args"];
        }
    EXPECT_EQ(names, (std::vector<std::string>{"knomial:k=4", "0 to 2", "2 to 3"}));
    EXPECT_DOUBLE_EQ(sum["network_us"], 30);
    EXPECT_DOUBLE_EQ(sum["node_us"], 0);
    EXPECT_EQ(document["otherData"]["shown"], "all ranks");
}

TEST(Perfetto, ALargeTraceShowsSomeRanksAndTheWholePath)
{
    constexpr int ranks = 64;
    trace seen;
    std::int64_t count = 2001;
    for (std::int64_t i = 0; i < count; ++i)
        seen.messages.push_back(eager(int(i % ranks), int((i + 1) % ranks), double(i), double(i) + 1));
    for (std::int64_t i = 1; i < 100; ++i) seen.messages[std::size_t(count - i)].send_cause = count - i - 1;
    seen.finish = double(count);
    auto document = written(seen, layout::block(ranks, 8), 2000);
    EXPECT_EQ(document["otherData"]["shown"], "one rank in 2, from rank 0");
    EXPECT_TRUE(events_of(document, "s").empty()); // each goes to a rank that is not shown
    EXPECT_TRUE(thread_named(document, "rank 1 sends").is_null());
    EXPECT_FALSE(thread_named(document, "rank 62 sends").is_null());
    int on_path = 0;
    for (auto& e : events_of(document, "X")) on_path += e["pid"] == 9;
    EXPECT_EQ(on_path, 101);
}

TEST(Perfetto, FewRanksWithTooManyMessagesAreCutAndItSaysSo)
{
    trace seen;
    for (std::size_t i = 0; i < 2005; ++i) seen.messages.push_back(eager(0, 1, double(i), double(i) + 1));
    auto document = written(seen, layout::block(2, 2), 1000);
    EXPECT_EQ(document["otherData"]["sides_shown"], 2000);
    EXPECT_EQ(document["otherData"]["sides_left_out"], 5);
}

} // namespace
} // namespace hocket
