// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/process.hpp"
#include "interpose/agreement.hpp"
#include "interpose/inside.hpp"
#include "interpose/node_id.hpp"
#include "interpose/ranks_in_world.hpp"
#include "interpose/together.hpp"
#include "transports/multicast/faults.hpp"
#include <algorithm>
#include <link.h>
#include <unistd.h>
#include <utility>

namespace hocket {

namespace {

// Of an attribute, where its communicator is duplicated.
int copy_nothing(MPI_Comm, int, void*, void*, void*, int* flag)
{
    *flag = 0;
    return MPI_SUCCESS;
}

// A spawned world inherits HOCKET_NODES, which counts the ranks of the world that spawned it.
bool spawned()
{
    auto parent = MPI_COMM_NULL;
    return mpi.Comm_get_parent(&parent) == MPI_SUCCESS && parent != MPI_COMM_NULL;
}

// A vendor's collectives inside the library, which its rules know nothing of.
bool is_loaded(std::initializer_list<std::string_view> parts)
{
    auto look = [](dl_phdr_info* file, std::size_t, void* asked) -> int {
        std::string_view name(file->dlpi_name ? file->dlpi_name : "");
        auto has = [name](auto part) { return name.find(part) != name.npos; };
        return std::ranges::any_of(*static_cast<std::initializer_list<std::string_view>*>(asked), has);
    };
    return dl_iterate_phdr(look, &parts) != 0;
}

bool other_collectives_loaded()
{
    return is_loaded({"libhcoll", "libucc."});
}

// Open MPI's Fortran writes into the request of a collective that takes lists, as one of its own collectives.
bool wraps_requests()
{
#if defined(HOCKET_ABI_OMPI)
    return is_loaded({"libmpi_mpifh."});
#else
    return false;
#endif
}

} // namespace

std::string process::library_text()
{
    std::string text(MPI_MAX_LIBRARY_VERSION_STRING, '\0');
    int length = 0;
    mpi.Get_library_version(text.data(), &length);
    return text.substr(0, std::size_t(length));
}

kernels_of_devices process::kernels() const
{
    if (settings_.kernels != kernels_of_devices::for_the_library) return settings_.kernels;
    return library_reads_devices() ? kernels_of_devices::never : kernels_of_devices::where_faster;
}

bool process::library_lacks_devices() const
{
    return settings_.device != staging_of::own_calls && mpi.Query_device_support && mpi.Query_device_support() == 0;
}

process& process::make()
{
    static process& only = *new process;
    only_ = &only;
    return only;
}

process::process()
{
    auto read = read_settings(environ);
    if (read) settings_ = std::move(*read);
    else mistake_ = read.error().what;
    settings_.native = native_library_of(library_text());
    for (auto& collective : own_collectives())
        if (!tuned_by(environ, collective).empty()) settings_.tuned.insert(collective);
}

void process::warn(int rank)
{
    std::call_once(warned_, [&] {
        for (auto& warning : settings_.warnings)
            if (rank == 0) complain(warning);
    });
}

bool process::reaches_beyond_its_world(MPI_Comm comm) const
{
    if (!has_world_) return false;
    int size = 0;
    mpi.Comm_size(comm, &size);
    return std::ranges::count(ranks_in_world(comm, size), MPI_UNDEFINED) > 0;
}

// MPI deletes the attributes of MPI_COMM_SELF in the order opposite to that in which they were set, before anything
// else of MPI_Finalize.
bool process::end_with_self()
{
    auto end = [](MPI_Comm, int, void*, void*) -> int { return here().end_world(), MPI_SUCCESS; };
    int key = MPI_KEYVAL_INVALID;
    return mpi.Comm_create_keyval(copy_nothing, end, &key, nullptr) == MPI_SUCCESS &&
           mpi.Comm_set_attr(MPI_COMM_SELF, key, this) == MPI_SUCCESS && mpi.Comm_free_keyval(&key) == MPI_SUCCESS;
}

void process::end_world()
{
    inside::enter();
    profile_.stop();
    if (has_world_) tell_counts();
    drop_all();
    profile_.finish();
    has_world_ = ends_with_self_ = false;
}

void process::settle_world()
{
    int rank = 0, size = 0;
    has_world_ = true;
    ends_with_self_ = end_with_self();
    if (other_collectives_loaded()) settings_.native.reset();
    settings_.agreed += "rules of the MPI library=" + (settings_.native ? settings_.native->name : "none") + "\n";
    mpi.Comm_rank(MPI_COMM_WORLD, &rank);
    mpi.Comm_size(MPI_COMM_WORLD, &size);
    first_of_world_ = rank == 0;
    if (mistake_.empty() && !settings_.nodes.empty() && !spawned()) {
        auto nodes = fake_layout(settings_.nodes, size);
        if (nodes) fake_node_ = (*nodes)[std::size_t(rank)];
        else mistake_ = nodes.error().what;
    }
    if (auto faults = cast_faults::read(settings_.multicast_faults); mistake_.empty() && !faults)
        mistake_ = "HOCKET_MULTICAST_FAULTS: " + faults.error().what;
    bool profiles = !settings_.profile.empty() && !spawned();
    if (mistake_.empty() && profiles) mistake_ = profile_.judge(settings_.profile, rank);
    end_if_mistaken(MPI_COMM_WORLD, mistake_);
    hear_of_others();
    warn(rank);
    if (profiles) profile_.begin(node_id());
    auto asked = [&](auto& one) { return chooser::may_run_nonblocking(one, settings_, {}); };
    wants_nonblocking_ = nonblocking_works_ && std::ranges::any_of(own_collectives(), asked);
    if (wants_nonblocking_) meet(MPI_COMM_WORLD).get_ready();
    start_thread();
}

void process::start_thread()
{
    if (settings_.progress != carried_by::thread || !nonblocking_works_) return;
    if (may_have_thread_) return thread_.start();
    complain("HOCKET_PROGRESS=thread: the library has no MPI_THREAD_MULTIPLE; nothing moves outside of MPI calls");
}

// Variables of the library's own may be there for some ranks only, and so may what lets operations go on.
void process::hear_of_others()
{
    auto& all = own_collectives();
    std::vector<std::uint64_t> here, anywhere(all.size() + 3);
    for (auto& one : all) here.push_back(settings_.tuned.contains(one));
    here.push_back(wraps_requests());
    here.push_back(!settings_.profile.empty());
    here.push_back(!(settings_.nonblocking && nonblocking_.works()));
    if (greatest_of_all(here.data(), anywhere.data(), int(here.size()), MPI_COMM_WORLD) != MPI_SUCCESS) return;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (anywhere[i]) settings_.tuned.insert(all[i]);
    lists_stay_native_ = anywhere[all.size()];
    nonblocking_works_ = !anywhere.back();
    if (!anywhere[all.size() + 1]) return; // nobody wants a profile
    bool lacks = settings_.profile.empty();
    end_if_mistaken(MPI_COMM_WORLD,
                    lacks ? "HOCKET_PROFILE is not set on all ranks; launchers may have to be told to pass it on" : "");
}

std::uint64_t process::node_id() const
{
    return fake_node_ >= 0 ? std::uint64_t(fake_node_) : host_id();
}

bool process::may_use_unknown_memory()
{
    return is_loaded({"libamdhip64.so", "libze_loader.so"}) || (is_loaded({"libcuda.so"}) && !accelerators_.any());
}

bool process::library_reads_devices() const
{
    if (settings_.device != staging_of::as_library_says) return settings_.device == staging_of::own_calls;
    static const bool says_so = mpi.Query_device_support && mpi.Query_device_support() == 1;
    return says_so;
}

bool process::first_time(const std::string& what)
{
    std::lock_guard held(lock_);
    return said_.insert(what).second;
}

communicator& process::meet(MPI_Comm comm)
{
    if (auto* known = communicators_.find(comm)) return *known;
    let_go(); // another one may have what they have
    auto& met = communicators_.at(comm);
    watch(comm);
    return met;
}

int process::keyval()
{
    std::lock_guard held(keyval_lock_);
    if (keyval_ == MPI_KEYVAL_INVALID) mpi.Comm_create_keyval(copy_nothing, forget, &keyval_, this);
    return keyval_;
}

// Without a lock of ours: the library may hold one of its own while it calls forget().
void process::watch(MPI_Comm comm)
{
    mpi.Comm_set_attr(comm, keyval(), this);
}

int process::forget(MPI_Comm comm, int, void*, void* extra)
{
    auto& self = *static_cast<process*>(extra);
    auto gone = self.communicators_.take(comm);
    if (!gone) return MPI_SUCCESS; // the usual way: Comm_free has been seen
    std::lock_guard held(self.lock_);
    self.buried_.push_back(std::move(gone));
    return MPI_SUCCESS;
}

// The library calls nothing of ours from its progress any longer, unless something starts again.
void process::come_to_rest()
{
    inside guard;
    constexpr double patience = 10; // seconds
    auto newest = nonblocking_.newest();
    bool has_waited = std::exchange(rested_at_, newest) == newest;
    if (int left = has_waited ? 0 : nonblocking_.finish(patience))
        complain(std::to_string(left) + " nonblocking collectives had not ended when MPI did");
    casts_.settle();
    nonblocking_.stop();
}

// Those that are in flight end first.
void process::drop_all()
{
    inside guard;
    come_to_rest();
    accelerators_.let_go();
    thread_.stop();
    leftovers left{.unheard = nonblocking_.unheard(), .persistent = persistent_.count()};
    persistent_.clear();
    free_kept();
    for (auto& one : leaving_) left.tag_ranges += one->operations();
    communicators_.for_each([&](communicator& one) { left.tag_ranges += one.operations(); });
    drop_communicators();
    tell_heard();
    left.operations = nonblocking_.in_flight();
    left.messages = nonblocking_.messages().size();
    left.handles = kept_;
    left.communicators = in_use_;
    left.blocks = memory_.taken();
    tell_held(left);
}

void process::drop_communicators()
{
    leaving_.clear();
    for (auto& c : communicators_.take_all()) c.reset(); // the oldest first, on every rank
    {
        std::lock_guard held(lock_);
        buried_.clear();
    }
    std::lock_guard held(keyval_lock_);
    if (keyval_ != MPI_KEYVAL_INVALID) mpi.Comm_free_keyval(&keyval_);
    keyval_ = MPI_KEYVAL_INVALID;
}

} // namespace hocket
