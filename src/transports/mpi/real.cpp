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
// Open MPI 4 has persistent collectives by the other name.
#define OPTIONAL(name, ...) find(in, "PMPI_" #name, name) || find(in, "PMPIX_" #name, name);
#define LONGER(name, ...) OPTIONAL(name)
#define EXTENSION(name, symbol, ...) find(in, #symbol, name);
#include "transports/mpi/real.def"
#undef EXTENSION
#undef LONGER
#undef NEEDED
#undef OPTIONAL
#if defined(HOCKET_ABI_OMPI)
#define OBJECT(name)                                                                                                   \
    if (!find_object(in, #name, name)) return #name;
#define POSSIBLE_OBJECT(name) find_object(in, #name, name);
#include "transports/mpi/objects.def"
#undef POSSIBLE_OBJECT
#undef OBJECT
#endif
    return nullptr;
}

} // namespace hocket
