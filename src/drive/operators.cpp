// SPDX-License-Identifier: BSD-3-Clause
#include "drive/operators.hpp"
#include "drive/remembered.hpp"
#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <unordered_map>

namespace hocket {

namespace {

// What the standard makes a difference between, and the layouts of pairs.
enum class kind : unsigned char {
    character, // no number by the standard
    signed_integer,
    unsigned_integer,
    plain_integer, // of Fortran, without logical operators as the next
    address,       // the library's own way of comparing: Open MPI takes offsets for unsigned numbers
    real,
    long_real,
    complex,
    long_complex,
    truth,
    fortran_logical,
    raw,
    pair_float_int,
    pair_double_int,
    pair_long_int,
    pair_of_integers,
    pair_short_int,
    pair_long_double_int,
    pair_of_reals
};

template <class T> class handle_table {
public:
    template <class Handle> void add(Handle h, T is)
    {
        if (key_of(h)) known_.emplace(key_of(h), is); // null: an object that this library does not have
    }
    template <class Handle> std::optional<T> find(Handle h) const
    {
        auto at = known_.find(key_of(h));
        return at == known_.end() ? std::optional<T>() : at->second;
    }

private:
    std::unordered_map<std::uintptr_t, T> known_;
};

// Open MPI's MPI_Reduce_local crashes in a program that has sessions only.
bool may_reduce_locally()
{
    int began = 1, ended = 0;
#ifdef OPEN_MPI
    mpi.Initialized(&began);
    mpi.Finalized(&ended);
#endif
    return began && !ended;
}

// Open MPI 4 compares unsigned long integers as signed ones: those its own operators combine, and no kernel of ours.
// Libraries with sessions do not.
kind as_the_library_has(MPI_Datatype type, kind is)
{
    int size = 0;
    if (is != kind::unsigned_integer || !key_of(type) || !may_reduce_locally()) return is;
    if (mpi.Type_size(type, &size) != MPI_SUCCESS) return is;
    if (size < 1 || size > int(sizeof(std::uint64_t))) return is;
    std::array<unsigned char, sizeof(std::uint64_t)> large{}, least{};
    large[0] = large[std::size_t(size) - 1] = 0x80; // the highest bit, in either order of bytes
    mpi.Reduce_local(large.data(), least.data(), 1, type, MPI_MIN);
    return least == decltype(least){} ? is : kind::address;
}

std::optional<kind> kind_of(MPI_Datatype type)
{
    static const auto all = [] {
        handle_table<kind> types;
#define TYPE(name, is) types.add(name, as_the_library_has(name, kind::is));
#include "drive/predefined.def"
#undef TYPE
#if defined(MPICH_VERSION) || defined(OPEN_MPI)
        types.add(MPI_CHAR, kind::character);
#endif
        return types;
    }();
    return all.find(type);
}

std::optional<operation> operation_of(MPI_Op op)
{
    static const auto all = [] {
        handle_table<operation> ops;
        ops.add(MPI_SUM, operation::sum);
        ops.add(MPI_PROD, operation::product);
        ops.add(MPI_MIN, operation::minimum);
        ops.add(MPI_MAX, operation::maximum);
        ops.add(MPI_LAND, operation::logical_and);
        ops.add(MPI_LOR, operation::logical_or);
        ops.add(MPI_LXOR, operation::logical_xor);
        ops.add(MPI_BAND, operation::bit_and);
        ops.add(MPI_BOR, operation::bit_or);
        ops.add(MPI_BXOR, operation::bit_xor);
        ops.add(MPI_MINLOC, operation::minloc);
        ops.add(MPI_MAXLOC, operation::maxloc);
        return ops;
    }();
    return all.find(op);
}

// MPI's own, but not for reductions.
bool never_reduces(MPI_Op op)
{
#if defined(MPIX_EQUAL)
    if (op == MPIX_EQUAL) return true;
#endif
    return op == MPI_OP_NULL || op == MPI_REPLACE || op == MPI_NO_OP;
}

bool is_integer(kind k)
{
    return k <= kind::address;
}

// Where the processor has instructions for that: integers of up to so many bytes; 0: none.
#ifdef OPEN_MPI
constexpr std::size_t library_saturates_up_to = 2;
#else
constexpr std::size_t library_saturates_up_to = 0;
#endif

// By the tables of the standard; libraries define more.
bool defined_on(operation what, kind k)
{
    using enum operation;
    switch (what) {
    case minimum:
    case maximum: return k <= kind::long_real;
    case sum:
    case product: return k <= kind::long_complex;
    case logical_and:
    case logical_or:
    case logical_xor: return k <= kind::unsigned_integer || k == kind::truth || k == kind::fortran_logical;
    case bit_and:
    case bit_or:
    case bit_xor: return is_integer(k) || k == kind::raw;
    default: return k >= kind::pair_float_int;
    }
}

bool rounds(operation what, kind k)
{
    return !is_integer(k) && (what == operation::sum || what == operation::product);
}

// The one of some elements whose sizes double, from `least` bytes on.
std::optional<element> by_size(element first, std::size_t least, int how_many, std::size_t size)
{
    if (!std::has_single_bit(size) || size < least) return {};
    int at = std::countr_zero(size) - std::countr_zero(least);
    return at < how_many ? std::optional(element(int(first) + at)) : std::nullopt;
}

// None where the library's own way is the only right one.
std::optional<element> element_of(kind k, std::size_t size)
{
    switch (k) {
    case kind::address: return {};
    case kind::character: return std::is_signed_v<char> ? element::i8 : element::u8;
    case kind::signed_integer:
    case kind::plain_integer: return by_size(element::i8, 1, 4, size);
    case kind::unsigned_integer: return by_size(element::u8, 1, 4, size);
    case kind::real: return by_size(element::f32, 4, 2, size);
    case kind::long_real: return element::f80;
    case kind::complex: return by_size(element::c32, 8, 2, size);
    case kind::long_complex: return element::c80;
    case kind::truth: return element::boolean;
    case kind::fortran_logical: return by_size(element::logical1, 1, 4, size);
    case kind::raw: return element::byte;
    case kind::pair_float_int: return element::float_int;
    case kind::pair_double_int: return element::double_int;
    case kind::pair_long_int: return element::long_int;
    case kind::pair_of_integers: return element::int_int;
    case kind::pair_short_int: return element::short_int;
    case kind::pair_long_double_int: return element::long_double_int;
    default: return by_size(element::float_float, 8, 2, size);
    }
}

std::optional<operator_use> use_of_known(operation what, operator_use use)
{
    auto k = kind_of(use.type);
    if (!k || !defined_on(what, *k)) return {};
    use.known = what;
    use.of = element_of(*k, use.element);
    use.exact = !rounds(what, *k);
    use.library_saturates =
        what == operation::sum && is_integer(*k) && use.of && use.element <= library_saturates_up_to;
    auto* found = use.of ? find_kernel(what, *use.of) : nullptr;
    use.run = found && found->size == use.element ? found : nullptr;
    return use;
}

} // namespace

bool is_predefined(MPI_Op op)
{
    return operation_of(op) || never_reduces(op);
}

std::optional<operator_use> use_of(MPI_Op op, MPI_Datatype type, std::size_t size)
{
    static remembered<operator_use> predefined;
    if (auto* before = predefined.find(key_of(op), key_of(type))) return *before;
    operator_use use{op, type, size};
    if (auto what = operation_of(op)) {
        auto found = use_of_known(*what, use);
        if (found && !found->run && !may_reduce_locally()) return {};
        if (found) predefined.keep(*found, key_of(op), key_of(type));
        return found;
    }
    int commutes = 0;
    if (never_reduces(op) || !may_reduce_locally() || mpi.Op_commutative(op, &commutes) != MPI_SUCCESS) return {};
    use.commutative = commutes != 0;
    return use;
}

} // namespace hocket
