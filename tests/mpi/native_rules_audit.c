/* SPDX-License-Identifier: BSD-3-Clause */
/* For LD_AUDIT: names the algorithms of Open MPI as its library calls them, "@PID NAME" a line on stderr. Its
 * components call them through the dynamic linker, which asks here. */
#define _GNU_SOURCE
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

unsigned la_version(unsigned version)
{
    return version;
}

unsigned la_objopen(struct link_map* map, Lmid_t space, uintptr_t* cookie)
{
    (void)map, (void)space, (void)cookie;
    return LA_FLG_BINDTO | LA_FLG_BINDFROM;
}

uintptr_t la_symbind64(Elf64_Sym* symbol, unsigned index, uintptr_t* from, uintptr_t* to, unsigned* flags,
                       const char* name)
{
    (void)index, (void)from, (void)to;
    *flags |= LA_SYMB_NOPLTEXIT;
    if (strncmp(name, "ompi_coll_base_", strlen("ompi_coll_base_")) != 0) *flags |= LA_SYMB_NOPLTENTER;
    return symbol->st_value;
}

#ifdef __x86_64__
Elf64_Addr la_x86_64_gnu_pltenter(Elf64_Sym* symbol, unsigned index, uintptr_t* from, uintptr_t* to,
                                  La_x86_64_regs* registers, unsigned* flags, const char* name, long* frame)
{
    (void)index, (void)from, (void)to, (void)registers, (void)flags, (void)frame;
    dprintf(STDERR_FILENO, "@%d %s\n", (int)getpid(), name);
    return symbol->st_value;
}
#endif
