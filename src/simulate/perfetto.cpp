// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/perfetto.hpp"
#include "simulate/critical_path.hpp"
#include "simulate/rank_tracks.hpp"
#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace hocket {
namespace {

std::string microseconds(nanoseconds t)
{
    return fmt::format("{}.{:03}", t / 1000, t % 1000);
}

const char* level_of(const traced_message& m)
{
    return m.between_nodes ? "network" : "node";
}

// The list of events: commas, and what all events have.
class event_list {
public:
    event_list(std::ostream& out, const trace& seen) : out_(out), seen_(seen) {}

    void process(int pid, const std::string& name, int position) { named("process", pid, 0, name, position); }
    void thread(int pid, int tid, const std::string& name, int position) { named("thread", pid, tid, name, position); }
    void complete(int pid, int tid, nanoseconds begin, nanoseconds end, const std::string& name,
                  const std::string& args)
    {
        add(fmt::format(R"("ph":"X","pid":{},"tid":{},"ts":{},"dur":{},"name":"{}","args":{{{}}})", pid, tid,
                        microseconds(begin), microseconds(end - begin), name, args));
    }
    // Binds to the event before on the same thread.
    void flow(int pid, int tid, nanoseconds at, std::int64_t message, bool starts)
    {
        add(fmt::format(R"("ph":"{}","pid":{},"tid":{},"ts":{},"id":{},"cat":"message","name":"message"{})",
                        starts ? 's' : 'f', pid, tid, microseconds(at), message, starts ? "" : R"(,"bp":"e")"));
    }
    void side(int pid, int tid, const message_side& s, bool sends, int every)
    {
        auto& m = seen_.messages[std::size_t(s.message)];
        int peer = sends ? m.to : m.from;
        complete(
            pid, tid, s.begin, s.end, fmt::format("{} {}", sends ? "send to" : "receive from", peer),
            fmt::format(R"("bytes":{},"peer":{},"context":{},"level":"{}")", m.bytes, peer, m.context, level_of(m)));
        if (m.from % every || m.to % every) return; // the arrow's other end is not shown
        auto in = std::clamp(in_nanoseconds(m.arrived), s.begin, std::max(s.begin, s.end - 1));
        flow(pid, tid, sends ? s.begin : in, s.message, sends);
    }

private:
    void named(const char* what, int pid, int tid, const std::string& name, int position)
    {
        auto one = [&](const char* of, const std::string& args) {
            add(fmt::format(R"("ph":"M","pid":{},"tid":{},"name":"{}_{}","args":{{{}}})", pid, tid, what, of, args));
        };
        one("name", fmt::format(R"("name":"{}")", name));
        one("sort_index", fmt::format(R"("sort_index":{})", position));
    }
    void add(const std::string& inside) { out_ << (std::exchange(first_, false) ? "\n{" : ",\n{") << inside << '}'; }

    std::ostream& out_;
    const trace& seen_;
    bool first_ = true;
};

std::string shown(const critical_sums& sums)
{
    return fmt::format(R"("network_us":{:.3f},"node_us":{:.3f},"waiting_us":{:.3f})", sums.network, sums.node,
                       sums.waiting);
}

// One event around them all, and one for each message: from the end of the one before to its own.
void write_path(event_list& to, int pid, const std::vector<critical_step>& path, const trace& seen,
                const std::string& title)
{
    int tid = pid + 1;
    to.process(pid, "critical path", -1);
    to.thread(pid, tid, "critical path", 0);
    if (path.empty()) return;
    to.complete(pid, tid, 0, in_nanoseconds(path.back().end), title,
                fmt::format(R"({},"messages":{})", shown(sums_of(path, seen)), path.size()));
    for (auto& step : path) {
        auto& m = seen.messages[std::size_t(step.message)];
        to.complete(pid, tid, in_nanoseconds(step.from), in_nanoseconds(step.end),
                    fmt::format("{} to {}", m.from, m.to),
                    fmt::format(R"("bytes":{},"context":{},"level":"{}","waits_for":"{} {}","waiting_us":{:.3f},)"
                                R"("moving_us":{:.3f})",
                                m.bytes, m.context, level_of(m), step.late_receiver ? "receiver" : "sender",
                                step.late_receiver ? m.to : m.from, step.moves - step.from, step.end - step.moves));
    }
}

void write_track(event_list& to, const rank_track& one, const layout& where, int tid, int every)
{
    int pid = where.node_of(one.rank) + 1;
    auto lane = one.lane ? fmt::format(", {}", one.lane + 1) : "";
    to.thread(pid, tid, fmt::format("rank {} {}{}", one.rank, one.sends ? "sends" : "receives", lane), tid);
    for (auto& s : one.sides) to.side(pid, tid, s, one.sends, every);
}

} // namespace

void write_perfetto(std::ostream& out, const trace& seen, const layout& where, const std::string& title,
                    std::size_t in_full)
{
    auto path = critical_path(seen);
    auto tracks = tracks_of(seen, where.ranks(), 2 * in_full);
    out << R"({"displayTimeUnit":"ns","traceEvents":[)";
    event_list events(out, seen);
    int path_pid = where.nodes() + 1, tid = path_pid + 2; // both tell threads and processes apart by number
    write_path(events, path_pid, path, seen, title);
    std::vector<bool> named(std::size_t(where.nodes()));
    for (auto& one : tracks.all) {
        int node = where.node_of(one.rank);
        if (!named[std::size_t(node)]) events.process(node + 1, fmt::format("node {}", node), node);
        named[std::size_t(node)] = true;
        write_track(events, one, where, tid++, tracks.every);
    }
    out << fmt::format("\n],\"otherData\":{{\"title\":\"{}\",\"finish_us\":{:.3f},\"messages\":{},\"ranks\":{},", title,
                       seen.finish, seen.messages.size(), where.ranks());
    out << fmt::format(R"("shown":"{}","sides_shown":{},"sides_left_out":{},"critical_path":{{{}}}}}}})",
                       tracks.every == 1 ? "all ranks" : fmt::format("one rank in {}, from rank 0", tracks.every),
                       tracks.sides, tracks.left_out, shown(sums_of(path, seen)))
        << '\n';
}

} // namespace hocket
