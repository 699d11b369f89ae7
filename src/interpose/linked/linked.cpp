// SPDX-License-Identifier: BSD-3-Clause
// For programs that are linked with a static MPI, before which no library can be preloaded. MPI_X are Hocket's, PMPI_X
// the library's, and the linker finds them all: nothing is looked up.
#include "interpose/door/table.h"
#include "transports/mpi/mpi.hpp"

// By their names alone. What the standard does not have may be missing.
#define OPTIONAL(name, ...) NEEDED(name)
#define LONGER(name, ...) NEEDED(name)
#define NEEDED(name) extern "C" char hocket_there_##name[] __asm__("PMPI_" #name);
#define EXTENSION(name, symbol, ...) extern "C" char hocket_there_##name[] __asm__(#symbol) __attribute__((weak));
#include "transports/mpi/real.def"
#undef EXTENSION
#undef NEEDED

extern "C" hocket_function* const hocket_slots[hocket_symbols];

namespace {

template <class F> void set(F& to, const char* there)
{
    to = reinterpret_cast<F>(const_cast<char*>(there));
}

} // namespace

// Fills every slot; threads that come together write the same.
extern "C" void hocket_resolve()
{
#define NEEDED(name) set(hocket::mpi.name, hocket_there_##name);
#define EXTENSION(name, ...) NEEDED(name)
#include "transports/mpi/real.def"
#undef EXTENSION
#undef NEEDED
    auto* all = hocket_all_handlers();
    for (int i = 0; i < hocket_symbols; ++i) __atomic_store_n(hocket_slots[i], all[i], __ATOMIC_RELEASE);
}
