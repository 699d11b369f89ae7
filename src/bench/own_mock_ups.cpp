// SPDX-License-Identifier: BSD-3-Clause
// With what a program makes itself: an operator, where the library has the same, and a type of the same bytes.
#include "bench/mock_up.hpp"

namespace hocket::bench {
namespace {

template <class T> void add(const void* from, void* to, int count)
{
    auto* low = static_cast<const T*>(from);
    auto* high = static_cast<T*>(to);
    for (int i = 0; i < count; ++i) high[i] = T(low[i] + high[i]);
}

void add_any(void* from, void* to, int* count, MPI_Datatype* type)
{
    (*type == MPI_FLOAT ? add<float> : add<signed char>)(from, to, *count);
}

void make_sum(const hands& h)
{
    if (h.by->sum == MPI_OP_NULL) MPI_Op_create(add_any, 1, &h.by->sum);
}

void reduce_by_own(const hands& h)
{
    MPI_Reduce(h.from(), h.to(), h.of.count, h.of.type, h.by->sum, h.root, h.on);
}

void allreduce_by_own(const hands& h)
{
    MPI_Allreduce(h.from(), h.to(), h.of.count, h.of.type, h.by->sum, h.on);
}

void block_by_own(const hands& h)
{
    MPI_Reduce_scatter_block(h.from(), h.to(), h.of.count, h.of.type, h.by->sum, h.on);
}

void blocks_by_own(const hands& h)
{
    MPI_Reduce_scatter(h.from(), h.to(), h.of.counts, h.of.type, h.by->sum, h.on);
}

void scan_by_own(const hands& h)
{
    MPI_Scan(h.from(), h.to(), h.of.count, h.of.type, h.by->sum, h.on);
}

void exscan_by_own(const hands& h)
{
    MPI_Exscan(h.from(), h.to(), h.of.count, h.of.type, h.by->sum, h.on);
}

// So many bytes in pieces of 8: every other one, then those between, then what is left.
void make_pieces(const hands& h)
{
    auto& all = *h.by;
    if (all.in_pieces == h.of.count) return;
    if (all.pieces != MPI_DATATYPE_NULL) MPI_Type_free(&all.pieces);
    constexpr int piece = 8;
    int pairs = h.of.count / (2 * piece), lengths[] = {1, 1, h.of.count - pairs * 2 * piece};
    MPI_Aint starts[] = {0, piece, MPI_Aint(pairs) * 2 * piece};
    MPI_Datatype every_other, types[] = {MPI_BYTE, MPI_BYTE, MPI_BYTE};
    MPI_Type_vector(pairs, piece, 2 * piece, MPI_BYTE, &every_other);
    types[0] = types[1] = every_other;
    MPI_Type_create_struct(3, lengths, starts, types, &all.pieces);
    MPI_Type_commit(&all.pieces);
    MPI_Type_free(&every_other);
    all.in_pieces = h.of.count;
}

void bcast_of_pieces(const hands& h)
{
    MPI_Bcast(h.to(), 1, h.by->pieces, h.root, h.on);
}

void bcast_packed(const hands& h)
{
    int room = int(h.whole()), at = 0;
    if (h.at_root()) MPI_Pack(h.to(), 1, h.by->pieces, h.spare, room, &at, h.on);
    MPI_Bcast(h.spare, h.of.count, MPI_PACKED, h.root, h.on);
    at = 0;
    if (!h.at_root()) MPI_Unpack(h.spare, room, &at, h.to(), 1, h.by->pieces, h.on);
}

} // namespace

const std::vector<mock_up>& own_mock_ups()
{
    static const std::vector<mock_up> all{
        {"bcast", "Bcast of a derived type", bcast_of_pieces, false, mock_up::anywhere, make_pieces},
        {"bcast", "Pack + Bcast + Unpack", bcast_packed, false, mock_up::anywhere, make_pieces},
        {"reduce", "Reduce by a user's sum", reduce_by_own, false, mock_up::anywhere, make_sum},
        {"allreduce", "Allreduce by a user's sum", allreduce_by_own, false, mock_up::anywhere, make_sum},
        {"reduce_scatter_block", "Reduce_scatter_block by a user's sum", block_by_own, false, mock_up::anywhere,
         make_sum},
        {"reduce_scatter", "Reduce_scatter by a user's sum", blocks_by_own, false, mock_up::anywhere, make_sum},
        {"scan", "Scan by a user's sum", scan_by_own, false, mock_up::anywhere, make_sum},
        {"exscan", "Exscan by a user's sum", exscan_by_own, false, mock_up::anywhere, make_sum},
    };
    return all;
}

} // namespace hocket::bench
