// SPDX-License-Identifier: BSD-3-Clause
#include "choose/settings.hpp"
#include "base/json_reader.hpp"
#include "base/words.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/load_plugins.hpp"
#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace hocket {
namespace {

using variables = std::map<std::string, std::string>;

const std::vector<std::string> in_use{
    "HOCKET_OFF",     "HOCKET_DRY",         "HOCKET_TABLE",       "HOCKET_MACHINE",
    "HOCKET_EXPLAIN", "HOCKET_VERIFY",      "HOCKET_NODES",       "HOCKET_REPRODUCIBLE",
    "HOCKET_SHM",     "HOCKET_SINGLE_COPY", "HOCKET_NONBLOCKING", "HOCKET_PROGRESS",
    "HOCKET_PLUGIN",  "HOCKET_PROFILE",     "HOCKET_MULTICAST",   "HOCKET_MULTICAST_FAULTS",
    "HOCKET_ADAPT",   "HOCKET_DEVICE"};

bool among(const std::vector<std::string>& all, const std::string& one)
{
    return std::ranges::find(all, one) != all.end();
}

std::vector<std::string> known_variables()
{
    auto all = in_use;
    for (auto& collective : own_collectives()) all.push_back(variable_of(collective));
    return all;
}

variables ours(const char* const* env)
{
    variables found;
    for (; env && *env; ++env) {
        std::string_view line(*env);
        auto mark = line.find('=');
        if (line.starts_with("HOCKET_") && mark != line.npos)
            found.emplace(line.substr(0, mark), line.substr(mark + 1));
    }
    return found;
}

class judge {
public:
    explicit judge(variables given) : given_(std::move(given)) {}

    result<settings> all()
    {
        spell();
        plugins();
        for (auto& name : own_collectives()) force(name, name), force(name, "i" + name);
        off();
        s_.dry = flag("HOCKET_DRY");
        s_.verify = flag("HOCKET_VERIFY");
        s_.adapt = flag("HOCKET_ADAPT");
        s_.reproducible = flag("HOCKET_REPRODUCIBLE");
        if (auto* v = find("HOCKET_EXPLAIN")) s_.explain = v->empty() ? "0" : *v;
        if (auto* v = find("HOCKET_PROFILE"); v && !v->empty()) s_.profile = agree("HOCKET_PROFILE", *v, *v);
        if (auto* v = find("HOCKET_NODES")) s_.nodes = agree("HOCKET_NODES", *v, *v);
        shared_memory();
        single_copy();
        multicast();
        nonblocking();
        progress();
        device();
        table_file();
        machine_file();
        if (mistake_) return *mistake_;
        return std::move(s_);
    }

private:
    const std::string* find(const char* name) const
    {
        auto at = given_.find(name);
        return at == given_.end() ? nullptr : &at->second;
    }
    void wrong(std::string what)
    {
        if (!mistake_) mistake_ = mistake{std::move(what)};
    }
    // Whatever has to be the same on all ranks.
    std::string agree(std::string_view name, std::string value, std::string_view shown)
    {
        s_.agreed += fmt::format("{}={}\n", name, shown);
        return value;
    }

    void spell()
    {
        for (auto& [name, value] : given_) {
            auto word = name.substr(7);
            std::ranges::transform(word, word.begin(), [](unsigned char c) { return char(std::tolower(c)); });
            bool nonblocking = word.starts_with('i') && among(own_collectives(), word.substr(1));
            if (among(in_use, name) || among(own_collectives(), word) || nonblocking) continue;
            s_.warnings.push_back(
                fmt::format("unknown variable {}; nearest: {}", name, nearest(name, known_variables())));
        }
    }
    // Before any SPEC is read.
    void plugins()
    {
        auto* v = find("HOCKET_PLUGIN");
        if (!v || v->empty()) return;
        auto loaded = load_plugins(*v);
        if (!loaded) return wrong("HOCKET_PLUGIN: " + loaded.error().what);
        agree("HOCKET_PLUGIN", "", *loaded);
    }
    void force(const std::string& collective, const std::string& form)
    {
        auto name = variable_of(form);
        auto* v = find(name.c_str());
        if (!v || *v == "auto" || v->empty()) return;
        auto spec = canonical_spec(collective, *v);
        if (!spec) return wrong(fmt::format("{}: {}", name, spec.error().what));
        s_.forced[form] = agree(name, *spec, *spec);
    }
    void off()
    {
        auto* v = find("HOCKET_OFF");
        if (!v || v->empty()) return;
        auto valid = own_collectives();
        valid.push_back("all");
        for (auto& name : split(*v, ',')) {
            bool nonblocking = name.starts_with('i') && among(own_collectives(), name.substr(1));
            if (!among(valid, name) && !nonblocking)
                return wrong(fmt::format("HOCKET_OFF: unknown collective \"{}\"; nearest: {}; valid: {}", name,
                                         nearest(name, valid), listed(valid)));
            if (name == "all") s_.off.insert(own_collectives().begin(), own_collectives().end());
            else s_.off.insert(name);
        }
        agree("HOCKET_OFF", *v, *v);
    }
    bool flag(const char* name)
    {
        auto* v = find(name);
        if (!v || v->empty() || *v == "0") return false;
        if (*v != "1") wrong(fmt::format("{}={}: valid are 0 and 1", name, *v));
        agree(name, *v, *v);
        return true;
    }
    void shared_memory()
    {
        auto* v = find("HOCKET_SHM");
        if (!v || v->empty()) return;
        if (*v != "0" && *v != "1") return wrong(fmt::format("HOCKET_SHM={}: valid are 0 and 1", *v));
        agree("HOCKET_SHM", *v, *v);
        s_.share_after = *v == "1" ? std::optional(0) : std::nullopt;
    }
    void single_copy()
    {
        auto* v = find("HOCKET_SINGLE_COPY");
        if (!v || v->empty() || *v == "auto") return;
        if (*v == "xpmem") return wrong("HOCKET_SINGLE_COPY=xpmem: not in this version; valid are auto, off and cma");
        if (*v != "off" && *v != "cma") return wrong("HOCKET_SINGLE_COPY=" + *v + ": valid are auto, off and cma");
        s_.single_copy = agree("HOCKET_SINGLE_COPY", *v, *v) != "off";
    }
    // Which interfaces there are is found out where it is used: each host has its own.
    void multicast()
    {
        if (auto* v = find("HOCKET_MULTICAST_FAULTS"); v && !v->empty())
            s_.multicast_faults = agree("HOCKET_MULTICAST_FAULTS", *v, *v);
        auto* v = find("HOCKET_MULTICAST");
        if (!v || v->empty() || *v == "off") return;
        bool plain = v->size() < 16 && v->find_first_of(" \t/,") == v->npos;
        if (!plain)
            return wrong("HOCKET_MULTICAST=" + *v +
                         ": valid are auto, off, and the name of a network interface or an IPv4 "
                         "address of one");
        s_.multicast = agree("HOCKET_MULTICAST", *v, *v);
    }
    void nonblocking()
    {
        auto* v = find("HOCKET_NONBLOCKING");
        if (!v || v->empty() || *v == "auto") return;
        if (*v != "native") return wrong("HOCKET_NONBLOCKING=" + *v + ": valid are auto and native");
        s_.nonblocking = agree("HOCKET_NONBLOCKING", *v, *v) != "native";
    }
    void progress()
    {
        auto* v = find("HOCKET_PROGRESS");
        if (!v || v->empty() || *v == "hook") return;
        if (*v != "thread" && *v != "off") return wrong("HOCKET_PROGRESS=" + *v + ": valid are hook, thread and off");
        s_.progress = agree("HOCKET_PROGRESS", *v, *v) == "thread" ? carried_by::thread : carried_by::nobody;
    }
    // Each rank stages for itself; on kernels the ranks of a communicator agree, whatever each has been told.
    void device()
    {
        auto* v = find("HOCKET_DEVICE");
        if (!v || v->empty()) return;
        s_.kernels = kernels_of_devices::never;
        if (*v == "auto") s_.kernels = kernels_of_devices::where_faster;
        else if (*v == "kernel") s_.kernels = kernels_of_devices::always;
        else if (*v == "host") s_.device = staging_of::all_calls;
        else if (*v == "native") s_.device = staging_of::own_calls;
        else wrong("HOCKET_DEVICE=" + *v + ": valid are auto, host, kernel and native");
    }
    void table_file()
    {
        auto* v = find("HOCKET_TABLE");
        if (!v || v->empty()) return;
        auto text = read_file(*v);
        if (!text) return wrong("HOCKET_TABLE: " + text.error().what);
        auto read = parse_table(*text);
        if (!read) return wrong(fmt::format("HOCKET_TABLE: \"{}\": {}", *v, read.error().what));
        s_.rules = std::make_shared<const table>(*std::move(read));
        agree("HOCKET_TABLE", "", fmt::format("{} (contents {:016x})", *v, hash_of(*text)));
    }
    void machine_file()
    {
        static constexpr auto assumed = "standard";
        auto* v = find("HOCKET_MACHINE");
        bool named = v && !v->empty();
        auto found = find_machine(named ? *v : assumed);
        if (!found) return wrong("HOCKET_MACHINE: " + found.error().what);
        s_.model = *found;
        s_.model.named = named && found->name != assumed;
        for (bool copied_once : {false, true})
            if (auto sharing = s_.model.sharing_memory(copied_once))
                s_.sharing_model[copied_once] = *std::move(sharing);
        if (!named) return;
        auto& m = s_.model;
        agree("HOCKET_MACHINE", "",
              fmt::format("{} ({}, contents {:016x})", m.name, m.shipped ? "shipped" : "a file", m.contents));
    }

    variables given_;
    settings s_;
    std::optional<mistake> mistake_;
};

} // namespace

std::string variable_of(std::string_view collective)
{
    std::string name = "HOCKET_";
    name += collective;
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return char(std::toupper(c)); });
    return name;
}

const std::string& settings::forced_for(std::string_view collective) const
{
    static const std::string nothing;
    auto at = forced.find(collective);
    return at == forced.end() ? nothing : at->second;
}

std::uint64_t settings::hash() const
{
    return hash_of(agreed);
}

result<settings> read_settings(const char* const* env)
{
    return judge(ours(env)).all();
}

} // namespace hocket
