// SPDX-License-Identifier: BSD-3-Clause
#include "transports/mpi/mpi.hpp"
#include <dlfcn.h>

namespace hocket {

constinit real_mpi mpi{};

namespace {

template <class F> bool find(void* library, const char* name, F& into)
{
    into = reinterpret_cast<F>(dlsym(library, name));
    return into != nullptr;
}

#if defined(HOCKET_ABI_OMPI)
// As the library itself binds it: a program may own the object by a copy relocation, and comes first.
bool find_object(void* library, const char* name, void*& into)
{
    return find(RTLD_DEFAULT, name, into) || find(library, name, into);
}
#endif

} // namespace

const char* real_mpi::load(const char* library)
{
    // A handle's own search order begins at that library, so the interposing one is never found.
    void* in = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
    if (!in) return library;
#define NEEDED(name)                                                                                                   \
    if (!find(in, "PMPI_" #name, name)) return "PMPI_" #name;
#define OPTIONAL(name, ...) find(in, "PMPI_" #name, name);
#include "transports/mpi/real.def"
#undef NEEDED
#undef OPTIONAL
#if defined(HOCKET_ABI_OMPI)
#define OBJECT(name)                                                                                                   \
    if (!find_object(in, #name, name)) return #name;
    OBJECT(ompi_mpi_comm_world)
    OBJECT(ompi_mpi_comm_self)
    OBJECT(ompi_mpi_comm_null)
    OBJECT(ompi_mpi_group_null)
    OBJECT(ompi_request_null)
    OBJECT(ompi_mpi_info_null)
    OBJECT(ompi_mpi_errors_return)
    OBJECT(ompi_mpi_datatype_null)
    OBJECT(ompi_mpi_byte)
    OBJECT(ompi_mpi_int)
    OBJECT(ompi_mpi_uint64_t)
    OBJECT(ompi_mpi_op_max)
    OBJECT(ompi_mpi_op_min)
#undef OBJECT
#endif
    return nullptr;
}

} // namespace hocket
