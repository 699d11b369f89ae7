// SPDX-License-Identifier: BSD-3-Clause
#include "drive/remembered.hpp"
#include "drive/user_data.hpp"

namespace hocket {

namespace {

// How a type was made. A type made with large counts answers only to the large questions, in libraries that have them.
struct recipe {
    int combiner = MPI_COMBINER_NAMED;
    MPI_Count integers = 0, addresses = 0, counts = 0, types = 0;
    bool known = false;

    explicit recipe(MPI_Datatype type)
    {
        if (mpi.Type_get_envelope_c) {
            known = mpi.Type_get_envelope_c(type, &integers, &addresses, &counts, &types, &combiner) == MPI_SUCCESS;
            return;
        }
        int i = 0, a = 0, t = 0;
        known = mpi.Type_get_envelope(type, &i, &a, &t, &combiner) == MPI_SUCCESS;
        integers = i, addresses = a, types = t;
    }
    bool is_named() const { return combiner == MPI_COMBINER_NAMED; }
    bool repeats_one() const { return combiner == MPI_COMBINER_DUP || combiner == MPI_COMBINER_CONTIGUOUS; }
};

// The type that one made by dup or contiguous repeats; these have at most one number and one type.
MPI_Datatype repeated(MPI_Datatype type, const recipe& how)
{
    int number = 0;
    MPI_Aint address = 0;
    MPI_Count count = 0;
    MPI_Datatype inner = MPI_DATATYPE_NULL;
    int code = mpi.Type_get_contents_c ? mpi.Type_get_contents_c(type, how.integers, how.addresses, how.counts,
                                                                 how.types, &number, &address, &count, &inner)
                                       : mpi.Type_get_contents(type, int(how.integers), int(how.addresses),
                                                               int(how.types), &number, &address, &inner);
    return code == MPI_SUCCESS ? inner : MPI_DATATYPE_NULL;
}

// Named types may have gaps too, for instance MPI_SHORT_INT.
bool has_no_gaps(MPI_Datatype type)
{
    MPI_Count size = 0, low = 0, extent = 0, true_low = 0, true_extent = 0;
    mpi.Type_size_x(type, &size);
    mpi.Type_get_extent_x(type, &low, &extent);
    mpi.Type_get_true_extent_x(type, &true_low, &true_extent);
    return low == 0 && true_low == 0 && extent == size && true_extent == size;
}

// Of these, whether they are contiguous.
constinit remembered<bool> named;

} // namespace

// By the way the type was made: an extent equal to the size does not tell that the bytes are in order.
bool is_contiguous(MPI_Datatype type)
{
    if (auto* before = named.find(key_of(type))) return *before;
    recipe how(type);
    if (!how.known) return false;
    if (how.is_named()) {
        bool answer = has_no_gaps(type);
        named.keep(answer, key_of(type));
        return answer;
    }
    if (!how.repeats_one()) return false;
    auto inner = repeated(type, how);
    if (inner == MPI_DATATYPE_NULL) return false;
    bool answer = is_contiguous(inner);
    if (!recipe(inner).is_named()) mpi.Type_free(&inner);
    return answer;
}

bool is_named(MPI_Datatype type)
{
    return named.find(key_of(type)) || recipe(type).is_named();
}

bool is_committed(MPI_Datatype type, MPI_Comm quiet)
{
    char none = 0;
    int at = 0;
    return mpi.Pack(&none, 0, type, &none, 0, &at, quiet) == MPI_SUCCESS;
}

} // namespace hocket
