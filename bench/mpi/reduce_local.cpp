// SPDX-License-Identifier: BSD-3-Clause
// Every kernel beside MPI_Reduce_local of the library underneath, in turn: one line for each type and operator, then
// the geometric mean and the worst. Pairs lie packed for a kernel, as structs for the library.
//   bench-reduce-local-mpich [BYTES...]   of the packed vector; 16384 and 1048576 unless told
#include "mpi/types.hpp"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace hocket {
namespace {

constexpr int batches = 41;

// Vectors of as many bytes, from the start of a page or so far behind it wherever the allocator would put them. None
// shares a line with the next: a store that leaves part of a line alone is waited for by loads of that part.
class placed {
public:
    placed(packed_bytes elements, std::size_t vectors, std::size_t offset)
        : bytes(elements.size() / vectors), stride_((bytes / line + 2) * line), elements_(std::move(elements)),
          memory_(vectors * stride_ + offset + page),
          at_(memory_.data() + offset + -reinterpret_cast<std::uintptr_t>(memory_.data()) % page)
    {
        renew();
    }
    placed(const placed&) = delete;
    static constexpr std::size_t line = 64, page = 4096;
    const std::size_t bytes; // of each

    std::byte* vector(std::size_t k) { return at_ + k * stride_; }
    void renew()
    {
        for (std::size_t k = 0; k < elements_.size() / bytes; ++k) std::memcpy(vector(k), &elements_[k * bytes], bytes);
    }

private:
    std::size_t stride_;
    packed_bytes elements_, memory_;
    std::byte* at_;
};

// What is combined in a batch: one vector with as many others as stay in the first level of cache, each call with the
// next of them. So a short call is not measured in steps of the clock, nor by how soon a result can be read again. The
// first lies half a page from that one, so that its store is not taken for one to what is loaded next.
struct operands {
    operands(packed_bytes one, packed_bytes others, std::size_t several)
        : in(std::move(one), 1, 0), inout(std::move(others), several, placed::page / 2), vectors(several)
    {
    }
    placed in, inout;
    std::size_t vectors;
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
packed_bytes packed(const std::byte* from, MPI_Datatype type, std::size_t n, std::size_t bytes)
{
    packed_bytes to(bytes);
    int at = 0;
    MPI_Pack(from, int(n), type, to.data(), int(to.size()), &at, MPI_COMM_SELF);
    return to;
}

template <class Combine> double per_call(operands& on, Combine combine)
{
    const auto calls = std::max<std::size_t>(4, on.vectors);
    on.inout.renew();
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t k = 0; k < calls; ++k) combine(on.in.vector(0), on.inout.vector(k % on.vectors));
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / double(calls);
}

double middle(std::vector<double>& of)
{
    const auto at = of.begin() + std::ptrdiff_t(of.size() / 2);
    std::nth_element(of.begin(), at, of.end());
    return *at;
}

struct comparison {
    double library, kernel; // seconds a call
    bool same;
};

bool equal(operands& ours, operands& theirs, MPI_Datatype type, std::size_t n)
{
    const auto bytes = ours.inout.bytes;
    for (std::size_t k = 0; k < ours.vectors; ++k) {
        const auto found = packed(theirs.inout.vector(k), type, n, bytes);
        if (std::memcmp(found.data(), ours.inout.vector(k), bytes) != 0) return false;
    }
    return true;
}

comparison compare(const named_type& type, const named_operator& op, const kernel& with, std::size_t n)
{
    const auto vectors = std::clamp<std::size_t>(16384 / (n * with.size), 1, 64);
    const auto in = numbers(type.of, with.size, n, 1), inout = numbers(type.of, with.size, n * vectors, 2);
    operands ours(in, inout, vectors);
    operands theirs(unpacked(in, type.type, n), unpacked(inout, type.type, n * vectors), vectors);
    std::vector<double> kernel, library;
    for (int k = 0; k < batches; ++k) {
        library.push_back(per_call(
            theirs, [&](auto* low, auto* result) { MPI_Reduce_local(low, result, int(n), type.type, op.op); }));
        kernel.push_back(per_call(ours, [&](auto* low, auto* result) { with.combine(result, low, result, n); }));
    }
    return {middle(library), middle(kernel), equal(ours, theirs, type.type, n)};
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
                found.kernel * 1e6, ratio, found.same ? "" : ", different results");
    all.logarithms += std::log(ratio);
    all.worst = std::min(all.worst, ratio);
    ++all.cases;
    all.different += !found.same;
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
