/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The neutral door: MPI_X, PMPI_X and their like as bare jumps, so that one library serves every MPI whatever its
 * types. A slot first leads to the resolver, which sees at the first call which libmpi is mapped, and from then on to
 * the function in libhocket-<abi>.so or, where that cannot be, to the library's own.
 */
#include "interpose/door/door.h"

#if !defined(__x86_64__) || !defined(__ELF__)
#error "The door's jumps are written for x86-64 Linux; another processor needs its own five lines of assembler here."
#endif

/* One entry. CET needs the landing mark; the jump leaves every register and the stack as the caller set them. */
#define ENTRY(prefix, name, slot)                                                                                      \
    __asm__(".text\n"                                                                                                  \
            ".globl " prefix #name "\n.type " prefix #name ", @function\n"                                             \
            ".p2align 4\n" prefix #name ":\n"                                                                          \
            "endbr64\n"                                                                                                \
            "jmp *hocket_slot_" slot #name "(%rip)\n"                                                                  \
            ".size " prefix #name ", . - " prefix #name "\n"                                                           \
            "hocket_first_" slot #name ":\n"                                                                           \
            "endbr64\n"                                                                                                \
            "leaq hocket_slot_" slot #name "(%rip), %r11\n"                                                            \
            "jmp hocket_first_call\n"                                                                                  \
            ".data\n.p2align 3\n"                                                                                      \
            ".hidden hocket_slot_" slot #name "\n.globl hocket_slot_" slot #name "\n"                                  \
            "hocket_slot_" slot #name ": .quad hocket_first_" slot #name "\n"                                          \
            ".text\n");
/* Its other name. */
#define PROFILED(prefix, name)                                                                                         \
    __asm__(".globl P" prefix #name "\n.type P" prefix #name ", @function\n"                                           \
            ".set P" prefix #name ", " prefix #name "\n");

/* Linked to a program with its MPI, PMPI_X are the library's, and so are its extensions, and what it may not have. */
#ifdef HOCKET_LINKED
#define N(name) hocket_function hocket_slot_##name;
#define X(name) ENTRY("MPI_", name, "")
#define E(name) hocket_function hocket_slot_extended_##name;
#else
#define X(name) ENTRY("MPI_", name, "") PROFILED("MPI_", name)
#define E(name) ENTRY("MPIX_", name, "extended_") PROFILED("MPIX_", name)
#endif
#include "interpose/symbols.def"
#undef E
#undef X

/* Keeps the six argument registers and rax over the call of the resolver; MPI passes nothing in vector registers.
 * r11 holds the slot's address. Seven pushes and the return address make the stack even. */
__asm__(".text\n"
        "hocket_first_call:\n"
        "pushq %rdi\npushq %rsi\npushq %rdx\npushq %rcx\npushq %r8\npushq %r9\npushq %r11\n"
        "call hocket_resolve\n"
        "popq %r11\npopq %r9\npopq %r8\npopq %rcx\npopq %rdx\npopq %rsi\npopq %rdi\n"
        "jmp *(%r11)\n");

hocket_function* const hocket_slots[hocket_symbols] = {
#define X(name) &hocket_slot_##name,
#define E(name) X(extended_##name)
#include "interpose/symbols.def"
#undef E
#undef X
};

const char* const hocket_names[hocket_symbols] = {
#define X(name) "PMPI_" #name,
#define E(name) "PMPIX_" #name,
#include "interpose/symbols.def"
#undef E
#undef X
};
