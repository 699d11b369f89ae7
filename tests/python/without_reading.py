# SPDX-License-Identifier: BSD-3-Clause
"""without_reading.py COMMAND...: runs it where the kernel refuses process_vm_readv and process_vm_writev, as containers
do. 77: this system has no such filters."""

import ctypes
import errno
import os
import platform
import struct
import sys

CALLS = {"x86_64": (310, 311), "aarch64": (270, 271)}  # process_vm_readv, process_vm_writev
NO_NEW_PRIVILEGES, SET_SECCOMP, FILTER = 38, 22, 2
LOAD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06
ALLOW, ERROR = 0x7FFF0000, 0x00050000
NOT_HERE = 77


class Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))


def refuse(calls: tuple[int, ...]) -> bool:
    """The number of a call is the first word that a filter sees."""
    steps = [struct.pack("HBBI", LOAD, 0, 0, 0)]
    for call in calls:
        steps.append(struct.pack("HBBI", JUMP_IF_EQUAL, 0, 1, call))
        steps.append(struct.pack("HBBI", RETURN, 0, 0, ERROR | errno.EPERM))
    steps.append(struct.pack("HBBI", RETURN, 0, 0, ALLOW))
    system = ctypes.CDLL(None, use_errno=True)
    program = Program(len(steps), b"".join(steps))
    zero = ctypes.c_ulong(0)
    if system.prctl(NO_NEW_PRIVILEGES, ctypes.c_ulong(1), zero, zero, zero) != 0:
        return False
    return system.prctl(SET_SECCOMP, ctypes.c_ulong(FILTER), ctypes.byref(program), zero, zero) == 0


if __name__ == "__main__":
    if not refuse(CALLS.get(platform.machine(), ())):
        sys.exit(NOT_HERE)
    os.execvp(sys.argv[1], sys.argv[1:])
