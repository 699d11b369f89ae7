// SPDX-License-Identifier: BSD-3-Clause
#include "base/json_reader.hpp"
#include "machine/machine.hpp"
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace hocket {
namespace {

using nlohmann::json;

class machine_reader {
public:
    explicit machine_reader(std::string_view text) : in_(text, "machine") {}

    result<machine> all()
    {
        if (!in_.found()) {
            in_.keys(in_.root(), document,
                     {"schema", "name", "levels", "nic", "memory_GBps", "copy_GBps", "reduce_GBps", "eager_limit",
                      "rendezvous_us", "fresh_buffer_us_per_MB", "switch", "groups", "multicast", "shared_memory",
                      "noise", "fitted", "held_out", "source"});
            read_.name = in_.text(in_.root(), document, "name", true);
            levels();
            plain();
            notes();
            nic();
            reduction();
            port();
            groups();
            multicast();
            sharing();
            noise();
        }
        if (in_.found()) return *in_.found();
        return read_;
    }

private:
    void levels()
    {
        auto* list = in_.find(in_.root(), "levels");
        if (!list || !list->is_array()) return in_.wrong("the document needs \"levels\" as a list");
        int nodes = 0, networks = 0;
        for (auto& level : *list) {
            auto name = in_.text(level, "a level", "name", true);
            if (name != "node" && name != "network")
                return in_.wrong(fmt::format("level \"{}\" is not known; valid: node, network", name));
            ++(name == "node" ? nodes : networks);
            one_level(level, "level " + name, name == "node" ? read_.node : read_.network);
        }
        if (nodes > 1 || networks > 1) in_.wrong("levels name node and network at most once each");
    }
    void one_level(const json& from, const std::string& place, machine_level& into)
    {
        in_.keys(from, place, {"name", "latency_us", "flow_GBps", "overhead_us"});
        into.latency_us = in_.number(from, place, "latency_us", into.latency_us);
        into.flow_GBps = in_.number(from, place, "flow_GBps", into.flow_GBps, 1e-6);
        if (auto* list = in_.find(from, "overhead_us")) into.overhead_us = overheads(*list, place);
    }
    std::vector<std::pair<double, double>> overheads(const json& list, const std::string& place)
    {
        std::vector<std::pair<double, double>> points;
        if (!list.is_array()) in_.wrong("overhead_us of " + place + " is not a list");
        for (auto& point : list) {
            bool pair = point.is_array() && point.size() == 2 && point[0].is_number() && point[1].is_number();
            if (pair) pair = point[1] >= 0 && (points.empty() || point[0] > points.back().first);
            if (!pair) {
                in_.wrong("overhead_us of " + place + " is not a list of [bytes, microseconds] with growing bytes");
                break;
            }
            points.emplace_back(point[0].get<double>(), point[1].get<double>());
        }
        if (points.size() > 8) in_.wrong("overhead_us of " + place + " has more than 8 points");
        return points;
    }
    void plain()
    {
        auto number = [&](const char* key, double& into) { into = in_.number(in_.root(), document, key, into); };
        number("memory_GBps", read_.memory_GBps);
        number("copy_GBps", read_.copy_GBps);
        number("eager_limit", read_.node.eager_limit);
        number("rendezvous_us", read_.node.rendezvous_us);
        read_.network.eager_limit = read_.node.eager_limit;
        read_.network.rendezvous_us = read_.node.rendezvous_us;
        number("fresh_buffer_us_per_MB", read_.fresh_buffer_us_per_MB);
    }
    // For people, not for prices.
    void notes()
    {
        for (auto* key : {"fitted", "held_out"})
            if (auto* list = in_.find(in_.root(), key); list && !list->is_array())
                in_.wrong(fmt::format("{} is not a list", key));
        auto* source = in_.find(in_.root(), "source");
        if (source && !source->is_object()) in_.wrong("source is not an object");
    }
    void nic()
    {
        auto* from = part("nic", {"count", "in_GBps", "out_GBps", "map"});
        if (!from) return;
        read_.nic.count = whole(*from, "nic", "count", 1, 1024);
        read_.nic.in_GBps = in_.number(*from, "nic", "in_GBps", 0);
        read_.nic.out_GBps = in_.number(*from, "nic", "out_GBps", 0);
        read_.nic.neighbours_share = one_of(*from, "nic", "map", "modulo", "block") == "block";
    }
    void reduction()
    {
        auto* from = in_.find(in_.root(), "reduce_GBps");
        if (!from) return;
        if (!from->is_object()) return in_.wrong("reduce_GBps is not an object");
        for (auto& [type, speed] : from->items())
            read_.reduce_GBps[type] = in_.number(*from, "reduce_GBps", type.c_str(), 0, 1e-6);
    }
    void port()
    {
        auto* from = part("switch", {"buffer", "on_full", "rto_us"});
        if (!from) return;
        read_.port.buffer = in_.number(*from, "switch", "buffer", 0);
        read_.port.drops = one_of(*from, "switch", "on_full", "pause", "drop") == "drop";
        read_.port.rto_us = in_.number(*from, "switch", "rto_us", 0, read_.port.drops ? 1 : 0);
        if (read_.port.drops && !in_.find(*from, "rto_us")) in_.wrong("switch drops, so it needs rto_us");
    }
    void groups()
    {
        auto* from = part("groups", {"nodes", "taper"});
        if (!from) return;
        read_.groups.nodes = whole(*from, "groups", "nodes", 0, 10'000'000);
        read_.groups.taper = in_.number(*from, "groups", "taper", 1, 1e-6);
    }
    void multicast()
    {
        auto* from = part("multicast", {"GBps", "packet_us", "loss_probability", "notice_us"});
        if (!from) return;
        auto& m = read_.multicast;
        if (!in_.find(*from, "GBps")) in_.wrong("multicast needs GBps");
        m.GBps = in_.number(*from, "multicast", "GBps", m.GBps, 1e-6);
        m.packet_us = in_.number(*from, "multicast", "packet_us", m.packet_us);
        m.loss_probability = probability(*from, "multicast", "loss_probability");
        if (m.loss_probability == 1) in_.wrong("loss_probability of multicast is 1: nothing would ever come");
        m.notice_us = in_.number(*from, "multicast", "notice_us", m.notice_us);
    }
    void sharing()
    {
        auto* from = part("shared_memory", {"latency_us", "overhead_us", "copy_GBps", "single_copy_from",
                                            "single_copy_us", "tell_limit"});
        if (!from) return;
        auto& s = read_.sharing;
        if (!in_.find(*from, "copy_GBps")) in_.wrong("shared_memory needs copy_GBps");
        auto number = [&](const char* key, double least = 0, double otherwise = 0) {
            return in_.number(*from, "shared_memory", key, otherwise, least);
        };
        s = {.latency_us = number("latency_us"),
             .overhead_us = number("overhead_us"),
             .copy_GBps = number("copy_GBps", 1e-6),
             .single_copy_from = number("single_copy_from", 0, s.single_copy_from),
             .single_copy_us = number("single_copy_us"),
             .tell_limit = number("tell_limit")};
        if (s.tell_limit > s.single_copy_from)
            in_.wrong("tell_limit of shared_memory is beyond single_copy_from: what is told is copied twice");
    }
    void noise()
    {
        auto* from = part("noise", {"jitter_probability", "jitter_us", "stall_probability", "stall_us"});
        if (!from) return;
        auto& n = read_.noise;
        n.jitter_probability = probability(*from, "noise", "jitter_probability");
        n.jitter_us = in_.number(*from, "noise", "jitter_us", 0);
        n.stall_probability = probability(*from, "noise", "stall_probability");
        n.stall_us = in_.number(*from, "noise", "stall_us", 0);
    }

    const json* part(const char* key, const std::vector<std::string>& valid)
    {
        auto* from = in_.find(in_.root(), key);
        if (from) in_.keys(*from, key, valid);
        return from && from->is_object() ? from : nullptr;
    }
    int whole(const json& from, const char* place, const char* key, int otherwise, int high)
    {
        double n = in_.number(from, place, key, otherwise, 1);
        if (n <= high && n == std::floor(n)) return int(n);
        if (in_.find(from, key))
            in_.wrong(fmt::format("{} of {} is not a whole number from 1 to {}", key, place, high));
        return otherwise;
    }
    double probability(const json& from, const char* place, const char* key)
    {
        double p = in_.number(from, place, key, 0);
        if (p > 1) in_.wrong(fmt::format("{} of {} is {}, a probability is at most 1", key, place, p));
        return p;
    }
    std::string one_of(const json& from, const char* place, const char* key, const std::string& standard,
                       const std::string& other)
    {
        if (!in_.find(from, key)) return standard;
        auto text = in_.text(from, place, key, true);
        if (text != standard && text != other)
            in_.wrong(fmt::format("{} of {} is \"{}\"; valid: {}, {}", key, place, text, standard, other));
        return text;
    }

    static constexpr const char* document = "the document";
    json_reader in_;
    machine read_;
};

} // namespace

result<machine> parse_machine(std::string_view json)
{
    return machine_reader(json).all();
}

} // namespace hocket
