// SPDX-License-Identifier: BSD-3-Clause
// The functions of include/hocket/hocket.h.
#include "base/words.hpp"
#include "hocket/hocket.h"
#include "interpose/dispatch.hpp"
#include "interpose/on_stream.hpp"
#include <fmt/format.h>

namespace hocket::api {
namespace {

// Kept for good: nobody says when it has been read.
const char* trouble(const std::string& what)
{
    return process::here().keep_text(what);
}

std::optional<collective> find(const char* name)
{
    auto& all = own_collectives();
    auto at = std::ranges::find(all, std::string_view(name ? name : ""));
    if (at == all.end()) return {};
    return all_collectives[std::size_t(at - all.begin())];
}

const char* unknown(const char* name)
{
    auto word = std::string(name ? name : "");
    return trouble(fmt::format("unknown collective \"{}\"; nearest: {}; valid: {}", word,
                               nearest(word, own_collectives()), listed(own_collectives())));
}

// Null, and what is wrong.
communicator* meet(MPI_Comm comm, const char*& wrong)
{
    auto& all = process::here();
    if (!all.has_world() && all.sessions == 0) wrong = "MPI is not initialised, or has been finalised";
    else if (!exists(comm)) wrong = "no communicator is given";
    return wrong ? nullptr : &all.meet(comm);
}

void append(std::string& all, const char* between, const std::string& one)
{
    all.append(all.empty() ? "" : between).append(one);
}

const char* list(const char* name, void (*each)(const hocket_entry*, void*), void* with)
{
    if (name && !find(name)) return unknown(name);
    if (!each) return "no function is given that takes the entries";
    for (auto& e : catalogue_entries(name ? name : "")) {
        auto aliases = listed(e.aliases);
        std::string parameters, restrictions;
        for (auto& p : e.parameters) append(parameters, ", ", p.name + "=" + p.standard);
        for (auto& one : e.restrictions) append(restrictions, "; ", one);
        hocket_entry entry{e.collective.c_str(), e.name.c_str(),       parameters.c_str(),
                           aliases.c_str(),      restrictions.c_str(), e.rounds.c_str(),
                           e.bytes.c_str(),      e.messages.c_str(),   e.source.c_str()};
        each(&entry, with);
    }
    return nullptr;
}

const char* choose(MPI_Comm comm, const char* name, const char* spec)
{
    inside guard;
    const char* wrong = nullptr;
    auto which = find(name);
    if (!which) return unknown(name);
    auto text = std::string(spec ? spec : "");
    if (text.empty()) return R"(no SPEC is given; "auto" takes back what was said)";
    if (text != "auto")
        if (auto canonical = canonical_spec(name, text); !canonical) return trouble(canonical.error().what);
    auto* here = meet(comm, wrong);
    if (!here) return wrong;
    here->hint(*which, text);
    here->unsettle();
    return nullptr;
}

const char* explain(MPI_Comm comm, const char* name, std::size_t bytes, hocket_choice* choice)
{
    inside guard;
    const char* wrong = nullptr;
    auto which = find(name);
    if (!which) return unknown(name);
    if (!choice) return "no place is given for the choice";
    auto* here = meet(comm, wrong);
    if (!here) return wrong;
    std::string why;
    auto* made = here->would_run(*which, bytes, why);
    if (made) *choice = {made->plan.text.c_str(), made->reason.c_str(), made->from, made->to};
    return made ? nullptr : trouble(why);
}

const char* listen(void (*line)(const char*, void*), void* with)
{
    process::here().listen({line, with});
    return nullptr;
}

const char* count(MPI_Comm comm, void (*each)(const hocket_count*, void*), void* with)
{
    const char* wrong = nullptr;
    if (!each) return "no function is given that takes the counts";
    tally sum;
    if (comm == MPI_COMM_NULL) process::here().add_counts(sum);
    else if (auto* here = meet(comm, wrong)) sum.add(here->counts());
    for (auto c : all_collectives) {
        hocket_count one{name_of(c).c_str(), sum.calls_of(c), sum.own_of(c)};
        if (one.calls) each(&one, with);
    }
    return wrong;
}

const char* reduce_any(const reduction_call& call, void* stream)
{
    const char* wrong = nullptr;
    auto* here = meet(call.comm, wrong);
    if (!here) return wrong;
    auto said = run_on_stream(*here, call, stream);
    return said.empty() ? nullptr : trouble(said);
}

const char* allreduce_on_stream(const void* from, void* to, MPI_Count n, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                                void* stream)
{
    return reduce_any({collective::allreduce, n != MPI_Count(int(n)), from, to, n, type, op, comm}, stream);
}

const char* reduce_on_stream(const void* from, void* to, MPI_Count n, MPI_Datatype type, MPI_Op op, int root,
                             MPI_Comm comm, void* stream)
{
    return reduce_any({collective::reduce, n != MPI_Count(int(n)), from, to, n, type, op, comm, root}, stream);
}

} // namespace
} // namespace hocket::api

extern "C" [[gnu::visibility("default")]] const hocket_api* hocket_functions(int version)
{
    using namespace hocket::api;
    static const hocket_api all{HOCKET_VERSION,  list, choose, explain, listen, count, allreduce_on_stream,
                                reduce_on_stream};
    return version >= 1 && version <= hocket_api_version ? &all : nullptr; // a later table begins with the earlier one
}
