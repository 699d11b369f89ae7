// SPDX-License-Identifier: BSD-3-Clause
// hocket-fit: measures what the numbers of a machine model are found from. An ordinary MPI program.
#include "fit/session.hpp"
#include "fit/spread.hpp"
#include <cstdio>

namespace hocket::fit {
namespace {

int complain(int rank, int status, const std::string& what)
{
    if (rank == 0) std::fprintf(stderr, "hocket-fit: %s\n", what.c_str());
    return status;
}

int run(int argc, char** argv)
{
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    auto o = parse(argc, argv);
    if (!o) return complain(rank, 2, o.error().what);
    if (o->help) return rank == 0 ? std::fputs(usage, stdout) < 0 : 0;
    if (ranks < 2) return complain(rank, 2, "one rank sends no messages; start at least two");
    int cores = cores_here();
    spread(MPI_COMM_WORLD);
    place where(MPI_COMM_WORLD);
    session all(*o, where, cores);
    auto document = all.run();
    if (rank == 0)
        std::printf("%s\n", document.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace).c_str());
    return 0;
}

} // namespace
} // namespace hocket::fit

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    int status = hocket::fit::run(argc, argv);
    MPI_Finalize();
    return status;
}
