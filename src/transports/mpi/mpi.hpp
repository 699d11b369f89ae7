// SPDX-License-Identifier: BSD-3-Clause
// The header of the MPI that this file is compiled for. Nothing here is linked against its library.
#pragma once
#if defined(HOCKET_ABI_STD)
#include <mpi_abi.h>
#elif defined(HOCKET_ABI_MPICH) || defined(HOCKET_ABI_OMPI)
#include <mpi.h>
#else
#error "define one of HOCKET_ABI_MPICH, HOCKET_ABI_OMPI, HOCKET_ABI_STD"
#endif
#include "transports/mpi/real.hpp"

#if defined(HOCKET_ABI_OMPI)
// Open MPI's constants are addresses of objects in its library, which may be loaded out of our sight (RTLD_LOCAL).
// So they are looked up like the functions.
#undef OMPI_PREDEFINED_GLOBAL
#define OMPI_PREDEFINED_GLOBAL(type, global) (static_cast<type>(::hocket::mpi.global))
#endif
