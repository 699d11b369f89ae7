// SPDX-License-Identifier: BSD-3-Clause
// hocket-bench: measures a collective by several algorithms, interleaved in one job. An ordinary MPI program.
#include "bench/device_support.hpp"
#include "bench/session.hpp"
#include <algorithm>
#include <cstdio>

namespace hocket::bench {
namespace {

int complain(int rank, int status, const std::string& what)
{
    if (rank == 0) std::fprintf(stderr, "hocket-bench: %s\n", what.c_str());
    return status;
}

bool needs_hocket(const options& o)
{
    return o.collective != "wait" && std::ranges::any_of(o.compare, [](auto& spec) { return spec != "native"; });
}

int rank_on_node()
{
    MPI_Comm node;
    int rank;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &rank);
    MPI_Comm_free(&node);
    return rank;
}

// On all ranks or none; the first that cannot says why.
std::unique_ptr<device_program> started(const options& o, int rank, bool& on_all)
{
    auto made = device_program::start(o.device, rank_on_node());
    int mine = made ? 0x7fffffff : rank, first = mine;
    MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    on_all = first == 0x7fffffff;
    if (first == rank) std::fprintf(stderr, "hocket-bench: -d %s: %s\n", o.device.c_str(), made.error().what.c_str());
    return made ? *std::move(made) : nullptr;
}

int measure(const options& o, int rank)
{
    session all(o);
    auto document = all.run();
    if (rank == 0) std::printf("%s\n", document.dump().c_str());
    return all.verified() ? 0 : complain(rank, 1, "some rank received wrong data (\"verified\":false)");
}

int run(int argc, char** argv)
{
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    auto o = parse(argc, argv);
    if (!o) return complain(rank, 2, o.error().what);
    if (o->help) return rank == 0 ? std::fputs(usage, stdout) < 0 : 0;
    if (o->root >= ranks) return complain(rank, 2, "--root is not one of the " + std::to_string(ranks) + " ranks");
    if (o->whole(ranks) > 0x7fffffff) return complain(rank, 2, "-m: more than 2 GiB at one rank is not measured");
    if (needs_hocket(*o) && !hocket_is_here())
        return complain(rank, 3,
                        "Hocket is not loaded, so all would be native; start it as: hocket-run hocket-bench-...");
    if (o->start == "alarm" && !have_one_clock(MPI_COMM_WORLD))
        return complain(rank, 2,
                        "--start alarm: ranks are not all on one machine; valid: auto, barrier, first, window");
    if (o->form == "persistent" && !has_persistent_collectives())
        return complain(rank, 3, "this MPI has no persistent collectives; they came with MPI 4.0");
    if (o->device != "host" && !hocket_is_here() && !library_reads_devices())
        return complain(rank, 3,
                        "-d " + o->device +
                            ": this MPI does not say that it reads memory of devices, and Hocket is not loaded, which "
                            "would stage it; start it as: hocket-run hocket-bench-...");
    bool on_all = true;
    auto device = o->device == "host" ? nullptr : started(*o, rank, on_all);
    o->on = device.get();
    return on_all ? measure(*o, rank) : 3;
}

} // namespace
} // namespace hocket::bench

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    int status = hocket::bench::run(argc, argv);
    MPI_Finalize();
    return status;
}
