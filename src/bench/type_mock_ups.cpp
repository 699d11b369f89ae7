// SPDX-License-Identifier: BSD-3-Clause
// Blocks of a type that has the same bytes in another order, which the library moves as they are, or which are packed
// before and unpacked after. Reductions have no such form: the library's operators take no derived types.
#include "bench/mock_up.hpp"
#include <string>

namespace hocket::bench {
namespace {

// Of so many bytes in pieces of 8: every other one, then those between, then what is left.
void make_pieces(kept& all, int bytes)
{
    if (all.in_pieces == bytes) return;
    if (all.pieces != MPI_DATATYPE_NULL) MPI_Type_free(&all.pieces);
    constexpr int piece = 8;
    int pairs = bytes / (2 * piece), lengths[] = {1, 1, bytes - pairs * 2 * piece};
    MPI_Aint starts[] = {0, piece, MPI_Aint(pairs) * 2 * piece};
    MPI_Datatype every_other, together, types[] = {MPI_BYTE, MPI_BYTE, MPI_BYTE};
    MPI_Type_vector(pairs, piece, 2 * piece, MPI_BYTE, &every_other);
    types[0] = types[1] = every_other;
    MPI_Type_create_struct(3, lengths, starts, types, &together);
    // The next block begins where its bytes end, also where there are no pairs.
    MPI_Type_create_resized(together, 0, bytes, &all.pieces);
    MPI_Type_commit(&all.pieces);
    for (auto* type : {&every_other, &together}) MPI_Type_free(type);
    all.in_pieces = bytes;
}

// Blocks that this rank brings, and that it gets.
struct volume {
    int out, in;
};

volume volume_of(call what, const hands& h)
{
    int root = h.at_root();
    switch (what) {
    case call::bcast: return {root, 1 - root};
    case call::gather: return {1, root * h.ranks};
    case call::scatter: return {root * h.ranks, 1};
    case call::allgather: return {1, h.ranks};
    case call::neighbor_allgather: return {1, int(h.of.in.others.size())};
    case call::neighbor_alltoall: return {int(h.of.out.others.size()), int(h.of.in.others.size())};
    default: return {h.ranks, h.ranks};
    }
}

void make_typed(call what, const hands& h)
{
    make_pieces(*h.by, h.of.count);
    h.by->what = what;
}

void make_packed(call what, const hands& h)
{
    make_typed(what, h);
    auto& all = *h.by;
    auto [out, in] = volume_of(what, h);
    all.blocks_out = out, all.blocks_in = in;
    auto block = std::size_t(h.of.count);
    all.packed_out.resize(std::size_t(out) * block + 1); // never nothing: copies want an address
    all.packed_in.resize(std::size_t(what == call::bcast ? 1 : in) * block + 1);
}

void typed(const hands& h)
{
    perform(h.by->what, {h.of.from, h.of.to, 1, h.by->pieces, h.root, h.on});
}

void packed(const hands& h)
{
    auto& all = *h.by;
    auto& first = all.what == call::bcast ? all.packed_in : all.packed_out;
    int at = 0;
    if (all.blocks_out > 0) MPI_Pack(h.of.from, all.blocks_out, all.pieces, first.data(), int(first.size()), &at, h.on);
    perform(all.what, {first.data(), all.packed_in.data(), h.of.count, MPI_PACKED, h.root, h.on});
    at = 0;
    if (all.blocks_in > 0)
        MPI_Unpack(all.packed_in.data(), int(all.packed_in.size()), &at, h.of.to, all.blocks_in, all.pieces, h.on);
}

} // namespace

const std::vector<mock_up>& type_mock_ups()
{
    static const std::vector<mock_up> all = [] {
        std::vector<mock_up> made;
        for (auto what : {call::bcast, call::gather, call::scatter, call::allgather, call::alltoall,
                          call::neighbor_allgather, call::neighbor_alltoall}) {
            std::string name(title(what)), collective = name;
            collective[0] |= 0x20; // as hocket bench has it
            auto for_typed = [what](const hands& h) { make_typed(what, h); };
            auto for_packed = [what](const hands& h) { make_packed(what, h); };
            made.push_back({collective, name + " of a derived type", typed, false, mock_up::anywhere, for_typed});
            made.push_back({collective, "Pack + " + name + " + Unpack", packed, false, mock_up::anywhere, for_packed});
        }
        return made;
    }();
    return all;
}

} // namespace hocket::bench
