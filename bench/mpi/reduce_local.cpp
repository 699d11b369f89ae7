// SPDX-License-Identifier: BSD-3-Clause
// Every kernel beside MPI_Reduce_local of the library underneath, in turn: one line for each type and operator, then
// the geometric mean and the worst. Pairs lie packed for a kernel, as structs for the library.
//   bench-reduce-local-mpich [BYTES...]   of the packed vector; 16384 and 1048576 unless told
#include "mpi/types.hpp"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace hocket {
namespace {

constexpr int calls = 4, batches = 41;

struct operands {
    packed_bytes in, inout;
};

// The library's form of packed elements, and back.
packed_bytes unpacked(const packed_bytes& from, MPI_Datatype type, std::size_t n)
{
    MPI_Aint lower, extent;
    MPI_Type_get_extent(type, &lower, &extent);
    packed_bytes to(n * std::size_t(extent));
    int at = 0;
    MPI_Unpack(from.data(), int(from.size()), &at, to.data(), int(n), type, MPI_COMM_SELF);
    return to;
}
packed_bytes packed(const packed_bytes& from, MPI_Datatype type, std::size_t n, std::size_t bytes)
{
    packed_bytes to(bytes);
    int at = 0;
    MPI_Pack(from.data(), int(n), type, to.data(), int(to.size()), &at, MPI_COMM_SELF);
    return to;
}

template <class Work> double per_call(Work work)
{
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i) work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / calls;
}

double middle(std::vector<double>& of)
{
    const auto at = of.begin() + std::ptrdiff_t(of.size() / 2);
    std::nth_element(of.begin(), at, of.end());
    return *at;
}

struct comparison {
    double library, kernel; // seconds a call
    bool equal;
};

comparison compare(const named_type& type, const named_operator& op, const kernel& with, std::size_t n)
{
    const operands ours{numbers(type.of, with.size, n, 1), numbers(type.of, with.size, n, 2)};
    const operands theirs{unpacked(ours.in, type.type, n), unpacked(ours.inout, type.type, n)};
    auto acc = ours.inout, inout = theirs.inout;
    std::vector<double> kernel, library;
    for (int k = 0; k < batches; ++k) {
        std::memcpy(inout.data(), theirs.inout.data(), inout.size());
        library.push_back(
            per_call([&] { MPI_Reduce_local(theirs.in.data(), inout.data(), int(n), type.type, op.op); }));
        std::memcpy(acc.data(), ours.inout.data(), acc.size());
        kernel.push_back(per_call([&] { with.combine(acc.data(), ours.in.data(), acc.data(), n); }));
    }
    return {middle(library), middle(kernel), packed(inout, type.type, n, acc.size()) == acc};
}

bool accepted(const named_type& type, const named_operator& op)
{
    // MPICH 5.0 takes bfloat16 for a type of every operator, and ends the program at all but the sum.
    if (type.type == MPI_DATATYPE_NULL || (type.of == element::bf16 && op.what != operation::sum)) return false;
    std::byte in[64] = {}, inout[64] = {};
    return MPI_Reduce_local(in, inout, 1, type.type, op.op) == MPI_SUCCESS;
}

struct totals {
    double logarithms = 0, worst = 1e9;
    int cases = 0, missing = 0, different = 0;
};

void one_case(const named_type& type, const named_operator& op, std::size_t bytes, totals& all)
{
    const auto* with = find_kernel(op.what, type.of);
    std::printf("%-20s %-6s ", type.name.c_str(), op.name.c_str());
    if (!with) {
        std::printf("taken by the library, no kernel\n");
        ++all.missing;
        return;
    }
    const auto found = compare(type, op, *with, std::max<std::size_t>(1, bytes / with->size));
    const double ratio = found.library / found.kernel;
    std::printf("%9zu bytes: library %10.3f us, kernel %10.3f us, ratio %6.2f%s\n", bytes, found.library * 1e6,
                found.kernel * 1e6, ratio, found.equal ? "" : ", different results");
    all.logarithms += std::log(ratio);
    all.worst = std::min(all.worst, ratio);
    ++all.cases;
    all.different += !found.equal;
}

bool all_cases(std::size_t bytes)
{
    totals all;
    for (const auto& type : all_types())
        for (const auto& op : all_operators())
            if (accepted(type, op)) one_case(type, op, bytes, all);
    std::printf(
        "%zu bytes: %d cases, geometric mean %.2f, worst %.2f; %d without a kernel, %d with different results\n", bytes,
        all.cases, std::exp(all.logarithms / all.cases), all.worst, all.missing, all.different);
    return !all.missing && !all.different;
}

} // namespace
} // namespace hocket

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    std::vector<std::size_t> sizes;
    for (int i = 1; i < argc; ++i) sizes.push_back(std::strtoull(argv[i], nullptr, 10));
    if (sizes.empty()) sizes = {16384, 1048576};
    bool good = true;
    for (auto bytes : sizes) good = hocket::all_cases(bytes) && good;
    MPI_Finalize();
    return good ? 0 : 1;
}
