// SPDX-License-Identifier: BSD-3-Clause
// The HOCKET_ variables of this process, read and judged once.
#pragma once
#include "base/result.hpp"
#include "choose/native_rules.hpp"
#include "choose/table.hpp"
#include "machine/machine.hpp"
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace hocket {

// Who lets nonblocking collectives go on: the library when it makes progress, a thread besides, or nobody.
enum class carried_by { hook, thread, nobody };

// Which buffers in memory of devices go through host memory: all; those of calls that Hocket runs; or the first or the
// second as the library says of itself.
enum class staging_of { all_calls, own_calls, as_library_says };

// Whether reductions of buffers in memory of devices run there. The first: as the second, where the library does not
// read such memory itself.
enum class kernels_of_devices { for_the_library, where_faster, always, never };

struct settings {
    // Canonical SPEC of each collective that has a variable; "ibcast": of the nonblocking form alone.
    std::map<std::string, std::string, std::less<>> forced;
    std::set<std::string, std::less<>> off; // HOCKET_OFF; of nonblocking forms too
    bool dry = false, verify = false;
    bool adapt = false;                // HOCKET_ADAPT: choices are tried against others while the program runs
    bool reproducible = false;         // HOCKET_REPRODUCIBLE: reductions bracket by rank alone
    // Blocking calls on a communicator after which the ranks of each node share memory, and nonblocking ones after
    // which these have some too; none: never. HOCKET_SHM
    std::optional<int> share_after = 200;
    bool single_copy = true;           // HOCKET_SINGLE_COPY
    // HOCKET_MULTICAST: auto, or an interface by name or address; empty: off. Faults are made for tests.
    std::string multicast, multicast_faults;
    bool nonblocking = true;           // HOCKET_NONBLOCKING
    staging_of device = staging_of::as_library_says; // HOCKET_DEVICE
    kernels_of_devices kernels = kernels_of_devices::for_the_library; // the same
    carried_by progress = carried_by::hook; // HOCKET_PROGRESS
    std::string explain = "0";         // 0, 1, 2, or a file's name
    std::string profile;               // HOCKET_PROFILE: the file of the profile; empty: none is made
    std::string nodes;                 // HOCKET_NODES, judged against the world's size by fake_layout()
    std::shared_ptr<const table> rules; // HOCKET_TABLE
    machine model;                     // HOCKET_MACHINE or the standard one
    // The same where ranks of a node share memory, with two copies of a long message or one; none where it says
    // nothing.
    std::array<std::optional<machine>, 2> sharing_model;
    std::optional<native_library> native; // the MPI underneath, where its rules are known
    std::set<std::string, std::less<>> tuned; // collectives for which somebody has told that MPI what to choose
    std::vector<std::string> warnings; // for one rank to print
    // Name and value of everything that ranks have to agree on, one "NAME=VALUE" a line (files as a hash of
    // their contents), in a fixed order.
    std::string agreed;

    // Choices may take multicast, on communicators where it works.
    bool offers_multicast() const { return !multicast.empty() && model.multicast.works(); }
    bool knows_sharing() const { return sharing_model[0].has_value(); }
    const machine& model_where_shared(bool copied_once) const
    {
        auto& known = sharing_model[copied_once];
        return known ? *known : model;
    }
    // Empty where nothing is forced.
    const std::string& forced_for(std::string_view collective) const;
    bool is_off(std::string_view collective) const { return off.contains(collective); }
    std::uint64_t hash() const;
};

// HOCKET_GATHERV for gatherv.
std::string variable_of(std::string_view collective);

// env: "NAME=VALUE" strings ending in a null pointer, as environ.
result<settings> read_settings(const char* const* env);

// The node number of every rank for HOCKET_NODES text such as 4x2, 3,1,4 or cyclic:4x2.
result<std::vector<int>> fake_layout(std::string_view text, int world_size);

} // namespace hocket
